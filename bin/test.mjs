import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build, format, journeys, lint, tests, types } = await import('./steps.mjs')
const { finish, run } = await import('./run-steps.mjs')

// Two lanes, because one alone does not keep two cores busy: it often waits for servers to start, or for pages.
await run([types], [build])
await run([lint, format, journeys], [tests(...process.argv.slice(2))])
finish()
