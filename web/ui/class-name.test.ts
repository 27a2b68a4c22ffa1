import { expect, test } from 'vitest'
import { signOfClass } from './class-name.ts'

test('the sign of a class is its number with its section, however the name is written', () => {
  const signs = {
    'فصل 4أ': '4أ',
    'فصل 4 أ': '4أ',
    '4/أ': '4أ',
    '4 - ب': '4ب',
    'فصل ٤ أ': '٤أ',
    'الصف 4 ابتدائي ج': '4ج',
    '1/2': '1/2',
    'فصل 10/2': '10/2',
    '1 ثانوي 2': '1/2',
    'Grade 4 A': '4A',
    'Grade 12': '12',
    '3rd Prep B': '3B',
    '4 A1': '4A1',
    KG2: 'KG2',
    'KG1 Red': 'KG1R',
    'KG1 Blue': 'KG1B',
  }
  expect(Object.fromEntries(Object.keys(signs).map((name) => [name, signOfClass(name)]))).toEqual(signs)
})

test('a class without a number has the beginning of its last word', () => {
  expect(['فصل النور', 'أولى ب', ' Sunflowers '].map(signOfClass)).toEqual(['الن', 'ب', 'Sun'])
})
