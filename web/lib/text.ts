import { plainDigits } from '#contract/language/text.ts'

export { plainDigits }

const marks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g
const alike: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' }

/** The text as search compares it: no case, no vowel marks or tatweel, alike letters alike, ASCII digits (api.md §5.5). */
export const fold = (text: string) =>
  plainDigits(text.normalize('NFKC'))
    .replace(marks, '')
    .replace(/[أإآٱىیةک]/g, (letter) => alike[letter] ?? letter)
    .toLowerCase()
    .trim()

/** One or two letters for a person without a picture. The Arabic article says nothing about a name, so it is skipped. */
export const initials = (...names: (string | null | undefined)[]) => {
  const words = names.flatMap((name) => (name ?? '').trim().split(/\s+/)).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word) => [...(word ?? '').replace(/^ال(?=..)/, '')][0] ?? '')
  return letters.join(/[\u0600-\u06ff]/.test(letters.join('')) ? '\u200c' : '').toUpperCase() // Arabic letters must not join
}
