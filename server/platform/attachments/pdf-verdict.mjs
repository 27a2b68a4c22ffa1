import { createInflate, inflateSync } from 'node:zlib'
import { afterSpace, endsWord, objectAt, Unreadable } from './pdf-objects.mjs'
import { isDictionary, NotAllowed, rules, valuesOf } from './pdf-rules.mjs'

const inflatedAtMost = 400 * 1024 * 1024
const objectsAtMost = 64 * 1024 * 1024
const inflatingsAtMost = 50_000
const smallPart = 64 * 1024
const placesAtMost = 200_000
const pairsAtMost = 100_000

/** The verdict on a file, and how many steps it took. They are limited by the length of the file, whatever is in it. */
export async function verdictOf(bytes) {
  const steps = stepsWithin(bytes.length * 16 + 10_000)
  try {
    return { verdict: await verdict(bytes, steps), steps: steps.count() }
  } catch (problem) {
    if (problem instanceof NotAllowed) return { verdict: problem.verdict, steps: steps.count() }
    if (problem instanceof Unreadable) return { verdict: 'unreadable', steps: steps.count() }
    throw problem
  }
}

/** A part of the bytes as text, also where it would begin before them or end behind them. */
const words = (bytes, from, to = bytes.length) => bytes.toString('latin1', Math.max(0, from), to)

function stepsWithin(most) {
  let taken = 0
  return {
    spend(count) {
      taken += count
      if (taken > most) throw new Unreadable()
    },
    count: () => taken,
  }
}

async function verdict(bytes, steps) {
  const isPdf = /^%PDF-[12]\.\d/.test(words(bytes, 0, 16))
  if (!isPdf || !/startxref\s+\d+\s+%%EOF$/.test(words(bytes, bytes.length - 1100).trimEnd())) throw new Unreadable()
  const found = rules()
  // Every place where a reader can begin to read, also inside of texts, comments and packed bytes: an entry of the list of objects can
  // point anywhere, but a reader reads an object only behind this word.
  let seen = 0
  for (const at of places(bytes, 'obj', steps)) {
    if (++seen > placesAtMost) throw new Unreadable()
    if (words(bytes, at - 3, at) === 'end' || !endsWord(bytes, at + 3)) continue
    const { value, end } = objectAt(bytes, at + 3, steps)
    const before = /(?<!\d)(\d{1,10})\s+\d{1,5}$/.exec(words(bytes, at - 40, at).trimEnd())
    found.object(value, before && Number(before[1]))
    const stream = isDictionary(value) ? afterSpace(bytes, end, steps) : -1
    if (stream < 0 || words(bytes, stream, stream + 6) !== 'stream') continue
    found.stream(value)
    if (isOfObjects(value)) lookInto(objectsIn(value, bytes, stream + 6), value, found)
  }
  for (const at of places(bytes, 'trailer', steps)) found.object(objectAt(bytes, at + 7, steps).value, null)
  await inflateAll(bytes, steps)
  return found.verdict()
}

/** Every place of a word, in one search from the first to the last. */
function* places(bytes, word, steps) {
  let from = 0
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, from)) {
    steps.spend(at + word.length - from)
    from = at + word.length
    yield at
  }
}

/** A reader takes objects out of each stream that says where the first one begins; some do not ask for its type. */
const isOfObjects = (dictionary) =>
  valuesOf(dictionary, 'First').length > 0 ||
  valuesOf(dictionary, 'Type').some(({ name }) => name === undefined || name === 'ObjStm')

const one = (dictionary, key) => {
  const values = valuesOf(dictionary, key)
  if (values.length > 1) throw new NotAllowed('active')
  return values[0]
}

/** The unpacked bytes of a stream of objects. Refuses one that we cannot undo completely, as every reader would. */
function objectsIn(dictionary, bytes, from) {
  const line = /^\r?\n/.exec(words(bytes, from, from + 2))
  const parameters = ['DecodeParms', 'DP'].some((key) => valuesOf(dictionary, key).length > 0)
  if (!line || parameters || valuesOf(dictionary, 'Filter').length + valuesOf(dictionary, 'FI').length > 1)
    throw new NotAllowed('active')
  const filter = one(dictionary, 'Filter') ?? []
  let content = bytes.subarray(from + line[0].length)
  for (const { name } of Array.isArray(filter) ? filter : [filter]) {
    const undo = Object.hasOwn(undoing, name ?? '') ? undoing[name] : null
    if (!undo) throw new NotAllowed('active')
    try {
      content = undo(content)
    } catch {
      throw new NotAllowed('active')
    }
  }
  return content
}

