import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Code, Email, Link, optional, Phone, Text } from './fields.ts'
import { NameOf } from './names.ts'
import { asciiDigits, cleaned, graphemes } from './text.ts'

const Name = Text(3, 10)
const Note = Text(0, 500, { lines: true })
const Person = NameOf(1, 100)
const notAllowed = (place: number) =>
  `Character ${place} of this text is not allowed; delete it or write the text again`

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
  ['a C1 control', 'ab\u0086cd'],
  ['half a surrogate pair', 'ab\ud83dcd'],
])('%s is not allowed in a text, and its place is named', (_, text) => {
  expect(reply(Name, text)).toBe(notAllowed(3))
  expect(reply(Note, ` 👩‍🏫\u200f\n${text}`)).toBe(notAllowed(5))
  expect(reply(Person, text)).toBe(notAllowed(3))
})

test.each([
  ['a direction mark', '\u200fab\u200ecd', 'abcd'],
  ['an Arabic letter mark', 'ab\u061ccd', 'abcd'],
  ['an embedding', '\u202aab\u202c\u202bcd\u202c', 'abcd'],
  ['an isolate', '\u2068+20 100 000 0000\u2069', '+20 100 000 0000'],
  ['a zero-width space', 'ab\u200bcd', 'abcd'],
  ['a word joiner', 'ab\u2060cd', 'abcd'],
  ['a byte order mark', '\ufeffab\ufeffcd', 'abcd'],
  ['a mark between a letter and its accent', 'e\u200f\u0301', 'é'],
  ['a tab', 'ab\tcd', 'ab cd'],
  ['a joiner that joins nothing', 'ab \u200dcd\u200c', 'ab cd'],
  ['a joiner between digits', '١\u200c٢', '١٢'],
  ['two joiners in a row', 'اب\u200c\u200cجد', 'اب\u200cجد'],
  ['a joiner between a letter and an emoji', 'ab\u200d🏫', 'ab🏫'],
])('%s is cleaned from every text', (_, typed, kept) => {
  expect(reply(Note, typed)).toEqual({ read: kept })
  expect(reply(Text(1, 100), typed)).toEqual({ read: kept })
  expect(reply(Person, typed)).toEqual({ read: kept })
})

test.each(['اب\u200dجد', 'می\u200cخواهم', '👩‍🏫', '👨‍👩‍👧', '❤️‍🔥', '👩🏽‍🏫 👍🏽 1️⃣ 🇪🇬', '🏳️‍🌈'])(
  '%s stays as it is',
  (text) => {
    for (const field of [Note, Text(1, 100), Person]) expect(reply(field, text)).toEqual({ read: text })
  },
)

test('an override of direction is refused in a name, with its place, and removed from other texts', () => {
  expect(reply(Person, 'عمر\u202e 001')).toBe(notAllowed(4))
  expect(reply(Person, '\u200fعمر  \u202dسمير')).toBe(notAllowed(5))
  expect(reply(Note, 'ab\u202ecd')).toEqual({ read: 'abcd' })
  expect(reply(Name, 'ab\u202dcd')).toEqual({ read: 'abcd' })
})

test('every kind of line break is one in a note and a space elsewhere', () => {
  for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    expect(reply(Note, `one${end}two`)).toEqual({ read: 'one\ntwo' })
    expect(reply(Name, `one${end}two`)).toEqual({ read: 'one two' })
  }
})

test('several spaces inside a name become one', () => {
  expect(reply(Person, ' عبد  الرحمن \u00a0\u200f \t علي ')).toEqual({ read: 'عبد الرحمن علي' })
  expect(reply(Note, 'one  two')).toEqual({ read: 'one  two' })
})

test('phones, codes, addresses and empty fields are cleaned too', () => {
  for (const typed of ['\u2068+20 101 234 5678\u2069', '\u202d010 1234\u200b5678\u202c', '\ufeff01012345678'])
    expect(reply(Phone, typed)).toEqual({ read: '01012345678' })
  expect(reply(Code, '\u200f١٢\u200b٣٤٥')).toEqual({ read: '12345' })
  expect(reply(Email(), '\u200emona@example.com\u2069')).toEqual({ read: 'mona@example.com' })
  expect(reply(Link, '\u2068https://example.com/\u2069')).toEqual({ read: 'https://example.com/' })
  expect(reply(optional(Text(1, 9)), '\u200f \u200b')).toEqual({ read: null })
})

/** Letters, spaces, emoji and everything that copying adds, close together. */
const copied = fc
  .array(
    fc.constantFrom(
      ...Array.from('aé\u0301مَ٣1 \t\n\r\v\f\u0085\u2028\u2029\u00a0\u00ad\u061c\u200b\u200c\u200d\u200e\u200f'),
      ...Array.from('\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\ufe0f👩🏫🏽❤🔥🇪🇬'),
    ),
    { maxLength: 30 },
  )
  .map((all) => all.join(''))

test('a text that was read once is read the same again, and is clean', () => {
  const typed = fc.oneof(copied, fc.string({ unit: 'binary', maxLength: 40 }))
  for (const [field, rules] of [
    [Note, { lines: true }],
    [Text(0, 500), {}],
    [NameOf(0, 100), { name: true }],
  ] as const)
    fc.assert(
      fc.property(typed, (text) => {
        const first = reply(field, text)
        if (typeof first === 'string') return
        const kept = first.read as string
        expect(reply(field, kept)).toEqual({ read: kept })
        expect(kept).toBe(kept.trim().normalize('NFC'))
        expect(cleaned(kept, rules)).toBe(kept)
        expect(kept).not.toMatch(/[\t\r\v\f\u0085\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\0]/)
      }),
      { numRuns: 500 },
    )
})

test('no text has more code points than the database stores for its length', () => {
  const family = '👩🏽‍❤️‍💋‍👨🏽'
  expect(graphemes(family.repeat(6), 10)).toBe(6)
  expect(graphemes(`a${'\u0315'.repeat(8)}`.repeat(10), 10)).toBe(11)
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
