const marks = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u
const looseJoiner = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/u
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Control, zero-width or direction-override characters; ZWNJ and ZWJ may stand between letters. api.md §5. */
export const hasForbiddenCharacters = (text: string) => marks.test(text) || looseJoiner.test(text)

/** More marks in a row than any writing has (the limit of Unicode's Stream-Safe Text Format). */
const heapOfMarks = /(?<!\p{M})\p{M}{31}/u

/** UTF-16 units of a grapheme at most, on average; and units that NFC makes one at most. */
const unitsAtMost = 10
const composedAtMost = 4

/**
 * A text of at most `max` graphemes as NFC. One that is too long whatever becomes of it stays as it came: NFC sorts the marks
 * of each letter, which takes the square of their number.
 */
export const normalized = (text: string, max: number) =>
  text.length > max * unitsAtMost * composedAtMost || heapOfMarks.test(text) ? text : text.normalize('NFC')

/** Graphemes in `text`, counted no further than `max` + 1; a heap of combining marks counts as too long. */
export function graphemes(text: string, max: number) {
  if (text.length > max * unitsAtMost || heapOfMarks.test(text)) return max + 1
  let count = 0
  for (const _ of segmenter.segment(text)) if (++count > max) break
  return count
}

/** Arabic-Indic and Persian digits as ASCII writes them; everything else as it is. */
export const plainDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

/** The same, and ٫ and ٬ as numbers in ASCII have them. */
export const asciiDigits = (text: string) => plainDigits(text).replaceAll('\u066b', '.').replaceAll('\u066c', '')

/** The name a refusal gives a JSON value's type. */
export const typeName = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isNaN(value) ? 'nan' : typeof value
