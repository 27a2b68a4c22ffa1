import { expect, test } from 'vitest'
import { isMisspeltMobile, phonesIn } from './phones.ts'
import { mobileIn, accountNumberIn } from './words.ts'

test('two numbers in one cell are two, whatever stands between them', () => {
  const two = ['01020463764', '01058138641']
  for (const between of [
    ' & ',
    ' أو ',
    ' or ',
    '_',
    ' + ',
    ':',
    ' - ',
    '-',
    ' ',
    ' و ',
    'و',
    ' و',
    '\\',
    ' / ',
    '،',
    '\n',
  ])
    expect(phonesIn(two.join(between)), between).toEqual(two)
  expect(phonesIn('01020463764 - 02 2345 6789')).toEqual(['01020463764', '02 2345 6789'])
  expect(phonesIn('02 2345 6789 010 2046 3764')).toEqual(['02 2345 6789', '010 2046 3764'])
  expect(phonesIn('1020463764 1058138641')).toEqual(['1020463764', '1058138641'])
  expect(phonesIn('0501234567 - 0551234567')).toEqual(['0501234567', '0551234567'])
  expect(phonesIn('٠١٠٢٠٤٦٣٧٦٤ و٠١٠٥٨١٣٨٦٤١')).toHaveLength(2)
})

test('a number with signs in it stays one', () => {
  for (const one of [
    '010 2046 3764',
    '010-2046-3764',
    '+20 102 046 3764',
    '0020 1020463764',
    '02 2345 6789',
    '+44 20 7946 0000',
  ])
    expect(phonesIn(one)).toEqual([one])
})

test('a mobile number with a digit missing or too many is known as one', () => {
  for (const wrong of ['0102419329', '010241932900', '102419329', '+20 10241932', '010-241-9329', '٠١٠٢٤١٩٣٢٩'])
    expect(isMisspeltMobile(wrong), wrong).toBe(true)
  for (const other of [
    '01024193290',
    '1024193290',
    '02 2345 6789',
    '+966 50 123 4567',
    '0551234567',
    '+44 20 7946 0000',
    'لا يوجد',
  ])
    expect(isMisspeltMobile(other), other).toBe(false)
})

test('numbers of the country of a school are read as they are dialled there, and Egyptian ones beside them', () => {
  expect(phonesIn('050 123 4567 - 055 765 4321', 'SA')).toEqual(['050 123 4567', '055 765 4321'])
  expect(phonesIn('5001 2345 / 01020463764', 'KW')).toEqual(['5001 2345', '01020463764'])
  expect(mobileIn('501234567', 'SA')).toBe('+966501234567')
  expect(mobileIn('1020463764', 'SA')).toBe('01020463764')
  expect(mobileIn('050 123 4567')).toBeNull()
  expect(isMisspeltMobile('0501234567', 'SA')).toBe(false)
})

test('a number of a country whose mobiles are not known invites nobody by itself', () => {
  expect(mobileIn('+1 415 555 0100')).toBeNull()
  expect(accountNumberIn('+1 415 555 0100')).toBe('+14155550100')
})
