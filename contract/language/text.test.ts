import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Text } from './fields.ts'
import { asciiDigits, graphemes, hasForbiddenCharacters } from './text.ts'

const Name = Text(3, 10)
const Note = Text(0, 500, { lines: true })
const notAllowed = 'This text contains characters that are not allowed'

const reply = (field: z.ZodMiniType, value: unknown) => {
  const { success, data, error } = z.safeParse(field, value)
  return success ? { read: data } : error.issues[0]!.message
}

test.each([
  ['  منى  ', 'منى'],
  ['e\u0301le\u0300ve', 'élève'],
  ['می‌خواهم', 'می‌خواهم'],
  ['<b>x</b>', '<b>x</b>'],
  ["O'Hara; --", "O'Hara; --"],
  ['😀😀😀', '😀😀😀'],
  ['مُحَمَّد', 'مُحَمَّد'.normalize('NFC')],
])('%j is kept as %j', (typed, kept) => expect(reply(Name, typed)).toEqual({ read: kept }))

test('a length is counted in what people see as characters', () => {
  expect(reply(Name, 'نن')).toBe('String must contain at least 3 character(s)')
  expect(reply(Name, ' نن ')).toBe('String must contain at least 3 character(s)')
  expect(reply(Name, 'ن'.repeat(11))).toBe('String must contain at most 10 character(s)')
  expect(reply(Name, '🇪🇬'.repeat(10))).toEqual({ read: '🇪🇬'.repeat(10) })
  expect(reply(Name, '🇪🇬'.repeat(11))).toBe('String must contain at most 10 character(s)')
})

test('a heap of marks on one letter is too long, however few letters it is on', () => {
  expect(reply(Name, `مَ${'\u064e'.repeat(200)}م`)).toBe('String must contain at most 10 character(s)')
})

test('a letter with more marks than any writing has is too long, in a text of any length, and is not normalised', () => {
  const marks = (count: number) =>
    Array.from({ length: count }, (_, nth) => (nth < count / 2 ? '\u0315' : '\u0316')).join('')
  expect(reply(Note, `a${marks(30)}`)).toEqual({ read: `a${marks(30)}`.normalize('NFC') })
  expect(reply(Note, `a${marks(31)}`)).toBe('String must contain at most 500 character(s)')
  expect(reply(Note, marks(400_000))).toBe('String must contain at most 500 character(s)')
  // As many combinations of letters and marks that NFC composes as fit.
  expect(reply(Note, '\u03b1\u0313\u0300\u0345'.repeat(500))).toEqual({ read: '\u1f82'.repeat(500) })
  expect(reply(Note, 'x'.repeat(1_000_000))).toBe('String must contain at most 500 character(s)')
})

test('a text that is missing or no text says so, with the sentence of its field where it has one', () => {
  expect(reply(Name, undefined)).toBe('Required')
  expect(reply(Name, null)).toBe('Required')
  expect(reply(Name, 5)).toBe('Expected string, received number')
  expect(reply(Text(1, 200, { missing: 'School Name is required' }), '  ')).toBe('School Name is required')
  expect(reply(Text(1, 200, { missing: 'School Name is required' }), null)).toBe('School Name is required')
})

test.each([
  ['a null character', 'ab\0cd'],
  ['a bell', 'ab\u0007cd'],
  ['a C1 control', 'ab\u0085cd'],
  ['a tab', 'ab\tcd'],
  ['a zero-width space', 'ab\u200bcd'],
  ['a byte order mark', 'ab\ufeffcd'],
  ['an override to the left', 'ab\u202ecd'],
  ['an isolate', 'ab\u2067cd\u2069'],
  ['a direction mark', 'ab\u200fcd'],
  ['an Arabic letter mark', 'ab\u061ccd'],
  ['a line separator', 'ab\u2028cd'],
  ['half a surrogate pair', 'ab\ud83dcd'],
  ['a joiner that joins nothing', 'ab \u200dcd'],
  ['two joiners in a row', 'اب\u200c\u200cجد'],
])('%s is not allowed in a text', (_, text) => {
  expect(reply(Name, text)).toBe(notAllowed)
  expect(reply(Note, text)).toBe(notAllowed)
})

test('a joiner stands only between letters, at the edges of a text it is not one', () => {
  expect(hasForbiddenCharacters('اب\u200dجد')).toBe(false)
  for (const text of ['\u200dاب', 'اب\u200c', '١\u200c٢']) expect(hasForbiddenCharacters(text)).toBe(true)
})

test('line breaks stand in a note and in no name', () => {
  expect(reply(Note, 'one\r\ntwo\nthree')).toEqual({ read: 'one\ntwo\nthree' })
  expect(reply(Name, 'one\ntwo')).toBe(notAllowed)
})

test('a text that was read once is read the same again, and holds nothing that was refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      const first = reply(Note, typed)
      if (typeof first === 'string') return
      const kept = first.read as string
      expect(reply(Note, kept)).toEqual({ read: kept })
      expect(kept).toBe(kept.trim().normalize('NFC'))
      expect(hasForbiddenCharacters(kept.replaceAll('\n', ' '))).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('graphemes are counted no further than one past the limit', () => {
  expect(graphemes('👨‍👩‍👧‍👦', 5)).toBe(1)
  expect(graphemes('abcdefgh', 3)).toBe(4)
  expect(graphemes('x'.repeat(1_000_000), 3)).toBe(4)
})

test('digits and separators of Arabic and Persian are written as ASCII writes them', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ١٬٢٣٤٫٥')).toBe('0123456789 0123456789 1234.5')
  expect(asciiDigits('فصل 4أ')).toBe('فصل 4أ')
})
