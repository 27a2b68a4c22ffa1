import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  Amount,
  Bool,
  Day,
  Id,
  Int,
  List,
  Mark,
  OneOf,
  optional,
  PageNumber,
  PageSize,
  Password,
  Phone,
  Phone11,
  Text,
} from './fields.ts'
import { sentenceOf } from './messages.ts'
import { NameOf } from './names.ts'

const digits = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'] as const

/** The value that a field reads, or the sentence with which it refuses. */
function reply(field: z.ZodMiniType, value: unknown): unknown {
  const { success, data, error } = z.safeParse(field, value, { reportInput: true })
  return success ? { read: data } : sentenceOf(error.issues[0]!)
}

const inDigits = (text: string, system: string) => text.replace(/\d/g, (digit) => system[Number(digit)]!)

describe('ids', () => {
  const id = '0195a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'

  test('are read in any case and of any version, and kept in lower case', () => {
    expect(reply(Id, id.toUpperCase())).toEqual({ read: id })
    for (const other of fc.sample(fc.uuid(), 50)) expect(reply(Id, other.toUpperCase())).toEqual({ read: other })
  })

  test.each([
    [undefined, 'Required'],
    [null, 'Required'],
    [7, 'Expected string, received number'],
    [[id], 'Expected string, received array'],
    [{}, 'Expected string, received object'],
    ['', 'Invalid input'],
    [`{${id}}`, 'Invalid input'],
    [`${id} `, 'Invalid input'],
    ["1' or 1=1 --", 'Invalid input'],
  ])('%j is refused: %s', (value, sentence) => expect(reply(Id, value)).toBe(sentence))
})

describe('phones', () => {
  test.each([
    '01012345678',
    '٠١٠١٢٣٤٥٦٧٨',
    '۰۱۰۱۲۳۴۵۶۷۸',
    '010 1234-5678',
    '+201012345678',
    '00201012345678',
    '201012345678',
    '+٢٠ ١٠١٢ ٣٤٥ ٦٧٨',
    '\u202a01012345678\u202c',
    '\u200e+20\u00a01012345678\u200f',
    '010‑1234–5678',
  ])('%s is the phone 01012345678', (typed) => {
    expect(reply(Phone, typed)).toEqual({ read: '01012345678' })
    expect(reply(Phone11, typed)).toEqual({ read: '01012345678' })
  })

  test('one number is one phone however its digits, spaces and country code are typed', () => {
    const number = fc.integer({ min: 0, max: 999_999_999 }).map((n) => `01${String(n).padStart(9, '0')}`)
    const country = fc.constantFrom('0', '+20', '0020', '20')
    fc.assert(
      fc.property(number, fc.constantFrom(...digits), country, fc.nat(10), (phone, system, prefix, gap) => {
        const typed = inDigits(prefix + phone.slice(1), system)
        expect(reply(Phone, `${typed.slice(0, gap)} ${typed.slice(gap)}`)).toEqual({ read: phone })
      }),
    )
  })

  test('a new account needs an Egyptian mobile number', () => {
    for (const value of [undefined, null, '', 5, '0101234567', '010123456789', '02012345678', '01012345x78', {}])
      expect(reply(Phone, value)).toBe('Invalid Phone Number!')
  })

  test('elsewhere a phone needs eleven digits', () => {
    expect(reply(Phone11, '966501234567')).toEqual({ read: '966501234567' })
    for (const value of [undefined, null, '', 1012345678, '0101234567', 'phone number'])
      expect(reply(Phone11, value)).toBe('Phone Number is required')
  })
})

test('a password has 6 to 200 characters of any kind and is kept as it was typed', () => {
  for (const good of ['123456', '      ', 'كلمة سر', 'p\u202ess‏word', '😀😀😀😀😀😀', 'x'.repeat(200)])
    expect(reply(Password, good)).toEqual({ read: good })
  for (const short of [undefined, null, 123456, '', '12345', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 'e\u0301'.repeat(5)])
    expect(reply(Password, short)).toBe('Password must be at least 6 characters long')
  expect(reply(Password, 'x'.repeat(201))).toBe('String must contain at most 200 character(s)')
})

test('true and false are truth values, and nothing that merely looks like them', () => {
  expect([reply(Bool, true), reply(Bool, false)]).toEqual([{ read: true }, { read: false }])
  expect(reply(Bool, undefined)).toBe('Required')
  expect(reply(Bool, 'true')).toBe('Expected boolean, received string')
  expect(reply(Bool, 1)).toBe('Expected boolean, received number')
})

