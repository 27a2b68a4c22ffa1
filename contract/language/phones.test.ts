import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  callingCode,
  countryOfPhone,
  inE164,
  onWire,
  phoneCountries,
  phoneOf,
  readingsOf,
  readPhone,
  shownPhone,
} from './phones.ts'

type Country = Parameters<typeof getCountryCallingCode>[0]

const league = phoneCountries() as Country[]

/** One number of each country, as it is dialled there. */
const examples: Record<string, [home: string, number: string]> = {
  DZ: ['0551 23 45 67', '+213551234567'],
  BH: ['3600 1234', '+97336001234'],
  KM: ['321 23 45', '+2693212345'],
  DJ: ['77 83 10 01', '+25377831001'],
  EG: ['010 0123 4567', '+201001234567'],
  IQ: ['0791 234 5678', '+9647912345678'],
  JO: ['07 9012 3456', '+962790123456'],
  KW: ['500 12345', '+96550012345'],
  LB: ['71 123 456', '+96171123456'],
  LY: ['091-2345678', '+218912345678'],
  MR: ['22 12 34 56', '+22222123456'],
  MA: ['0650-123456', '+212650123456'],
  OM: ['9212 3456', '+96892123456'],
  PS: ['0599 123 456', '+970599123456'],
  QA: ['3312 3456', '+97433123456'],
  SA: ['051 234 5678', '+966512345678'],
  SO: ['7 1123456', '+25271123456'],
  SD: ['091 123 1234', '+249911231234'],
  SY: ['0944 567 890', '+963944567890'],
  TN: ['20 123 456', '+21620123456'],
  AE: ['050 123 4567', '+971501234567'],
  YE: ['0712 345 678', '+967712345678'],
}

test('the 22 countries of the Arab League are read with the calling codes that Google has', () => {
  expect(league).toHaveLength(22)
  expect(Object.keys(examples)).toEqual(league)
  for (const country of league) expect(callingCode(country)).toBe(getCountryCallingCode(country))
})

const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
const persian = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))

/** The ways in which people write a number, with the country of the school where it is needed to read it. */
function written(country: string) {
  const [home, number] = examples[country]!
  const digits = number.slice(1)
  const afterCode = digits.slice(callingCode(country)!.length)
  const zero = home.startsWith('0') ? '0' : ''
  const everywhere = [
    number,
    `00${digits}`,
    `+ ${digits.slice(0, 5)} ${digits.slice(5)}`,
    `\u202a${number}\u202c`,
    `\u2068+${digits}\u2069`,
    `00 ${digits.slice(0, 4)}-${digits.slice(4)}`,
    `+${callingCode(country)}${zero}${afterCode}`,
    `00${callingCode(country)} ${zero}${afterCode}`,
    `+${digits.slice(0, 6)}\u00a0${digits.slice(6)}`,
    `+${digits.slice(0, 4)}–${digits.slice(4)}`,
  ]
  const athome = [home, home.replace(/\D/g, ''), afterCode, digits, `${callingCode(country)}${zero}${afterCode}`]
  const inAllDigits = (texts: string[]) => texts.flatMap((text) => [text, arabic(text), persian(text)])
  return { number, everywhere: inAllDigits(everywhere), athome: inAllDigits(athome) }
}

test('every written form is one number, as Google reads it, or refused, whatever the country of the school is', () => {
  let forms = 0
  for (const country of league) {
    const { number, everywhere, athome } = written(country)
    for (const school of league) {
      for (const text of everywhere) expect(readPhone(text, school), `${text} in ${school}`).toBe(number)
      forms += everywhere.length
    }
    for (const text of athome) expect(readPhone(text, country), `${text} in ${country}`).toBe(number)
    for (const [text, school] of athome.flatMap((one) => league.map((other) => [one, other] as const))) {
      const reading = readPhone(text, school)
      const ofGoogle = parsePhoneNumberFromString(text, school)?.number
      // Elsewhere the same digits may be a number of that country: then Google reads it so too.
      if (!reading?.startsWith('+20')) expect([null, number, ofGoogle]).toContain(reading)
      forms += 1
    }
  }
  expect(forms).toBeGreaterThan(1000)
})

/** Ranges that Google knows as mobile and that no person has a telephone in: machines, satellites, ranges no network uses. */
const leftOut = /^\+(962427|968150|968505|2163|252(15|2|3|4|8))/
/** Where landlines and mobiles share leading digits; the code that does not arrive there is the proof. */
const shared = /^\+(9736[346]|9617|222[234]|252[79])/

