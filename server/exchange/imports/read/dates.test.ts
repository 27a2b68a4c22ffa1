import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, datesIn, shortHijriDay } from './dates.ts'

const today = '2026-11-18'
const read = (text: string, order: 'dayFirst' | 'monthFirst' | null = null) => dayIn(text, { order, today })

test('a day is read as people and spreadsheets write it', () => {
  for (const written of [
    '2015-06-15',
    '15/6/2015',
    '١٥/٠٦/٢٠١٥',
    '15.06.2015',
    '06/15/2015',
    '15/6/15',
    '42170',
    '2015-06-15T00:00:00.000Z',
    '15/06/2015 00:00',
  ])
    expect(read(written), written).toBe('2015-06-15')
  for (const written of ['31/02/2015', '13/13/2015', 'June', '2015-6', '']) expect(read(written), written).toBeNull()
})

test('a date that can be two days is neither until the order is known', () => {
  expect(read('4/2/2000')).toBe('unsure')
  expect(read('4/2/2000', 'dayFirst')).toBe('2000-02-04')
  expect(read('4/2/2000', 'monthFirst')).toBe('2000-04-02')
  expect(read('4/4/2000')).toBe('2000-04-04')
  expect(read('13/2/2000', 'monthFirst')).toBeNull()
})

test('two digits of a year mean the one century in which a pupil can be born', () => {
  expect(read('15/6/99')).toBe('1999-06-15')
  expect(read('15/6/26')).toBe('2026-06-15')
  expect(read('15/6/30')).toBeNull()
})

test('one number above 12 decides the order of the whole column', () => {
  expect(datesIn(['4/2/2000', '', '5/13/2000'])).toMatchObject({ dayOrder: 'monthFirst', dayExample: '4/2/2000' })
  expect(datesIn(['4/2/2000', '13/5/2000', 'x'])).toMatchObject({ dayOrder: 'dayFirst', dayExample: '4/2/2000' })
  expect(datesIn(['13/5/2000'])).toMatchObject({ dayOrder: 'dayFirst', dayExample: '13/5/2000' })
  expect(datesIn(['4/2/2000', '5/6/2000'])).toMatchObject({ dayOrder: null, dayExample: '4/2/2000' })
  expect(datesIn(['4/2/2000', '13/5/2000', '5/13/2000'])).toMatchObject({ dayOrder: null, dayExample: '4/2/2000' })
  expect(datesIn(['2015-06-15', '4/4/2000'])).toMatchObject({ dayOrder: null, dayExample: null })
})

test('a column written in either order is read back to the day it was written from', () => {
  const day = fc
    .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2026-11-18T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), fc.boolean(), (days, american) => {
      const written = days.map((one) => {
        const [year, month, ofMonth] = one.split('-').map(Number)
        return american ? `${month}/${ofMonth}/${year}` : `${ofMonth}/${month}/${year}`
      })
      const { dayOrder, dayExample } = datesIn(written)
      const back = written.map((text) => read(text, dayOrder))
      if (dayOrder === null) expect(back.every((one, nth) => one === 'unsure' || one === days[nth])).toBe(true)
      else expect(back).toEqual(days)
      expect(back.includes('unsure')).toBe(dayOrder === null && dayExample !== null)
    }),
  )
})

test('a date of the Hijri calendar is the day of Umm al-Qura, whatever its order, and says so of its column', () => {
  const read = (text: string) => dayIn(text, { order: null, today })
  expect(['1438/05/12', '12/5/1438', '١٢-٠٥-١٤٣٨ هـ', '12-5-1438هـ'].map(read)).toEqual(Array(4).fill('2017-02-09'))
  expect(read('30/2/1438')).toBeNull()
  expect(datesIn(['', '12/5/1438', '13/5/2000'])).toMatchObject({ dayOrder: 'dayFirst', hijriExample: '12/5/1438' })
})

test('a date is read with spaces, the sign of its calendar, a short year and a month of the Hijri calendar', () => {
  for (const written of ['12 / 5 / 2016 م', '12\\5\\2016', '2016 - 5 - 12', '12-May-16', '12 مايو 2016'])
    expect(read(written, 'dayFirst'), written).toBe('2016-05-12')
  for (const written of ['هـ 12/9/1437', '12/9/37 هـ', '12 رمضان 1437هـ', '١٢-رمضان-١٤٣٧'])
    expect(read(written), written).toBe('2016-06-17')
  expect(read('12 شهر 1437')).toBeNull()
})

test('a short year is of the Hijri calendar beside its dates, and is asked for where it may be of either', () => {
  const read = (text: string, hasHijri: boolean) => shortHijriDay(text, { hasHijri, today })
  expect(['12/5/46', '12/5/38', '12/5/99', '12/5/15'].map((text) => read(text, true))).toEqual([
    '2024-11-14',
    '2017-02-09',
    undefined,
    'twoCalendars',
  ])
  expect(['12/5/46', '12/5/38', '12/5/46 م', '12/5/99', '12/5/15'].map((text) => read(text, false))).toEqual([
    'twoCalendars',
    'twoCalendars',
    undefined,
    undefined,
    undefined,
  ])
})
