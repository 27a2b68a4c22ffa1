import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build, format, lint, tests, types, unreached } = await import('./steps.mjs')
const { finish, run } = await import('./run-steps.mjs')
const { wholeServers } = await import('./whole-servers.mjs')

// Left to `npm test`: the tests that start whole servers, and all that make the calls of the access table, also only to read their statements.
const ofTheTable = ['test/access/**', 'test/access/access.test.ts', 'test/by-school/statements-by-school.test.ts']
const words = process.argv.slice(2)
const leftOut = [...ofTheTable, ...wholeServers].flatMap((files) => ['--exclude', files])
// Here a failure is shown at once: only `npm test` tries again what a busy machine may have broken.
const once = ['--retry', '0']
if (words.length) await run([types], [tests(...words, ...once)])
else await run([types, lint, format, unreached], [build, tests(...leftOut, ...once)])
finish()
