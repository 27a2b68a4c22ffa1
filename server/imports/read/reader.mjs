import { constants, setPriority } from 'node:os'
import Papa from 'papaparse'

// A separate process without secrets and connections: it reads one file, which may be hostile, and ends. Whatever the file does to it (a
// zip bomb, an endless sheet) affects nothing else.

const [heldAtMost, rowsAtMost, columnsAtMost, cellAtMost, lettersAtMost] = process.argv.slice(2).map(Number)
const unpackedAtMost = 200 * 1024 * 1024
/** A workbook has one file per sheet, a folder one per kind of record. */
const filesAtMost = 1000
/** A folder has several rows per student: classes, guardians. */
const rowsOfFolder = rowsAtMost * 15
/** Some tables have empty lines between their rows. */
const linesOfTable = rowsAtMost * 5

// All other calls have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Otherwise this process would remain when its parent was killed.
process.on('disconnect', () => process.exit())

// Limits the memory if the system does not.
setInterval(() => process.memoryUsage.rss() > heldAtMost * 1024 * 1024 && process.exit(1), 50)

process.on('message', async ({ bytes }) => {
  try {
    process.send(await contentOf(bytes))
  } catch {
    process.send({ unreadable: true })
  }
})

async function contentOf(bytes) {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return contentOfArchive(bytes)
  if (foreign.some((start) => startsWith(bytes, start))) return { unsupported: true }
  const text = textOf(bytes)
  return text === null ? { unsupported: true } : table(rowsOf(text, linesOfTable))
}

/** The first bytes of old Excel files, PDF, pictures and other archives. */
const foreign = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x47, 0x49, 0x46, 0x38],
]

const startsWith = (bytes, start) => start.every((byte, at) => bytes[at] === byte)

// Imported only when needed: it is half of this process's start time, and most files are no archives.
async function contentOfArchive(bytes) {
  const { unzipSync } = await import('fflate')
  const listed = []
  unzipSync(bytes, { filter: (file) => (listed.push(file), false) })
  if (listed.length > filesAtMost) return { unreadable: true }
  if (listed.reduce((sum, { originalSize }) => sum + originalSize, 0) > unpackedAtMost) return { unreadable: true }
  if (listed.some(({ name }) => name === 'xl/workbook.xml')) {
    const { default: readWorkbook } = await import('read-excel-file/node')
    return workbook(await readWorkbook(Buffer.from(bytes)))
  }

  const isTable = ({ name }) => /\.csv$/i.test(name) && !name.startsWith('__MACOSX')
  if (!listed.some(isTable)) return { unsupported: true }
  const files = {}
  for (const [path, content] of Object.entries(unzipSync(bytes, { filter: isTable }))) {
    const text = textOf(content)
    if (text === null) return { unreadable: true }
    const name = path
      .split('/')
      .at(-1)
      .toLowerCase()
      .replace(/\.csv$/, '')
    const rows = rowsOf(text, rowsOfFolder)
    if (rows === null) return { tooLong: true }
    files[name] = together(files[name] ?? [], numbered(rows))
  }
  return { files }
}

// The headings are a row too, and some tables have a title of one or two rows above.
const isTooMany = (rows) => rows.length > rowsAtMost + 10

function table(rows) {
  const read = rows && numbered(rows)
  return read === null || isTooMany(read) ? { tooMany: true } : { rows: read }
}

/** The non-empty sheets of a workbook, numbered in their order. */
function workbook(all) {
  const sheets = all.flatMap(({ sheet, data }, at) => {
    const rows = numbered(data)
    return rows.length > 0 ? [{ number: at + 1, name: cellOf(sheet), rows }] : []
  })
  if (sheets.some(({ rows }) => isTooMany(rows))) return { tooMany: true }
  // A workbook stores a repeated text once, so a small file may contain more text than this process has memory for.
  const letters = sheets
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
    .reduce((sum, cell) => sum + cell.length, 0)
  if (letters > lettersAtMost) return { unreadable: true }
  return sheets.length > 1 ? { sheets } : { rows: sheets[0]?.rows ?? [] }
}

/** Two files with the same name in different folders of an archive are one table; repeated headings are dropped. */
function together(rows, more) {
  const last = rows.at(-1)?.row ?? 0
  const isHeadingAgain = rows.length > 0 && String(more[0]?.cells) === String(rows[0].cells)
  return [...rows, ...more.slice(isHeadingAgain ? 1 : 0).map(({ row, cells }) => ({ row: last + row, cells }))]
}

