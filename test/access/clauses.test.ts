import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { clauses } from './clauses.ts'
import { metElsewhere } from './met-elsewhere.ts'
import { placeOf } from './source-mutants.ts'

// The proof turns the clauses when it runs in full; what it quotes must stand in the code on every day.
describe.each([...clauses, ...metElsewhere])('the clause $name', ({ edits }) => {
  test('stands once in the declaration that it names', () => {
    for (const edit of edits) expect(placeOf(edit).length).toBeGreaterThan(0)
  })
})

test.each(clauses)('an operation asks $name', ({ asks }) => {
  expect(operations.filter(({ path }) => new RegExp(asks).test(path))).not.toEqual([])
})

test.each(metElsewhere)('the test that meets $name is there', ({ asks }) => {
  const [file, name] = asks.split(' › ') as [string, string]
  expect(readFileSync(file, 'utf8')).toContain(`test('${name}'`)
})
