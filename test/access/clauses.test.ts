import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { clauses } from './clauses.ts'
import { excuses } from './excuses.ts'
import { metElsewhere } from './met-elsewhere.ts'
import { escaped, placeOf } from './source-mutants.ts'

// The full proof mutates the clauses; what it quotes must exist in the code in every run.
describe.each([...clauses, ...metElsewhere])('the clause $name', ({ edits }) => {
  test('stands once in the declaration that it names', () => {
    for (const edit of edits) expect(placeOf(edit).length).toBeGreaterThan(0)
  })
})

test.each(clauses)('an operation asks $name', ({ asks }) => {
  expect(operations.filter(({ path }) => new RegExp(asks).test(path))).not.toEqual([])
})

const named = new Set([...metElsewhere.map(({ asks }) => asks), ...excuses.tests()])

test.each([...named])('the test is there: %s', (whole) => {
  const [file, name] = whole.split(' › ') as [string, string]
  const titles = [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, title]) => title!)
  expect(titles.some((title) => new RegExp(`^${title.split('%s').map(escaped).join('.+')}$`).test(name))).toBe(true)
})
