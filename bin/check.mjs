import './check-node.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build, format, lint, tests, types } = await import('./steps.mjs')
const { finish, run } = await import('./run-steps.mjs')

// What starts, kills and restores whole servers and processes takes three tenths of the time; it belongs to `npm test`.
const wholeServers = [
  'server/backup/drill.test.ts',
  'server/backup/timelines.test.ts',
  'server/db/availability.test.ts',
  'server/db/embedded.test.ts',
  'server/db/versions.test.ts',
  'server/operator/child-erasure-files.test.ts',
  'server/operator/kashkool.test.ts',
  'server/promotion/killed.test.ts',
  'server/start/database.test.ts',
  'server/start/main.test.ts',
  'server/start/serving-processes.test.ts',
  'test/kills.test.ts',
  'test/rolling-restart.test.ts',
  'test/steps.test.ts',
]
for (const file of wholeServers)
  if (!existsSync(file)) throw new Error(`bin/check.mjs leaves out ${file}, which is no more`)

const words = process.argv.slice(2)
// The calls of the table of access, made once more to read what they ask of the database.
const ofTheTable = ['test/access/**', 'test/access.test.ts', 'test/statements-by-school.test.ts']
const leftOut = [...ofTheTable, ...wholeServers].flatMap((files) => ['--exclude', files])
if (words.length) await run([tests(...words)])
else await run([types, lint, format], [build, tests(...leftOut)])
finish()