test('the table agrees with the numbering plans that Google collects', () => {
  const figures = league.map((country) => ({ country, code: callingCode(country)! }))
  const number = fc
    .tuple(fc.constantFrom(...figures), fc.integer({ min: 10, max: 99 }), fc.integer({ min: 0, max: 9_999_999 }))
    .map(([{ code }, first, rest]) => ({ code, digits: `${first}${String(rest).padStart(7, '0')}` }))
  fc.assert(
    fc.property(number, fc.constantFrom(7, 8, 9, 10), ({ code, digits }, length) => {
      const typed = `+${code}${digits.padEnd(10, '5').slice(0, length)}`
      const google = parsePhoneNumberFromString(typed)
      const ours = readPhone(typed)
      const type = google?.isValid() ? google.getType() : undefined
      if (type === 'MOBILE' && !leftOut.test(typed)) expect(ours, typed).toBe(google!.number)
      if (type === 'FIXED_LINE' && !shared.test(typed)) expect(ours, typed).toBeNull()
    }),
    { numRuns: 20_000, seed: 103 },
  )
})

test('other countries are read by the lengths of the ITU', () => {
  expect(readPhone('+49 1512 3456789')).toBe('+4915123456789')
  expect(readPhone('0044 7400 123456', 'SA')).toBe('+447400123456')
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
  for (const country of league) codes.delete(getCountryCallingCode(country))
  for (const code of codes) expect(readPhone(`+${code}23456789`)).toBe(`+${code}23456789`)
})

test('digits of several countries have a reading for each, and a whole number has one', () => {
  expect(readingsOf('٠٥٠ ١٢٣ ٤٥٦٧').toSorted()).toEqual([
    '+213501234567',
    '+963501234567',
    '+966501234567',
    '+971501234567',
  ])
  expect(readingsOf('+966 50 123 4567')).toEqual(['+966501234567'])
  expect(readingsOf('0225551234')).toEqual([])
})

test.each([
  ['7 digits', '+1234567'],
  ['16 digits', '+4915123456789012'],
  ['letters', '+9665O1234567'],
  ['look-alike letters for digits', '+966 50l 234 567'],
  ['full-width digits', '＋９６６５０１２３４５６７'],
  ['zeros for a country', '+000501234567'],
  ['a landline of Saudi Arabia', '+966112345678'],
  ['a free number', '+9668001234567'],
  ['a premium number of Egypt', '+209000123456'],
  ['a short number', '997'],
  ['two pluses', '++966501234567'],
  ['nothing', ''],
])('%s is refused', (_, typed) => {
  for (const country of league) expect(readPhone(typed, country)).toBeNull()
})

test('01 and nine digits are of Egypt everywhere, also where the digits could be dialled in another country', () => {
  for (const country of league) {
    expect(readPhone('01012345678', country)).toBe('+201012345678')
    expect(readPhone('201012345678', country)).toBe('+201012345678')
  }
})

test('on the wire a number of Egypt has the form 01…, and every other its form of E.164', () => {
  expect(phoneOf('+20 100 000 0004')).toBe('01000000004')
  expect(phoneOf('050 123 4567', 'SA')).toBe('+966501234567')
  expect(phoneOf('050 123 4567')).toBeNull()
  for (const { number } of league.map(written)) {
    expect(inE164(onWire(number))).toBe(number)
    expect(phoneOf(onWire(number), 'KW')).toBe(onWire(number))
  }
})

test('a number is shown as at home in its country, and elsewhere with its calling code', () => {
  expect(shownPhone('01000000004', 'SA')).toBe('01000000004')
  expect(shownPhone('+966501234567')).toBe('+966 50 123 4567')
  expect(shownPhone('+966501234567', 'SA')).toBe('050 123 4567')
  expect(shownPhone('+96550012345', 'KW')).toBe('5001 2345')
  expect(shownPhone('+9613123456')).toBe('+961 3 123 456')
  expect(shownPhone('+4915123456789')).toBe('+4915123456789')
  for (const country of league) {
    const phone = onWire(examples[country]![1])
    expect(readPhone(shownPhone(phone, country), country)).toBe(inE164(phone))
    expect(readPhone(shownPhone(phone), 'SD')).toBe(inE164(phone))
    expect(countryOfPhone(phone)).toBe(country)
  }
  expect(countryOfPhone('+4915123456789')).toBeNull()
})
