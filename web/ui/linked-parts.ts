type Part = { words: string; address: string | null }

const addresses = /https?:\/\/[^\s<>"'`\\]+/gi

/** Punctuation that ends a sentence after an address, and closing brackets. */
const ending = /[.,;:!?)\]}»،؛؟…]+$/

/** A text split at its web addresses. */
export function linkedParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = found.replace(ending, '')
    if (!URL.canParse(address)) continue
    if (index > from) parts.push({ words: text.slice(from, index), address: null })
    parts.push({ words: address, address })
    from = index + address.length
  }
  if (from < text.length) parts.push({ words: text.slice(from), address: null })
  return parts
}
