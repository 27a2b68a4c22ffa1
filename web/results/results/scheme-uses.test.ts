import { expect, test } from 'vitest'
import { keyOfUses, plainUse } from './scheme-uses.ts'

const use = {
  gradeId: 'grade 4',
  courseId: null,
  schemeId: 'scheme',
  schemeVersion: 1,
  fullMark: 100,
  passMark: 50,
  inTotal: true,
  closed: false,
}
const stored = { schoolId: 'nile', termId: 'first', uses: [use, { ...use, gradeId: 'grade 5' }], version: 7 }

test('where a colleague closed a term, the uses are drawn anew and are no change of the person who has them open', () => {
  const since = { ...stored, uses: [{ ...use, closed: true }, stored.uses[1]!] }
  expect(keyOfUses(since)).not.toBe(keyOfUses(stored))
  expect(keyOfUses({ ...since, uses: [use, { ...stored.uses[1]!, closed: true }] })).not.toBe(keyOfUses(since))
  expect(keyOfUses({ ...stored })).toBe(keyOfUses(stored))
  expect(since.uses.map(plainUse)).toEqual(stored.uses.map(plainUse))
})
