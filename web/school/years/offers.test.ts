import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

const year = (id: string, completedAt: string | null, active = false) => ({
  id,
  active,
  completed: completedAt !== null,
  completedAt,
})

test('while a year is current no other one is activated, reopened or added', () => {
  const years = [year('waits', null), year('past', '2026-07-01T08:00:00Z'), year('current', null, true)]
  expect(offersOf(years)).toEqual({ add: false, activate: false, reopen: null })
})

test('without a current year the one that was completed last is reopened, whenever it was added', () => {
  const years = [year('added last', '2025-07-01T08:00:00Z'), year('past', '2026-07-01T08:00:00Z'), year('waits', null)]
  expect(offersOf(years)).toEqual({ add: true, activate: true, reopen: 'past' })
  expect(offersOf([year('waits', null)])).toEqual({ add: true, activate: true, reopen: null })
})
