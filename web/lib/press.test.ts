import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceInWords } from './press.ts'
import { type Language, textOf, type TextValues } from './texts.ts'

const read = (language: Language, part: string) =>
  JSON.parse(readFileSync(`public/locales/${language}${part}.json`, 'utf8')) as object
const sayIn = (language: Language) => {
  const texts = { ...read(language, ''), ...read(language, '.settings') }
  return (key: string, values?: TextValues) => textOf(texts, language, key, values) ?? key
}

test('a source is the newspaper and the number of its report, in the language at hand', () => {
  const stored = 'elbalad 6719087, egyxam 10443; decree 136/2024'
  expect(sourceInWords(stored, sayIn('en'))).toBe(
    'Sada El-Balad (report 6719087), \u2068egyxam\u2069 (report 10443), Ministerial decree 136/2024',
  )
  expect(sourceInWords(stored, sayIn('ar'))).toBe(
    'صدى البلد (خبر رقم 6719087)، \u2068egyxam\u2069 (خبر رقم 10443)، القرار الوزاري 136/2024',
  )
  expect(sourceInWords(null, sayIn('ar'))).toBe('')
})
