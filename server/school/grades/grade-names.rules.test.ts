import { expect, test } from 'vitest'
import { gradeCode } from './grade-names.rules.ts'

test('a grade has the code of its place among all grades, however its stage is counted', () => {
  const codes: Record<string, string | null> = {
    'Grade 7': '07',
    'Grade 7 Middle': '07',
    'Grade 6 Middle': '06',
    'Prep 1': '07',
    'أول إعدادي': '07',
    'السابع الإعدادي': '07',
    'Grade 10 Secondary': '10',
    'Secondary 3': '12',
    'ثالث ثانوي': '12',
    'ثاني ابتدائي': '02',
    'الثاني عشر': '12',
    'KG 1': 'PK',
    'KG 2': 'KG',
    'Grade 13': null,
    'Grade 0': null,
    'Grade 4 Middle': null,
    'Grade 4 Secondary': null,
    Science: null,
  }
  expect(Object.fromEntries(Object.keys(codes).map((name) => [name, gradeCode(name)]))).toEqual(codes)
})
