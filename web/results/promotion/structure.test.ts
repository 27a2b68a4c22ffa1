import { expect, test } from 'vitest'
import { mergedStructure, type Structure } from './structure.ts'

const first = { id: 'a', fromClassId: 'one', name: '5A', maxOfStudents: 30, keepsSupervisor: true }
const base: Structure = {
  copiesTeachers: true,
  copiesMonths: true,
  copiesTerms: true,
  copiesCalendar: true,
  grades: [
    { gradeId: 'four', nextGradeId: 'five' },
    { gradeId: 'five', nextGradeId: null },
  ],
  newClasses: [first],
}

test('what two people changed of different parts of a structure goes together', () => {
  const mine = { ...base, newClasses: [{ ...first, name: '5B' }] }
  const theirs = {
    ...base,
    copiesMonths: false,
    grades: [
      { gradeId: 'four', nextGradeId: null },
      { gradeId: 'five', nextGradeId: null },
    ],
  }
  expect(mergedStructure(base, mine, theirs)).toEqual({
    settled: true,
    both: { ...theirs, newClasses: [{ ...first, name: '5B' }] },
  })
})

test('what both changed alike is settled, and to different ends is not: mine stands beside theirs', () => {
  const renamed = (name: string) => ({ ...base, newClasses: [{ ...first, name }] })
  expect(mergedStructure(base, renamed('5B'), renamed('5B'))).toEqual({ settled: true, both: renamed('5B') })
  expect(mergedStructure(base, renamed('5B'), renamed('5C'))).toEqual({ settled: false, both: renamed('5B') })
})
