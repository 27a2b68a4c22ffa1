import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build, format, journeys, lint, tests, types } = await import('./steps.mjs')
const { finish, run } = await import('./run-steps.mjs')

// Two lanes for two cores: what reads the code, beside what runs it.
await run([types, lint, format], [build, tests(...process.argv.slice(2))])
await run([journeys])
finish()
