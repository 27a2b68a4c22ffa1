import { field, refuse, textOf } from '#contract/language/fields.ts'
import { asciiDigits } from '#contract/language/text.ts'

/** What people put between digits. */
const between = /[\s\-\u2010-\u2015]+/g

/** Any phone of any country, also landlines and with an extension, as people write it, in western digits. */
export const AnyPhone = field<string>({ type: 'string', format: 'any-phone', minLength: 3, maxLength: 40 }, (raw) => {
  const written = asciiDigits(textOf(raw, 0, 40))
    .replace(between, ' ')
    .trim()
  return /^[+(]?\d[\d ()./]{1,38}\d(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.test(written)
    ? written
    : refuse('Invalid Phone Number!')
})
