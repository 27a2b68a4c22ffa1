/** `host`: the host that a link opens, where the text does not show exactly this one. */
type Part = { words: string; address: string | null; host?: string }

const addresses = /https?:\/\/[^\s<>"'`\\]+/gi

/** Punctuation that ends a sentence after an address, and closing brackets. */
const ending = /[.,;:!?)\]}»،؛؟…]+$/

/** A text split at its web addresses. */
export function linkedParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = found.replace(ending, '')
    // A browser reads a backslash as a slash, so that another host would be opened than a person reads.
    const opened = text[index + found.length] === '\\' ? null : openedBy(address)
    if (!opened) continue
    if (index > from) parts.push({ words: text.slice(from, index), address: null })
    parts.push({ words: address, address, ...opened })
    from = index + address.length
  }
  if (from < text.length) parts.push({ words: text.slice(from), address: null })
  return parts
}

/** Null for an address that no link is made of: one with the name of a user, which looks like the name of a host. */
function openedBy(address: string): Pick<Part, 'host'> | null {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(address)![1]!
  if (authority.includes('@') || !URL.canParse(address)) return null
  const { hostname } = new URL(address)
  return authority.replace(/:\d*$/, '').toLowerCase() === hostname ? {} : { host: hostname }
}
