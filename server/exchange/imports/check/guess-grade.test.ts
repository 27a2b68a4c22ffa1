import { expect, test } from 'vitest'
import { guessedGrade } from './guess-grade.ts'

const grades = [
  'KG 1',
  'الصف الأول الابتدائي',
  'الصف الرابع الابتدائي',
  'Grade 6',
  'الصف الأول الإعدادي',
  'الصف الثاني عشر',
  'الصف الثاني',
].map((name, nth) => ({ id: String(nth), name }))

test('the grade of a new class is found in its name, or in the column of grades', () => {
  const cases: [string, string | null, string | null][] = [
    ['4أ', null, '2'],
    ['فصل ٤ ب', null, '2'],
    ['الرابع ج', null, '2'],
    ['6/2', null, '3'],
    ['Grade 6 B', null, '3'],
    ['12 أ', null, '5'],
    ['2ب', null, '6'],
    ['KG1 A', null, '0'],
    ['KG 1 A', null, '0'],
    ['أ', 'الصف الرابع الابتدائى', '2'],
    ['أ', 'grade 6', '3'],
    // Two grades have this number, and the name of the class does not name a stage.
    ['1ب', null, null],
    ['1ب إعدادي', null, '4'],
    ['الزهور', null, null],
  ]
  for (const [name, column, id] of cases) expect(guessedGrade(name, column, grades), name).toBe(id)
})
