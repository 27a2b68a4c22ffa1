import { expect, test } from 'vitest'
import { boys, girls } from '#test/world/names.ts'
import { amongRemarks, isPrivate, odditiesOf } from './remark-oddities.ts'

const everybody = [...boys, ...girls]
const about = (body: string, more: object = {}) => ({
  body,
  language: 'ar' as const,
  names: ['مازن', 'سامي', 'الخياط'],
  sex: 'male',
  figures: [82.5, 100, 3],
  ...more,
})
const among = (bodies: string[] = []) => amongRemarks(everybody, bodies)
const odd = (body: string, more: object = {}) => odditiesOf(about(body, more), among([body]))

test('another name of the grade is odd, the own one and a word of every day are not', () => {
  expect(odd('رقية تشارك في الدرس')).toEqual(['otherName'])
  expect(odd('مازن يشارك في الدرس وهو نور الفصل')).toEqual([])
})

test('words for a boy about a girl are odd, in both languages; an unknown sex is said', () => {
  expect(odd('طالبة مجتهدة')).toEqual(['sex'])
  expect(odd('She reads well', { language: 'en' })).toEqual(['sex'])
  expect(odd('He reads well', { language: 'en' })).toEqual([])
  expect(odd('طالب مجتهد', { sex: null })).toEqual(['unknownSex'])
  expect(odd('يقرأ جيدًا', { sex: null })).toEqual([])
})

test('a text of four pupils, a number that is not the mark, and one that is too long for the paper are odd', () => {
  const copied = 'أداء جيد'
  expect(odditiesOf(about(copied), among([copied, copied, copied]))).toEqual([])
  expect(odditiesOf(about(copied), among([copied, copied, copied, copied]))).toEqual(['repeated'])
  expect(odd('حصل على ٨٢٫٥ من 100 وغاب 3 أيام')).toEqual([])
  expect(odd('حصل على 92')).toEqual(['figure'])
  expect(odd('أ'.repeat(351))).toEqual(['long'])
})

test.each([
  'غاب كثيرًا بسبب مرضه',
  'نتمنى الشفاء للمريض',
  'لم تسدد المصروفات بعد',
  'His diabetes needs care',
  'Fees are unpaid',
])('%s speaks of what is no matter of a card', (body) => {
  expect(isPrivate(body)).toBe(true)
  expect(odd(body, { sex: null })).toContain('private')
})

test.each(['نتائجه مرضية', 'يبذل جهدًا كبيرًا في مادة التربية الدينية', 'He feels at home', 'كل الشكر للأسرة'])(
  '%s does not',
  (body) => expect(isPrivate(body)).toBe(false),
)

test('planted faults are all found, and at most two of a hundred clean remarks are called odd', () => {
  const sentences = [
    'يشارك في الدرس ويسأل أسئلة جيدة',
    'يكتب بخط واضح ويقرأ بطلاقة',
    'يحتاج إلى مراجعة جدول الضرب',
    'ينصت ويتعاون مع الفريق',
  ]
  const clean = Array.from({ length: 1000 }, (_, nth) => ({
    names: [everybody[nth % everybody.length]!],
    body: `${everybody[nth % everybody.length]} ${sentences[nth % 4]} في الأسبوع ${1 + (nth % 9)} وينجز المهمة رقم ${nth % 10}`,
    sex: nth % everybody.length < boys.length ? 'male' : 'female',
  }))
  const other = amongRemarks(
    everybody,
    clean.map(({ body }, nth) => `${body} ${nth}`),
  )
  const isOdd = (one: object) => odditiesOf(about('', one), other).length > 0
  expect(clean.filter(isOdd).length).toBeLessThanOrEqual(20)
  const usual = new Set(['نور', 'فرح', 'ملك', 'جنى', 'هنا'])
  const others = everybody.filter((name) => !usual.has(name) && name !== 'مازن')
  const planted = Array.from({ length: 100 }, (_, nth) => `${others[nth % others.length]} ${sentences[nth % 4]}`)
  expect(planted.filter((body) => isOdd({ body }))).toEqual(planted)
})
