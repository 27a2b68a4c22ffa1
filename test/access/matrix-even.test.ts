import { askEverybody } from './matrix.ts'

await askEverybody(0, 2)
