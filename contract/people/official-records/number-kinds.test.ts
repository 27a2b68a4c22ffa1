import { describe, expect, test } from 'vitest'
import { birthDateIn, isOfKind, plainNumber, sexIn } from './number-kinds.ts'

const boy = '31703150112357'
const girl = '31703150112347'

describe('an Egyptian number', () => {
  test('states a birth date and a sex', () => {
    expect(isOfKind('egypt', boy)).toBe(true)
    expect(birthDateIn('egypt', boy)).toBe('2017-03-15')
    expect(sexIn('egypt', boy)).toBe('male')
    expect(sexIn('egypt', girl)).toBe('female')
    expect(birthDateIn('egypt', '29912310112357')).toBe('1999-12-31')
  })

  test.each([
    ['thirteen digits', '3170315011235'],
    ['a century that no living person has', '11703150112357'],
    ['a day that does not exist', '31702300112357'],
    ['a month that does not exist', '31713010112357'],
    ['29 February of no leap year', '31702290112357'],
    ['a governorate that does not exist', '31703150512357'],
    ['letters', '3170315O112357'],
  ])('with %s is none', (_, number) => expect(isOfKind('egypt', number)).toBe(false))

  test('of somebody born abroad, and of 29 February, is one', () => {
    expect(isOfKind('egypt', '31602298812357')).toBe(true)
  })

  test('is right with whatever last digit: its rule was never published', () => {
    for (let last = 0; last <= 9; last++) expect(isOfKind('egypt', boy.slice(0, 13) + last)).toBe(true)
  })
})

test('numbers are compared without spaces, dashes and marks, in western digits and capitals', () => {
  expect(plainNumber('٣ ١٧٠٣١٥-٠١ ١٢٣٥٧')).toBe(boy)
  expect(plainNumber('\u200f784-2015-1234567-1')).toBe('784201512345671')
  expect(plainNumber('a 1234567')).toBe('A1234567')
})

test('numbers of other kinds have their own structure', () => {
  expect(isOfKind('emirates', '784201512345671')).toBe(true)
  expect(isOfKind('emirates', '783201512345671')).toBe(false)
  expect(isOfKind('saudiCitizen', '1234567890')).toBe(true)
  expect(isOfKind('saudiCitizen', '2234567890')).toBe(false)
  expect(isOfKind('saudiResident', '2234567890')).toBe(true)
  expect(birthDateIn('kuwait', '315031501234')).toBe('2015-03-15')
  expect(isOfKind('kuwait', '315133501234')).toBe(false)
  expect(isOfKind('passport', 'A1234567')).toBe(true)
  expect(isOfKind('passport', 'A123 4567')).toBe(false)
  expect(birthDateIn('passport', 'A1234567')).toBeNull()
  expect(sexIn('passport', 'A1234567')).toBeNull()
})
