import { asciiDigits, plainDigits } from '#contract/language/text.ts'

export { fold } from '#contract/language/fold.ts'
export { plainDigits } from '#contract/language/text.ts'

/** The number in a text with Latin or Arabic digits; NaN if it is not a number. */
export const numberTyped = (text: unknown) => Number(asciiDigits(String(text)).trim() || NaN)

/** A whole number while it is typed, in Latin or Arabic digits: other characters are left out. */
export const wholeTyped = (text: string) => Number(plainDigits(text).replaceAll(/\D/g, ''))

/** Money, with its decimals only where it has some. */
export const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: amount % 1 ? 2 : 0, maximumFractionDigits: 2 })

/** One or two initials for a person without a picture. The Arabic article is skipped, because many names begin with it. */
export const initials = (...names: (string | null | undefined)[]) => {
  const words = names.flatMap((name) => (name ?? '').trim().split(/\s+/)).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word) => [...(word ?? '').replace(/^ال(?=..)/, '')][0] ?? '')
  return letters.join(/[\u0600-\u06ff]/.test(letters.join('')) ? '\u200c' : '').toUpperCase() // Arabic letters must not join
}
