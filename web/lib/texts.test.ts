import { expect, test } from 'vitest'
import { detected, textOf, withRetries } from './texts.ts'

const texts = {
  common: { pageOf: 'صفحة {{page}} من {{pages}}' },
  students_zero: 'لا طلاب',
  students_one: 'طالب واحد',
  students_two: 'طالبان',
  students_few: '{{count}} طلاب',
  students_many: '{{count}} طالبًا',
  students_other: '{{count}} طالب',
}

test('a text takes its values in', () => {
  expect(textOf(texts, 'ar', 'common.pageOf', { page: 2, pages: 3 })).toBe('صفحة 2 من 3')
  expect(textOf(texts, 'ar', 'common.nothing')).toBeNull()
  expect(textOf(texts, 'ar', 'common')).toBeNull()
})

test('Arabic counts in six forms, with Latin digits', () => {
  const counted = [0, 1, 2, 5, 30, 100].map((count) => textOf(texts, 'ar', 'students', { count }))
  expect(counted).toEqual(['لا طلاب', 'طالب واحد', 'طالبان', '5 طلاب', '30 طالبًا', '100 طالب'])
})

test('the language is the one kept, then the page, then the address, then English', () => {
  const nothing = { kept: null, lang: '', path: '/', host: 'kashkool.example' }
  expect(detected({ ...nothing, kept: 'ar-EG', lang: 'en' })).toBe('ar')
  expect(detected({ ...nothing, lang: 'ar' })).toBe('ar')
  expect(detected({ ...nothing, path: '/ar/schools' })).toBe('ar')
  expect(detected({ ...nothing, host: 'ar.kashkool.example' })).toBe('ar')
  expect(detected({ ...nothing, kept: 'fr', path: '/arabic' })).toBe('en')
})

test('texts that do not arrive are requested five times more, waiting twice as long each time', async () => {
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  await expect(withRetries(() => Promise.reject(new Error('away')), wait)).rejects.toThrow('away')
  expect(waits).toEqual([350, 700, 1400, 2800, 5600])
})
