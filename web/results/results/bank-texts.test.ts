import { expect, test } from 'vitest'
import { bankTexts, offeredTexts } from './bank-texts.ts'

const entry = { body: '{first} reads: {he|she} likes {his|her} books', bodyF: null }
const arabic = { body: '{first} طالب مجتهد', bodyF: '{first} طالبة مجتهدة' }

test('a text of the bank is filled by the name and the sex of the student', () => {
  expect(bankTexts(entry, { firstName: 'Omar', sex: 'male' })).toEqual(['Omar reads: he likes his books'])
  expect(bankTexts(entry, { firstName: 'Laila', sex: 'female' })).toEqual(['Laila reads: she likes her books'])
  expect(bankTexts(arabic, { firstName: 'ليلى', sex: 'female' })).toEqual(['ليلى طالبة مجتهدة'])
})

test('without a sex both are offered, and one where they do not differ', () => {
  expect(bankTexts(arabic, { firstName: 'نور', sex: null })).toEqual(['نور طالب مجتهد', 'نور طالبة مجتهدة'])
  expect(bankTexts({ body: 'أحسنت', bodyF: null }, { firstName: 'نور', sex: null })).toEqual(['أحسنت'])
})

test('a text for another course or band is not offered, and one for this band comes first', () => {
  const all = [
    { body: 'any', bodyF: null, courseId: null, band: null },
    { body: 'maths', bodyF: null, courseId: 'maths', band: null },
    { body: 'blue', bodyF: null, courseId: null, band: 'Blue' },
    { body: 'blue maths', bodyF: null, courseId: 'maths', band: 'Blue' },
    { body: 'red', bodyF: null, courseId: null, band: 'Red' },
  ]
  const offered = (courseId: string | null, band: string | null) =>
    offeredTexts(all, courseId, band).map(({ body }) => body)
  expect(offered('maths', 'Blue')).toEqual(['blue maths', 'blue', 'maths', 'any'])
  expect(offered(null, 'Red')).toEqual(['red', 'any'])
  expect(offered(null, null)).toEqual(['any'])
})
