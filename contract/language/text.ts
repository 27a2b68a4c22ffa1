/** Line breaks other than U+000A, among them the soft one of word processors. */
const otherBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** What copying adds and nobody sees: direction marks, embeddings, isolates, zero-width spaces, the byte order mark, annotations. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202c\u2060-\u206f\ufeff\ufff9-\ufffb]/g
/** Joiners; captured are those between letters, and ZWJ between the parts of one emoji, as in 👩‍🏫. */
const joiners =
  /((?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic}))|[\u200c\u200d]/gu
const overrides = /[\u202d\u202e]/g
const forbidden = /[\p{Cs}\u202d\u202e]|(?!\n)\p{Cc}/u
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * A text as people see it, without what copying from other programs adds: api.md §5, decision 087. `lines` keeps line breaks, which become
 * spaces otherwise. In a `name`, spaces are single, and signs that reverse the order of letters are kept so that it can be refused.
 */
export function cleaned(text: string, { lines = false, name = false } = {}): string {
  const seen = text
    .replace(otherBreaks, '\n')
    .replaceAll('\t', ' ')
    .replace(unseen, '')
    .replace(name ? '' : overrides, '')
    .replace(/([\u200c\u200d])[\u200c\u200d]+/g, '$1')
    .replace(joiners, '$1')
  if (name) return seen.replace(/\s+/g, ' ').trim()
  return (lines ? seen : seen.replaceAll('\n', ' ')).trim()
}

/** The place of the first character that cannot be stored, in graphemes from 1; null if there is none. */
export function forbiddenPlace(text: string): number | null {
  const at = text.search(forbidden)
  return at < 0 ? null : graphemes(text.slice(0, at), at) + 1
}

/** More marks in a row than any script uses (the limit of Unicode's Stream-Safe Text Format). */
const heapOfMarks = /(?<!\p{M})\p{M}{31}/u

/** The most UTF-16 units per grapheme, on average; and the most units that NFC composes into one. */
const unitsAtMost = 10
const composedAtMost = 4

/** The most code points per grapheme, on average, that fits() in the database accepts. */
const pointsAtMost = 8

/**
 * A text of at most `max` graphemes in NFC. A text that is too long in any case is returned unchanged, because NFC sorts the marks of each
 * letter, in quadratic time.
 */
export const normalized = (text: string, max: number) =>
  text.length > max * unitsAtMost * composedAtMost || heapOfMarks.test(text) ? text : text.normalize('NFC')

/** The number of graphemes in `text`, counted up to `max` + 1. Too many combining marks in a row count as too long. */
export function graphemes(text: string, max: number) {
  if (text.length > max * unitsAtMost || heapOfMarks.test(text)) return max + 1
  if (text.length > max * pointsAtMost && Array.from(text).length > max * pointsAtMost) return max + 1
  let count = 0
  for (const _ of segmenter.segment(text)) if (++count > max) break
  return count
}

/** Converts Arabic-Indic and Persian digits to ASCII; everything else stays as it is. */
export const plainDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

/** The same, and also converts ٫ and ٬ as in ASCII numbers. */
export const asciiDigits = (text: string) => plainDigits(text).replaceAll('\u066b', '.').replaceAll('\u066c', '')

/** A number, phone or code without the spaces, dashes and unseen signs that people, keyboards and copying put between its digits. */
export const compactDigits = (text: string) => asciiDigits(cleaned(text)).replace(/[\s\-‐-―]/g, '')

/** The name of a JSON value's type in a refusal. */
export function typeName(value: unknown) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'nan' : typeof value
}
