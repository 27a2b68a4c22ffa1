import { field, refuse, textOf } from '#contract/language/fields.ts'

/** A time zone of the IANA list, as `Africa/Cairo`; read in any case. */
export const TimeZone = field<string>(
  { type: 'string', minLength: 1, maxLength: 64 },
  (raw) => zoneNamed(textOf(raw, 1, 64)) ?? refuse('Invalid time zone'),
)

/** With a place in it, or UTC: offsets and the old short names are known to some and not to others. */
function zoneNamed(name: string) {
  if (!/^(UTC|[A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Known here by another name than where it was chosen, it keeps the chosen one.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}

/** A contact's value: a number, an address, a text; a link must have one of the schemes that a reader may follow. */
export const ContactText = field<string>({ type: 'string', minLength: 1, maxLength: 300 }, (raw) => {
  const text = textOf(raw, 1, 300)
  if (/^[/\\]{2}/.test(text)) return refuse('This link is not allowed')
  const scheme = schemeOf(text)
  return scheme === undefined || isFollowed(scheme, text) ? text : refuse('This link is not allowed')
})

/** "Office: 3rd floor" is words; what runs as a script is none, however it is spaced. */
const schemeOf = (text: string) =>
  (/^(javascript|data|vbscript)\s*:/i.exec(text) ?? /^([a-z][a-z0-9+.-]*):(?=\S)/i.exec(text))?.[1]?.toLowerCase()

const isFollowed = (scheme: string, text: string) =>
  scheme === 'tel' || scheme === 'mailto' || (/^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text))
