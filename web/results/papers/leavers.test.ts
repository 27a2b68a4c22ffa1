import { expect, test } from 'vitest'
import { formerLeavers } from './leavers.ts'

test('papers for all who left are not for those who left long ago, until a person chooses them', () => {
  const rows = [
    { studentId: 'graduate', leftOn: '2026-06-10' },
    { studentId: 'just', leftOn: '2026-03-12' },
    { studentId: 'former', leftOn: '2026-03-11' },
    { studentId: 'here', leftOn: null },
  ]
  expect(formerLeavers(rows, '2026-06-10')).toEqual(new Set(['former']))
})
