import { field, refuse, textOf } from '#contract/language/fields.ts'

/** An address with another scheme, or one of the schemes that run or contain something without `//`. */
const otherAddress = /(?<![a-z0-9+.-])(?!https?:)(?:[a-z][a-z0-9+.-]*:\/\/|(?:javascript|vbscript):|data:[a-z]+\/)/i

/**
 * The text of a post, 1 to 4,000 characters with line breaks. Addresses in it must begin with http or https, because readers can open them.
 */
export const PostText = field<string>({ type: 'string', minLength: 1, maxLength: 4000 }, (raw) => {
  const text = textOf(raw, 1, 4000, { lines: true })
  return otherAddress.test(text) ? refuse('Links must begin with http:// or https://') : text
})