const inflated = (content) => inflateSync(content, { maxOutputLength: objectsAtMost })

function hexadecimal(content) {
  const end = content.indexOf('>')
  const digits = end < 0 ? '' : words(content, 0, end).replace(/[\s\0]/g, '')
  if (!/^[0-9a-f]+$/i.test(digits)) throw new Unreadable()
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function base85(content) {
  const end = content.indexOf('~>')
  const text = end < 0 ? '' : words(content, 0, end).replace(/[\s\0]/g, '')
  if (!/^(?:[!-u]{5}|z)*[!-u]{0,4}$/.test(text)) throw new Unreadable()
  const parts = []
  for (const [group] of text.matchAll(/z|[!-u]{1,5}/g)) {
    if (group === 'z') parts.push(0, 0, 0, 0)
    else {
      let number = 0
      for (const letter of group.padEnd(5, 'u')) number = number * 85 + letter.charCodeAt(0) - 33
      for (let nth = 0; nth < group.length - 1; nth++) parts.push(Math.floor(number / 256 ** (3 - nth)) & 255)
    }
  }
  return Buffer.from(parts)
}

const undoing = {
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: hexadecimal,
  AHx: hexadecimal,
  ASCII85Decode: base85,
  A85: base85,
}

/** Looks at the objects of an unpacked stream: one behind the other, as readers expect, so that none begins within another. */
function lookInto(content, dictionary, found) {
  const steps = stepsWithin(content.length * 16 + 10_000)
  const [count, first] = [one(dictionary, 'N'), one(dictionary, 'First')]
  if (!Number.isInteger(count) || !Number.isInteger(first) || count > pairsAtMost) throw new NotAllowed('active')
  const header = words(content, 0, first).match(/\d+/g) ?? []
  let end = first
  for (let nth = 0; nth < count; nth++) {
    const [number, offset] = [Number(header[2 * nth]), Number(header[2 * nth + 1])]
    if (!(first + offset >= end)) throw new NotAllowed('active')
    const object = objectAt(content, first + offset, steps)
    if (object.value.cut) throw new NotAllowed('active')
    end = object.end
    found.object(object.value, number)
  }
}

/** Unpacks every part that begins like a packed one, so that no reader is filled by a small file. */
async function inflateAll(bytes, steps) {
  let room = inflatedAtMost
  let begun = 0
  for (const at of places(bytes, 'stream', steps)) {
    if (words(bytes, at - 3, at) === 'end') continue
    let from = at + 6
    for (let nth = 0; nth < 3 && (bytes[from] === 32 || bytes[from] === 13 || bytes[from] === 10); nth++) from++
    if ((bytes[from] & 0x0f) !== 8 || ((bytes[from] << 8) | bytes[from + 1]) % 31 !== 0) continue
    if (++begun > inflatingsAtMost) throw new Unreadable()
    room -= await inflatedLength(bytes.subarray(from), room)
    if (room < 0) throw new Unreadable()
  }
}

/** How many bytes come out of a packed part: more than `room` if it does not end within it, and the most that can have come out of a damaged one. */
async function inflatedLength(bytes, room) {
  try {
    // A stream costs a millisecond for each part, and files have thousands of small ones.
    return inflateSync(bytes, { maxOutputLength: smallPart }).length
  } catch (problem) {
    if (problem.code !== 'ERR_BUFFER_TOO_LARGE') return smallPart
  }
  let length = 0
  for await (const chunk of chunksFrom(bytes)) {
    length += chunk.length
    if (length > room) break
  }
  return length
}

async function* chunksFrom(bytes) {
  const inflate = createInflate()
  inflate.end(bytes)
  try {
    for await (const chunk of inflate) yield chunk
  } catch {
    // Cut off or damaged: what came until here was counted.
  }
}
