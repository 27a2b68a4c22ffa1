import { parseArgs } from 'node:util'
import { filled } from './data.ts'

/** `node bin/bench.mjs fill --schools S`: fills the database of the bench with this number of schools. */
const { values } = parseArgs({ options: { schools: { type: 'string', default: '1' } } })
const { cluster, schools } = await filled(Number(values.schools))
console.log(`${schools} schools`)
await cluster.stop()
