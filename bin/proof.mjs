import './check-node.mjs'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.PROOF = 'on'

const { install } = await import('./install.mjs')
install()
const { accessParts, leftOfAccess, log } = await import('./proof-parts.mjs')
const { build, journeys, tests } = await import('./steps.mjs')
const { days, testsOn } = await import('./days.mjs')
const { finish, run } = await import('./run-steps.mjs')

const named = process.argv.slice(2)
const isDay = (word) => /^\d{4}-\d\d-\d\d/.test(word)
const parts = {
  tests: [build, tests('--exclude', 'test/access/proof.test.ts')],
  ...Object.fromEntries(accessParts.map((part) => [part.name, [part]])),
  left: [leftOfAccess],
  journeys: [build, journeys],
}
const words = named.filter((word) => !isDay(word) && word !== 'days' && !(word in parts))
const someDays = named.includes('days') ? days : named.filter(isDay)
if (words.length && !someDays.length) {
  console.error(`Parts of the proof are ${Object.keys(parts).join(', ')}, days, or a day; not ${words.join(', ')}`)
  process.exit(1)
}

mkdirSync(dirname(log), { recursive: true })
// The long forms of the tests in `npm test`, and the tests that depend on the day, as on other days.
if (named.length === 0) {
  rmSync(log, { force: true })
  await run([...parts.tests, ...accessParts, leftOfAccess, journeys, ...testsOn(days)])
} else {
  const steps = named.flatMap((word) => parts[word] ?? [])
  await run([...new Set(steps), ...testsOn(someDays, words)])
}
finish()