/** The non-empty rows, each with its number in the file. */
const numbered = (rows) =>
  rows.flatMap((row, at) => {
    const cells = row.slice(0, columnsAtMost).map(cellOf)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    return cells.length > 0 ? [{ row: at + 1, cells }] : []
  })

/**
 * A cell as text. Characters that the database cannot store are marked, so that only this cell is refused. Invisible marks are removed, and
 * a long text is cut.
 */
function cellOf(value) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  const text = cut(String(value).replace(unseen, '').trim()).replaceAll('\0', '\ufffd').toWellFormed().trim()
  // Exports put an apostrophe before a text that a spreadsheet would take for a formula.
  const whole = /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text
  return whole.replace(/[;\s"]+'?/g, (run, at) =>
    run.endsWith("'") &&
    /[;\t\r\n]/.test(run) &&
    /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(whole.slice(at + run.length, at + run.length + 1))
      ? run.slice(0, -1)
      : run,
  )
}

/** Cuts a text to one letter more than allowed, so that it is refused as too long. A text that is cut within the limit is marked. */
function cut(text) {
  if (text.length <= cellAtMost) return text
  const [kept] = letters.exec(text.slice(0, cellAtMost * 10 + 1))
  return kept.length === text.length || [...segmenter.segment(kept)].length > cellAtMost ? kept : `${kept}\ufffd`
}

/** Vowel marks count together with the letter before them. */
const letters = new RegExp(`^(?:\\P{M}\\p{M}{0,9}|\\p{M}){0,${cellAtMost + 1}}`, 'u')
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Invisible marks that nobody typed. Those that reverse the direction of a text stay and are refused. */
const unseen = /[\u00ad\u200b\u200e\u200f\u061c\ufeff]/g

/** Decodes UTF-8 and UTF-16 with or without a byte order mark, else Windows-1256; null for what is not text. */
function textOf(bytes) {
  const label = encodingOf(bytes)
  const text = label ? new TextDecoder(label).decode(bytes) : utf8Or1256(bytes)
  const start = text.slice(0, 4000)
  // oxlint-disable-next-line no-control-regex
  const odd = start.match(/[\x01-\x08\x0b\x0c\x0e-\x1f]/g)?.length ?? 0
  return odd > start.length / 20 ? null : text
}

function encodingOf(bytes) {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const [even, odd] = [0, 1].map((from) => {
    let zeros = 0
    for (let at = from; at < Math.min(bytes.length, 2000); at += 2) if (bytes[at] === 0 || bytes[at] === 6) zeros++
    return zeros / Math.max(1, Math.min(bytes.length, 2000) / 2)
  })
  // In Arabic and Latin text, one of the two bytes of each letter is 06 or 00.
  if (odd > 0.7 && even < 0.3) return 'utf-16le'
  return even > 0.7 && odd < 0.3 ? 'utf-16be' : null
}

function utf8Or1256(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}

/** Rows of separated values with any of the usual separators; null if there are too many, so that none is left out silently. */
function rowsOf(text, atMost) {
  const [, said] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  const content = said ? text.slice(text.indexOf('\n') + 1) : text
  const options = { delimiter: said ?? separatorOf(content), preview: atMost + 1 }
  const { data, errors } = Papa.parse(content, options)
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return data.length > atMost ? null : data
  // A quotation mark that is never closed would swallow all rows below it, so each line is then read alone.
  const lines = content.split(/\r\n|\r|\n/)
  if (lines.length > atMost) return null
  return lines.map((line) => (line === '' ? [] : (Papa.parse(line, options).data[0] ?? [])))
}

/** The character that separates the first lines into most cells. */
function separatorOf(text) {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .slice(0, 20)
  const bare = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, ''))
  const found = ['\t', ';', ',', '|'].map((sign) => {
    const counts = bare.map((line) => line.split(sign).length - 1).toSorted((a, b) => b - a)
    return { sign, count: counts[Math.min(counts.length - 1, Math.floor(counts.length / 4))] }
  })
  const best = found.reduce((one, other) => (other.count > one.count ? other : one))
  return best.count > 0 ? best.sign : (found.find(({ sign }) => bare[0]?.includes(sign))?.sign ?? ',')
}

process.send({ ready: true })