describe('whole numbers', () => {
  const Minutes = Int(0, 600)

  test('are read from any digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.constantFrom(...digits), (n, system) => {
        expect(reply(Minutes, n)).toEqual({ read: n })
        expect(reply(Minutes, ` ${inDigits(String(n), system)} `)).toEqual({ read: n })
      }),
    )
    expect(reply(Int(0, 100_000), '١٢٬٣٤٥')).toEqual({ read: 12_345 })
  })

  test.each([
    [undefined, 'Required'],
    [-1, 'Number must be greater than or equal to 0'],
    [601, 'Number must be less than or equal to 600'],
    ['1e3', 'Expected number, received string'],
    ['0x10', 'Expected number, received string'],
    ['twelve', 'Expected number, received string'],
    ['', 'Expected number, received string'],
    [true, 'Expected number, received boolean'],
    [[5], 'Expected number, received array'],
    [1.5, 'Invalid input'],
    ['1٫5', 'Invalid input'],
    [Number.NaN, 'Invalid input'],
    [Number.POSITIVE_INFINITY, 'Invalid input'],
  ])('%j is refused: %s', (value, sentence) => expect(reply(Minutes, value)).toBe(sentence))

  test('pages count from 1 to 10,000 and hold 1 to 200 rows', () => {
    for (const [field, most] of [
      [PageNumber, 10_000],
      [PageSize, 200],
    ] as const) {
      expect(reply(field, most)).toEqual({ read: most })
      expect(reply(field, 0)).toBe('Number must be greater than or equal to 1')
      expect(reply(field, -1)).toBe('Number must be greater than or equal to 1')
      expect(reply(field, 1e9)).toBe(`Number must be less than or equal to ${most}`)
    }
  })
})

test('a field with a sentence of its own says it of whatever is missing or is not of its kind', () => {
  const own = 'capacity is required'
  for (const value of [undefined, null, '', 0, '٠', 'thirty', 2.5, true, []])
    expect(reply(Int(1, 500, { missing: own }), value), String(value)).toBe(own)
  expect(reply(Int(1, 500, { missing: own }), 501)).toBe('Number must be less than or equal to 500')
  for (const value of [undefined, null, '', 0, -1, 'much', true, []])
    expect(reply(Amount(0.01, 99, { tooSmall: own }), value), String(value)).toBe(own)
  for (const value of [undefined, null, '', '  ', 7, {}])
    expect(reply(Text(1, 9, { missing: own }), value), JSON.stringify(value)).toBe(own)
})

test('one of a few words is exactly one of them', () => {
  const State = OneOf(['present', 'absent'])
  expect(reply(State, 'absent')).toEqual({ read: 'absent' })
  expect(reply(State, null)).toBe('Required')
  for (const value of ['Absent', 'absent ', '', 'toString', 1, ['absent']])
    expect(reply(State, value)).toBe('Invalid enum value')
})

test('a list has a least and a greatest length, and each of its elements is read', () => {
  const Ids = List(Int(1, 9), 1, 3)
  expect(reply(Ids, [1, '٢'])).toEqual({ read: [1, 2] })
  expect(reply(Ids, undefined)).toBe('Required')
  expect(reply(Ids, [])).toBe('Array must contain at least 1 element(s)')
  expect(reply(Ids, [1, 2, 3, 4])).toBe('Array must contain at most 3 element(s)')
  expect(reply(Ids, { length: 2 })).toBe('Expected array, received object')
  expect(reply(Ids, [1, 'x'])).toBe('Expected number, received string')
})

test('left out, null and empty all mean that there is no value', () => {
  for (const field of [Id, Phone, Password, Bool, Int(1, 5), Day, OneOf(['a'])]) {
    expect(reply(optional(field), undefined)).toEqual({ read: undefined })
    expect(reply(optional(field), null)).toEqual({ read: null })
    expect(reply(optional(field), '')).toEqual({ read: null })
  }
  expect(reply(optional(Id), 'x')).toBe('Invalid input')
})

test('a text of spaces alone is empty, for it is trimmed; a password of spaces is one', () => {
  for (const field of [Text(0, 9), Text(3, 9), Text(0, 9, { lines: true }), NameOf(1, 9)])
    for (const blank of [' ', '   ', '\n ', '\u00a0'])
      expect(reply(optional(field), blank), JSON.stringify(blank)).toEqual({ read: null })
  expect(reply(optional(Password), '      ')).toEqual({ read: '      ' })
})

test('a mark has at most two decimals, and so have sums of them', () => {
  for (const value of [10.000000001, '10.000000001', 9.999, 1.005, '٠٫٠٠١'])
    expect(reply(Mark, value), String(value)).toBe('At most 2 decimals')
  for (const [value, read] of [
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    ['٧٫٢٥', 7.25],
    [9999.99, 9999.99],
  ])
    expect(reply(Mark, value), String(value)).toEqual({ read })
})

describe('days', () => {
  test.each([
    ['2026-02-28', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['٢٠٢٦-١١-٠٢', '2026-11-02'],
    [' 2026-11-02 ', '2026-11-02'],
  ])('%s is a day', (typed, day) => expect(reply(Day, typed)).toEqual({ read: day }))

  test('an instant is kept as it came until the school is known', () => {
    for (const instant of ['2026-11-01T22:00:00.000Z', '2026-11-01T22:00Z', '2026-11-02T00:00:00+02:00'])
      expect(reply(Day, instant)).toEqual({ read: instant })
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-2',
    '02/11/2026',
    'today',
    '1899-12-31',
    '',
    '20261102',
  ])('%j is no day', (value) => expect(reply(Day, value)).toBe('Invalid date'))

  test.each([
    '2026-11-01T22:00:00',
    '2026-02-30T10:00Z',
    '2026-11-01T25:00Z',
    '2026-11-01T10:00+2:00',
    '2026-11-01T',
    '9999-12-31T23:59:59Z',
  ])('%s is no instant', (value) => expect(reply(Day, value)).toBe('Invalid date'))

  test('a day that is missing or no text says so', () => {
    expect(reply(Day, null)).toBe('Required')
    expect(reply(Day, 1_793_570_400_000)).toBe('Expected string, received number')
  })
})
