import { expect, test } from 'vitest'
import { amountInWords } from './amount-words.ts'

const arabic = (amount: string, currency: Parameters<typeof amountInWords>[1] = 'EGP') =>
  amountInWords(amount, currency, 'ar').replace(/^فقط | لا غير$/g, '')

test.each([
  ['0.00', 'صفر جنيه'],
  ['1.00', 'جنيه واحد'],
  ['2.00', 'جنيهان'],
  ['3.00', 'ثلاثة جنيهات'],
  ['10.00', 'عشرة جنيهات'],
  ['11.00', 'أحد عشر جنيهًا'],
  ['12.00', 'اثنا عشر جنيهًا'],
  ['19.00', 'تسعة عشر جنيهًا'],
  ['20.00', 'عشرون جنيهًا'],
  ['21.00', 'واحد وعشرون جنيهًا'],
  ['99.00', 'تسعة وتسعون جنيهًا'],
  ['100.00', 'مائة جنيه'],
  ['101.00', 'مائة جنيه وجنيه واحد'],
  ['102.00', 'مائة جنيه وجنيهان'],
  ['103.00', 'مائة وثلاثة جنيهات'],
  ['111.00', 'مائة وأحد عشر جنيهًا'],
  ['200.00', 'مائتا جنيه'],
  ['250.00', 'مائتان وخمسون جنيهًا'],
  ['300.00', 'ثلاثمائة جنيه'],
  ['1000.00', 'ألف جنيه'],
  ['1100.00', 'ألف ومائة جنيه'],
  ['2000.00', 'ألفا جنيه'],
  ['2200.00', 'ألفان ومائتا جنيه'],
  ['3000.00', 'ثلاثة آلاف جنيه'],
  ['11000.00', 'أحد عشر ألف جنيه'],
  ['12345.00', 'اثنا عشر ألفًا وثلاثمائة وخمسة وأربعون جنيهًا'],
  ['100000.00', 'مائة ألف جنيه'],
  ['101000.00', 'مائة ألف وألف جنيه'],
  ['200000.00', 'مائتا ألف جنيه'],
  ['1000000.00', 'مليون جنيه'],
  ['2000000.00', 'مليونا جنيه'],
  ['3500000.00', 'ثلاثة ملايين وخمسمائة ألف جنيه'],
  ['1500.50', 'ألف وخمسمائة جنيه وخمسون قرشًا'],
  ['0.05', 'خمسة قروش'],
  ['0.01', 'قرش واحد'],
])('%s is %s', (amount, words) => expect(arabic(amount)).toBe(words))

test('a feminine coin is counted as one', () => {
  expect(arabic('0.01', 'SAR')).toBe('هللة واحدة')
  expect(arabic('0.02', 'SAR')).toBe('هللتان')
  expect(arabic('0.03', 'SAR')).toBe('ثلاث هللات')
  expect(arabic('0.10', 'SAR')).toBe('عشر هللات')
  expect(arabic('0.11', 'SAR')).toBe('إحدى عشرة هللةً')
  expect(arabic('0.12', 'SAR')).toBe('اثنتا عشرة هللةً')
  expect(arabic('0.25', 'SAR')).toBe('خمس وعشرون هللةً')
  expect(arabic('5.125', 'OMR')).toBe('خمسة ريالات ومائة وخمس وعشرون بيسةً')
  expect(arabic('7.250', 'KWD')).toBe('سبعة دنانير ومائتان وخمسون فلسًا')
})

test('the whole sentence says that it is all', () => {
  expect(amountInWords('3000.00', 'EGP', 'ar')).toBe('فقط ثلاثة آلاف جنيه لا غير')
  expect(amountInWords('3000.00', 'EGP', 'en')).toBe('Only three thousand Egyptian pounds')
})

test.each([
  ['1.00', 'one Egyptian pound'],
  ['0.25', 'twenty-five piastres'],
  ['101.00', 'one hundred and one Egyptian pounds'],
  ['1250.50', 'one thousand two hundred and fifty Egyptian pounds and fifty piastres'],
  ['1000007.00', 'one million and seven Egyptian pounds'],
  ['0.00', 'zero Egyptian pounds'],
])('%s is "%s" in English', (amount, words) => expect(amountInWords(amount, 'EGP', 'en')).toBe(`Only ${words}`))
