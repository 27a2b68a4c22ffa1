import { field, refuse, textOf } from '#contract/language/fields.ts'

/** A scheme with what makes it an address, and the schemes that run or carry something without it. */
const otherAddress = /(?<![a-z0-9+.-])(?!https?:)(?:[a-z][a-z0-9+.-]*:\/\/|(?:javascript|vbscript):|data:[a-z]+\/)/i

/** The text of a post, 1 to 4,000 characters with lines. An address in it begins with http or https: readers may open it. */
export const PostText = field<string>({ type: 'string', minLength: 1, maxLength: 4000 }, (raw) => {
  const text = textOf(raw, 1, 4000, { lines: true })
  return otherAddress.test(text) ? refuse('Links must begin with http:// or https://') : text
})
