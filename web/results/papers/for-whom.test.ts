import { expect, test } from 'vitest'
import { isChosen, named, newOf } from './for-whom.ts'

const rows = [
  { studentId: 'a', studentName: 'أحمد علي', state: 'new' },
  { studentId: 'b', studentName: 'منى سعيد', state: 'same' },
  { studentId: 'c', studentName: 'إبراهيم نور', state: 'replaces' },
  { studentId: 'd', studentName: 'هدى فؤاد', state: 'none' },
]
const chosen = (kind: Parameters<typeof isChosen>[0], ...ticked: [string, boolean][]) =>
  rows
    .filter((row) => isChosen(kind, row, { ticked: new Map(ticked), former: new Set(['b']) }))
    .map((row) => row.studentId)

test('nobody gets a certificate who was not chosen, and everybody of a class a card', () => {
  for (const kind of ['enrolment', 'leaving', 'clearance', 'conduct'] as const) {
    expect(chosen(kind)).toEqual([])
    expect(chosen(kind, ['b', true], ['d', true])).toEqual(['b'])
  }
  for (const kind of ['termCard', 'yearCard', 'studentCard'] as const) {
    expect(chosen(kind)).toEqual(['a', 'c'])
    expect(chosen(kind, ['b', true], ['c', false])).toEqual(['a', 'b'])
  }
})

test('a name is found in any spelling of its letters, and papers with a new number are counted', () => {
  expect(named(rows, 'ابراهيم').map(({ studentId }) => studentId)).toEqual(['c'])
  expect(named(rows, '')).toEqual(rows)
  expect(newOf(rows)).toBe(2)
})
