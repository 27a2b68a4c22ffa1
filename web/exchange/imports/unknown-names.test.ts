import { expect, test } from 'vitest'
import { isolated } from '#web/ui/Bdi.tsx'
import { classesToMake, keyOf, newClassesIn, placesFor, taughtWords } from './unknown-names.ts'

const unknown = (more: object = {}) => ({
  kind: 'class' as const,
  name: 'أ',
  grade: null,
  several: false,
  rows: 3,
  gradeId: null,
  typed: null,
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

test('a name in one grade is one class to make, however the table writes the grade and the name', () => {
  const inGrade = (name: string, grade: string | null, gradeId: string, rows: number) => ({
    ...unknown({ name, grade, rows }),
    gradeId,
  })
  const [first, spelt, plain, other] = [
    inGrade('أ', 'الرابع', 'four', 3),
    inGrade('ا', '4', 'four', 2),
    inGrade('أ', null, 'four', 1),
    inGrade('أ', '5', 'five', 7),
  ] as const
  expect(classesToMake([first, spelt, plain, other])).toEqual([
    { name: 'أ', gradeId: 'four', rows: 6, keys: [first, spelt, plain].map(keyOf) },
    { name: 'أ', gradeId: 'five', rows: 7, keys: [keyOf(other)] },
  ])
  expect(classesToMake([inGrade('الزنبق\nالأبيض', null, 'four', 1)])[0]!.name).toBe('الزنبق الأبيض')
})

test('a new class has places for its rows, and no more than a class may have', () => {
  expect([3, 60, 600].map(placesFor)).toEqual([40, 60, 500])
})

test('classes of one name that somebody teaches are distinguished by their grade', () => {
  const words = [
    { courseName: 'Science', className: 'A', grade: '04' },
    { courseName: 'Science', className: 'A', grade: '05' },
    { courseName: 'Science', className: '', grade: null },
  ].map(taughtWords)
  expect(words).toEqual([`Science A (${isolated('04')})`, `Science A (${isolated('05')})`, 'Science'])
})
