import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tablesKept, tablesOfChild } from '#server/run/operator/child-erasure.queries.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'

const ask = sqlIn(await testDatabase())
const namesIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name!)

/** Tables with data of people, by docs/security.md. */
const security = readFileSync('docs/security.md', 'utf8').split('| Level | Tables |')[1]!.split('\n## ')[0]!
const ofPeople = [...security.matchAll(/^\| (?:secrets|children|people) \| (.+) \|$/gm)].flatMap(([, names]) =>
  namesIn(names!, /`([a-z_]+)`/g),
)
const erasedByJob = namesIn(readFileSync('server/run/start/expired.queries.ts', 'utf8'), /delete from ([a-z_]+)/g)
const reasons = readFileSync('docs/privacy.md', 'utf8').split('### What has no period')[1]!.split('\n## ')[0]!
const without = [...reasons.matchAll(/^\| (`.+`) \| [^|]{20,} \|$/gm)].flatMap(([, names]) =>
  namesIn(names!, /`([a-z_]+)`/g),
)

test('every table with data of people has a period, or docs/privacy.md says why it has none', async () => {
  const tables = await ask<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const stored = ofPeople.filter((name) => tables.some((table) => table.name === name))
  const known = [...erasedByJob, ...tablesOfChild, ...tablesKept, 'students', ...without]
  expect(stored.filter((name) => !known.includes(name))).toEqual([])
  expect(without.filter((name) => !stored.includes(name))).toEqual([])
  expect(stored.length).toBeGreaterThan(50)
})
