import { expect, test } from 'vitest'
import { keyOf, newClassesIn, placesFor } from './unknown-names.ts'

const unknown = (more: object = {}) => ({
  kind: 'class' as const,
  name: 'أ',
  grade: null,
  several: false,
  rows: 3,
  gradeId: null,
  ...more,
})

test('classes of one name in two grades are two, and one that several classes have is not made', () => {
  const [first, second] = [unknown({ grade: 'الأول' }), unknown({ grade: 'الثاني' })]
  expect(keyOf(first)).not.toBe(keyOf(second))
  expect(newClassesIn([first, second, unknown({ several: true }), unknown({ kind: 'relation' })])).toEqual([
    first,
    second,
  ])
})

test('a new class has places for its rows, and no more than a class may have', () => {
  expect([3, 60, 600].map(placesFor)).toEqual([40, 60, 500])
})
