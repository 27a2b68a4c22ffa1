// Reads the objects of a PDF as readers do (ISO 32000-1, 7.2 and 7.3): names are decoded, every entry of a dictionary counts, also
// one that is there twice. A name is { name }, a reference { ref }, a dictionary { entries }, a text 'text', any other word { word }.

export class Unreadable extends Error {}

const deepest = 200
const kinds = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = 1
for (const byte of Buffer.from('()<>[]{}/%')) kinds[byte] = 2
const isSpace = (byte) => kinds[byte] === 1
const isRegular = (byte) => kinds[byte] === 0

/** Whether a keyword ends at this place. */
export const endsWord = (bytes, at) => at >= bytes.length || !isRegular(bytes[at])

/** The object that begins at a place of the bytes, and where it ends. `steps` counts what is read. Throws Unreadable. */
export function objectAt(bytes, from, steps) {
  let at = from
  const begin = () => {
    const start = at
    while (at < bytes.length) {
      if (isSpace(bytes[at])) at++
      else if (bytes[at] !== 0x25) break
      else while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
    }
    steps.spend(at - start + 1)
  }
  const wordFrom = (start) => {
    while (at < bytes.length && isRegular(bytes[at])) at++
    steps.spend(at - start)
    return bytes.latin1Slice(start, at)
  }
  const name = () => {
    const start = ++at
    return { name: wordFrom(start).replace(/#([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) }
  }
  const text = () => {
    const start = at
    for (let depth = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === 0x5c) at++
      else if (byte === 0x28) depth++
      else if (byte === 0x29 && --depth === 0) break
    }
    steps.spend(++at - start)
    return 'text'
  }
  const digits = () => {
    const start = at
    while (bytes[at] >= 0x30 && bytes[at] <= 0x39) at++
    return at > start && at - start < 12 && endsWord(bytes, at)
  }
  /** A number, or the reference that it begins. */
  const number = (written) => {
    const end = at
    if (/^\d{1,11}$/.test(written)) {
      begin()
      if (digits()) {
        begin()
        if (bytes[at] === 0x52 && endsWord(bytes, at + 1)) {
          at++
          return { ref: Number(written) }
        }
      }
    }
    at = end
    return Number.isNaN(Number(written)) ? { word: written } : Number(written)
  }
  const value = (depth) => {
    begin()
    if (depth > deepest) throw new Unreadable()
    if (at >= bytes.length) return { word: '' }
    const byte = bytes[at]
    if (byte === 0x2f) return name()
    if (byte === 0x28) return text()
    if (byte === 0x5b) return array(depth)
    if (byte === 0x3c && bytes[at + 1] === 0x3c) return dictionary(depth)
    if (byte === 0x3c) {
      const end = bytes.indexOf(0x3e, at)
      steps.spend((end < 0 ? bytes.length : end) - at)
      at = end < 0 ? bytes.length : end + 1
      return 'text'
    }
    if (byte === 0x3e && bytes[at + 1] === 0x3e) {
      at += 2
      return { word: '>>' }
    }
    if (!isRegular(byte)) return { word: String.fromCharCode(bytes[at++]) }
    return number(wordFrom(at))
  }
  const array = (depth) => {
    const items = []
    at++
    for (;;) {
      const item = value(depth + 1)
      if (item.word === ']' || item.word === '') return items
      items.push(item)
    }
  }
  const dictionary = (depth) => {
    const entries = []
    at += 2
    for (;;) {
      const key = value(depth + 1)
      if (key.word === '>>') return { entries }
      if (key.word === '') return { entries, cut: true }
      if (key.name === undefined) continue
      const found = value(depth + 1)
      // Readers do not agree where such a dictionary ends.
      if (found.word === '>>') throw new Unreadable()
      entries.push([key.name, found])
    }
  }
  const read = value(0)
  return { value: read, end: Math.min(at, bytes.length) }
}

/** Where the next thing begins that is neither space nor comment. */
export function afterSpace(bytes, from, steps) {
  let at = from
  for (; at < bytes.length; at++) {
    steps.spend(1)
    if (bytes[at] === 0x25) while (at + 1 < bytes.length && bytes[at + 1] !== 10 && bytes[at + 1] !== 13) at++
    else if (!isSpace(bytes[at])) break
  }
  return at
}
