import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.PROOF = 'on'

const { install } = await import('./install.mjs')
install()
const { build, journeys, tests } = await import('./steps.mjs')
const { testsOnDays } = await import('./days.mjs')
const { finish, run } = await import('./run-steps.mjs')

// The long forms of what `npm test` does in short, and what depends on the day as on other days.
await run([build, tests(), journeys, ...testsOnDays])
finish()
