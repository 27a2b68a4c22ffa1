import { constants, setPriority } from 'node:os'
import { createInflate } from 'node:zlib'

// A separate process, without secrets and connections: it reads one hostile file and ends. It opens nothing in it; it looks for what a
// reader would run. Every text of the file counts, in place or in a compressed part, whatever the file says that part is.

const heldAtMost = Number(process.argv[2]) * 1024 * 1024
const inflatedAtMost = 400 * 1024 * 1024

// Everybody else's calls come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on('disconnect', () => process.exit())
setInterval(() => process.memoryUsage.rss() > heldAtMost && process.exit(1), 50)

/** A name as PDF may write it: any letter also as # and two digits. It ends where a name ends. */
const name = (text) => {
  const letters = [...text].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  })
  return `/${letters.join('')}(?=[\\s\\0()<>\\[\\]{}/%]|$)`
}
const anyOf = (...names) => new RegExp(names.map(name).join('|'))

const active = anyOf(
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
)
const encrypted = anyOf('Encrypt')
const objectStream = anyOf('ObjStm')
/** Where its first object begins: some readers do not ask such a stream for its type. */
const firstObject = anyOf('First')
const parameters = anyOf('DecodeParms', 'DP')
const pages = anyOf('Pages')

/**
 * What stands before a stream of objects: a number on a line of its own, and a dictionary without texts and comments, in which
 * another beginning of an object could stand.
 */
const plainNumber = /[\r\n]\s*\d{1,10}\s+\d{1,5}$/
const plainDictionary = /^ obj\s*<<[^()<>%]*>>\s*$/

/** As long as the longest name with every letter escaped: one that lies across two chunks is found too. */
const overlap = 64

async function verdictOf(bytes) {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text) || !/startxref\s+\d+\s+%%EOF$/.test(text.slice(-1100).trimEnd())) return 'unreadable'
  if (encrypted.test(text)) return 'protected'
  if (active.test(text)) return 'active'

  let hasPages = pages.test(text)
  let room = inflatedAtMost
  let lookedInto = 0
  const start = /stream\r?\n/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    if (text.slice(found.index - 3, found.index) === 'end') continue
    const begin = found.index + found[0].length
    const object = Math.max(0, text.lastIndexOf(' obj', found.index))
    const dictionary = text.slice(object, found.index)
    const isObjects = objectStream.test(dictionary) || firstObject.test(dictionary)
    if (
      isObjects &&
      !(plainDictionary.test(dictionary) && plainNumber.test(text.slice(Math.max(0, object - 40), object)))
    )
      return 'active'
    // Bytes that are turned around once more would hide their names.
    if (isObjects && parameters.test(dictionary)) return 'active'
    lookedInto += countOf(objectStream, dictionary)
    let rest = ''
    let whole = 0
    for await (const chunk of inflated(bytes.subarray(begin))) {
      room -= chunk.length
      whole += chunk.length
      if (room < 0) return 'unreadable'
      const words = rest + chunk.toString('latin1')
      if (active.test(words)) return 'active'
      if (encrypted.test(words) && isObjects) return 'protected'
      hasPages ||= isObjects && pages.test(words)
      rest = words.slice(-overlap)
    }
    // What is packed in another way cannot be read here.
    if (isObjects && whole === 0) return 'active'
  }
  if (countOf(objectStream, text) > lookedInto) return 'active'
  return hasPages ? 'fine' : 'unreadable'
}

function countOf(pattern, text) {
  const every = new RegExp(pattern, 'g')
  let count = 0
  while (every.test(text)) count++
  return count
}

/** What inflates from here on, chunk by chunk; nothing where it does not begin like that. */
async function* inflated(bytes) {
  if ((bytes[0] & 0x0f) !== 8 || ((bytes[0] << 8) | bytes[1]) % 31 !== 0) return
  const inflate = createInflate()
  inflate.end(bytes)
  try {
    for await (const chunk of inflate) yield chunk
  } catch {
    // Cut off or damaged: what came until here was looked at.
  }
}

process.on('message', async ({ bytes }) => {
  try {
    process.send({ verdict: await verdictOf(Buffer.from(bytes)) })
  } catch {
    process.send({ verdict: 'unreadable' })
  }
})

process.send({ ready: true })
