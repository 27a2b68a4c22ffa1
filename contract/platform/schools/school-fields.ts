import { field, refuse, textOf } from '#contract/language/fields.ts'
import { isPhoneCountry, phoneCountries } from '#contract/language/phones.ts'

/** A time zone of the IANA list, such as `Africa/Cairo`, in upper or lower case. */
export const TimeZone = field<string>(
  { type: 'string', minLength: 1, maxLength: 64 },
  (raw) => zoneNamed(textOf(raw, 1, 64)) ?? refuse('Invalid time zone'),
)

/** A zone with a place in its name, or UTC. Offsets and the old short names are not known to every system. */
function zoneNamed(name: string) {
  if (!/^(UTC|[A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // If this system knows the zone by another name, the chosen name is kept.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}

/** A country whose numbers are typed as at home, as an ISO code in upper or lower case. */
export const HomeCountry = field<string>({ type: 'string', minLength: 2, maxLength: 2 }, (raw) => {
  const code = textOf(raw, 1, 10).toUpperCase()
  return phoneCountries().includes(code) ? code : refuse('Invalid enum value')
})

/** A country to whose numbers a school sends messages: an ISO code, or a calling code with a plus. */
export const PhoneCountry = field<string>({ type: 'string', minLength: 2, maxLength: 5 }, (raw) => {
  const code = textOf(raw, 1, 10).toUpperCase()
  return isPhoneCountry(code) ? code : refuse('Invalid enum value')
})

/** The value of a contact: a number, an address or a text. A link must have a scheme that readers may open. */
export const ContactText = field<string>({ type: 'string', minLength: 1, maxLength: 300 }, (raw) => {
  const text = textOf(raw, 1, 300)
  if (/^[/\\]{2}/.test(text)) return refuse('This link is not allowed')
  const scheme = schemeOf(text)
  return scheme === undefined || isFollowed(scheme, text) ? text : refuse('This link is not allowed')
})

/** "Office: 3rd floor" is text. A scheme that runs as a script is recognised however it is spaced. */
const schemeOf = (text: string) =>
  (/^(javascript|data|vbscript)\s*:/i.exec(text) ?? /^([a-z][a-z0-9+.-]*):(?=\S)/i.exec(text))?.[1]?.toLowerCase()

const isFollowed = (scheme: string, text: string) =>
  scheme === 'tel' || scheme === 'mailto' || (/^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text))
