import { compactDigits } from './text.ts'

/**
 * Mobile numbers of the Arab League: country, calling code, the zero that is dialled before a number at home (- where there is none), the
 * number without it, and its last groups of digits as people write them. By leading digits, as the national numbering plans that Google's
 * libphonenumber collects had them on 30 November 2026 (phones.test.ts compares them). Egypt has the rule of the product: 01 and nine digits.
 */
const table = String.raw`DZ 213 0 [567]\d{8} 222
BH 973 - (3\d|6[346])\d{6} 4
KM 269 - [34]\d{6} 22
DJ 253 - 77\d{6} 222
EG 20 0 1\d{9} 44
IQ 964 0 7[3-9]\d{8} 34
JO 962 0 7[12789]\d{7} 44
KW 965 - (41|[569]\d)\d{6} 4
LB 961 0 (3|7\d|81)\d{6} 33
LY 218 0 9[1-6]\d{7} 7
MR 222 - [234]\d{7} 222
MA 212 0 [67]\d{8} 2222
OM 968 - [79]\d{7} 4
PS 970 0 5[69]\d{7} 33
QA 974 - [3567]\d{7} 4
SA 966 0 5\d{8} 34
SO 252 0 [679]\d{7,8} 34
SD 249 0 (1[0-2]|9\d)\d{7} 34
SY 963 0 (50|9\d)\d{7} 33
TN 216 - [2459]\d{7} 33
AE 971 0 5\d{8} 34
YE 967 0 7[01378]\d{7} 33`

type Numbering = { country: string; code: string; zero: string; mobile: RegExp; groups: string }

let read: Numbering[] | undefined

/** Read when a number is first needed: a first visit may need none. */
const numberings = () =>
  (read ??= table.split('\n').map((line) => {
    const [country, code, zero, mobile, groups] = line.split(' ') as [string, string, string, string, string]
    return { country, code, zero: zero === '-' ? '' : '0', mobile: RegExp(`^${mobile}$`), groups }
  }))

/** The countries whose numbers can be typed as at home, as ISO codes. */
export const phoneCountries = (): string[] => numberings().map(({ country }) => country)

/** The calling code of one of them, without the plus. */
export const callingCode = (country: string) => numberings().find((one) => one.country === country)?.code

const egyptian = /^(?:\+20|0020|20|0)(1\d{9})$/

/**
 * The number that somebody typed, in the form of E.164; null for anything that is none, or could be several. Without a plus or 00 it is of
 * `country`, but 01… and nine digits, with or without 20, are of Egypt everywhere (decision 103).
 */
export function readPhone(typed: string, country = 'EG'): string | null {
  const digits = compactDigits(typed)
  const [, ofEgypt] = egyptian.exec(digits) ?? []
  if (ofEgypt) return `+20${ofEgypt}`
  const [, abroad] = /^(?:\+|00)([1-9]\d{7,15})$/.exec(digits) ?? []
  if (abroad) return dialledFromAbroad(abroad)
  const home = numberings().find((one) => one.country === country)
  if (!home || !/^\d+$/.test(digits)) return null
  return mobileOf(home, digits) ?? (digits.startsWith(home.code) ? dialledFromAbroad(digits) : null)
}

function dialledFromAbroad(digits: string) {
  const numbering = numberings().find(({ code }) => digits.startsWith(code))
  if (numbering) return mobileOf(numbering, digits.slice(numbering.code.length))
  return digits.length > 15 ? null : `+${digits}`
}

/** With or without the zero of home, which people also write after the calling code. */
function mobileOf({ code, zero, mobile }: Numbering, typed: string) {
  const number = zero && typed.startsWith(zero) ? typed.slice(1) : typed
  return mobile.test(number) ? `+${code}${number}` : null
}

/** A number in the form of E.164 as it stands on the wire: 01… for Egypt, as the first specification has it. */
export const onWire = (number: string) => number.replace(/^\+20(?=1)/, '0')

/** A number of the wire in the form of E.164. */
export const inE164 = (onWire: string) => onWire.replace(/^0(?=1)/, '+20')

/** What somebody typed, as the wire has it; null where it is no number. */
export function phoneOf(typed: string, country?: string): string | null {
  const number = readPhone(typed, country)
  return number === null ? null : onWire(number)
}

/** The numbers, in the form of E.164, that digits without a calling code are in the countries of the table. */
export const readingsOf = (typed: string) => [
  ...new Set(phoneCountries().flatMap((country) => readPhone(typed, country) ?? [])),
]

/** The country of a number of the wire, or its calling code with a plus where the table has none. */
export function countryOfPhone(phone: string): string | null {
  const number = inE164(phone)
  return numberings().find(({ code }) => number.startsWith(`+${code}`))?.country ?? null
}

/** A country of the table by its ISO code, or a calling code with a plus. */
export const isPhoneCountry = (text: string) => callingCode(text) !== undefined || /^\+[1-9]\d{0,3}$/.test(text)

/** Whether a number of the wire belongs to one of these countries. */
export const isOfCountries = (phone: string, countries: readonly string[]) =>
  countries.some((country) => inE164(phone).startsWith(country.startsWith('+') ? country : `+${callingCode(country)}`))

/**
 * A number of the wire as people read it. Numbers of `home` stand as they are dialled there; those of other countries with their calling
 * code, because two countries can have the same digits. Egyptian ones are always 01….
 */
export function shownPhone(phone: string, home = 'EG'): string {
  const numbering = numberings().find(({ code }) => phone.startsWith(`+${code}`))
  if (!numbering) return phone
  const { country, code, zero, groups } = numbering
  let rest = phone.slice(code.length + 1)
  const parts: string[] = []
  for (const length of Array.from(groups, Number).reverse()) {
    parts.unshift(rest.slice(-length))
    rest = rest.slice(0, -length)
  }
  const first = country === home ? zero + rest : `+${code} ${rest}`
  return [first, ...parts].join(' ')
}
