import { askEverybody } from './matrix.ts'

await askEverybody(1, 2)
