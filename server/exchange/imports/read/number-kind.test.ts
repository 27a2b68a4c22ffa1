import { expect, test } from 'vitest'
import { countryOfZone, kindOfHeading, kindOfNumber } from './number-kind.ts'

const unknown = { chosen: null, nationality: null, country: null, birthDate: null }

test.each([
  ['31603010112357', {}, 'egypt'],
  ['31613010112357', { nationality: 'JO' }, null],
  ['784200012345678', { country: 'EG' }, 'emirates'],
  // Ten digits that begin with 2 are a number of the child's own state, unless the school is in Saudi Arabia.
  ['2526018159', { nationality: 'JO', country: 'EG' }, 'other'],
  ['2526018159', { nationality: 'JO', country: 'SA' }, 'saudiResident'],
  ['2526018159', { country: 'SA' }, 'saudiResident'],
  ['2526018159', {}, 'other'],
  ['2526018159', { country: 'EG' }, null],
  ['1026018159', { nationality: 'SA', country: 'EG' }, 'saudiCitizen'],
  ['1026018159', { nationality: 'JO', country: 'SA' }, 'other'],
  // A year and a month may look like a century, a year and a month.
  ['201101234567', { nationality: 'IQ' }, 'other'],
  ['201101234567', { nationality: 'KW' }, 'kuwait'],
  ['311051200123', { birthDate: '2011-05-12' }, 'kuwait'],
  ['A1234567', { country: 'EG' }, 'passport'],
  ['123456789', { nationality: 'PS' }, 'other'],
  ['123456789', { chosen: 'passport' }, 'passport'],
  ['2526018159', { chosen: 'other', country: 'EG' }, 'other'],
  ['123456789', { chosen: 'egypt' }, null],
] as const)('the number %s of a child with %o is of the kind %s', (number, about, kind) => {
  expect(kindOfNumber(number, { ...unknown, ...about })).toBe(kind)
})

test('the country of a school follows from its time zone, and the kind of a passport from its heading', () => {
  expect(['Africa/Cairo', 'Asia/Riyadh', 'Asia/Amman'].map(countryOfZone)).toEqual(['EG', 'SA', null])
  expect(['رقم جواز السفر', 'Passport number', 'الرقم القومي'].map(kindOfHeading)).toEqual([
    'passport',
    'passport',
    null,
  ])
})

test.each(['الرقم القومي / جواز السفر', 'رقم الهوية أو جواز السفر', 'National ID / Passport', 'ID or passport number'])(
  'the heading %s names no kind, so that each number shows its own',
  (heading) => {
    expect(kindOfHeading(heading)).toBeNull()
  },
)
