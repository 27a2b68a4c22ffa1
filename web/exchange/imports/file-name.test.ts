import { expect, test } from 'vitest'
import { partsOfName } from './file-name.ts'

test.each([
  ['طلاب.xlsx', 'طلاب.', 'xlsx'],
  ['كشف 2026.xlsx', 'كشف ', '2026.xlsx'],
  ['طلاب (2).xlsx', 'طلاب ', '(2).xlsx'],
  ['students.xlsx', '', 'students.xlsx'],
])('the name %s is written so that its ending stands in its place', (name, start, end) =>
  expect(partsOfName(name)).toEqual({ start, end }),
)
