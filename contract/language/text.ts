const marks = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u
const looseJoiner = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/u
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether a text contains control, zero-width or direction-override characters. ZWNJ and ZWJ are allowed between letters. api.md §5. */
export const hasForbiddenCharacters = (text: string) => marks.test(text) || looseJoiner.test(text)

/** More marks in a row than any script uses (the limit of Unicode's Stream-Safe Text Format). */
const heapOfMarks = /(?<!\p{M})\p{M}{31}/u

/** The most UTF-16 units per grapheme, on average; and the most units that NFC composes into one. */
const unitsAtMost = 10
const composedAtMost = 4

/**
 * A text of at most `max` graphemes in NFC. A text that is too long in any case is returned unchanged, because NFC sorts the marks of each
 * letter, in quadratic time.
 */
export const normalized = (text: string, max: number) =>
  text.length > max * unitsAtMost * composedAtMost || heapOfMarks.test(text) ? text : text.normalize('NFC')

/** The number of graphemes in `text`, counted up to `max` + 1. Too many combining marks in a row count as too long. */
export function graphemes(text: string, max: number) {
  if (text.length > max * unitsAtMost || heapOfMarks.test(text)) return max + 1
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

/** The name of a JSON value's type in a refusal. */
export const typeName = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isNaN(value) ? 'nan' : typeof value
