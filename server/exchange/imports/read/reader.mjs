import { constants, setPriority } from 'node:os'
import Papa from 'papaparse'
import { numbered } from './cells.mjs'
import { textDecoded } from './encodings.mjs'
import { columnsAtMost, heldAtMost, lettersAtMost, rowsAtMost } from './reader-limits.mjs'

// A separate process without secrets and connections: it reads one file, which may be hostile, and ends. Whatever the file does to it (a
// zip bomb, an endless sheet) affects nothing else.

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

process.on('message', async ({ bytes, as }) => {
  try {
    process.send(await (as === 'week' ? weekIn(bytes) : contentOf(bytes)))
  } catch {
    process.send({ unreadable: true })
  }
})

async function contentOf(bytes, isWithin = false) {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return contentOfArchive(bytes, isWithin)
  if (isLockedWorkbook(bytes)) return { locked: true }
  if (startsWith(bytes, container)) return otherWorkbook(bytes)
  if (foreign.some((start) => startsWith(bytes, start))) return { unsupported: true }
  const text = textDecoded(bytes)
  if (text === null) return { unsupported: true }
  return isMarkup.test(text) ? contentOfMarkup(text) : table(rowsOf(text, linesOfTable))
}

/** A week of lessons, or the table in which somebody wrote one. */
async function weekIn(bytes) {
  const { isWeek, TooMany, weekOfXml, xmlDecoded } = await import('./week.mjs')
  const text = startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, container) ? '' : xmlDecoded(bytes)
  if (!text || !isWeek(text)) {
    const { readAsDrawn } = await import('./shown.mjs')
    readAsDrawn()
    return contentOf(bytes)
  }
  try {
    return weekOfXml(text)
  } catch (problem) {
    if (problem instanceof TooMany) return { tooLarge: true }
    throw problem
  }
}

/** What begins like this is HTML or XML whatever its name says, and no table of separated values. */
const isMarkup = /^[\ufeff\s]*</

/** Portals and old programs write HTML and XML and call it .xls. */
async function contentOfMarkup(text) {
  const { rowsOfPage, sheetsOfXml } = await import('./other-workbook.mjs')
  if (text.slice(0, 4000).includes('urn:schemas-microsoft-com:office:spreadsheet')) return workbook(sheetsOfXml(text))
  if (!/<table[\s>]/i.test(text)) return { unsupported: true }
  return workbook([{ rows: rowsOfPage(text) }])
}

async function otherWorkbook(bytes) {
  const { sheetsOfWorkbook } = await import('./other-workbook.mjs')
  try {
    const sheets = sheetsOfWorkbook(bytes)
    return sheets ? workbook(sheets) : { locked: true }
  } catch {
    // Documents and mails of old programs are such containers too.
    return { unsupported: true }
  }
}

/** The first bytes of old Excel files, and of those of today that are locked with a password: both are one container. */
const container = [0xd0, 0xcf, 0x11, 0xe0]

/** A locked workbook is encrypted as a whole, in a part of this name. */
const isLockedWorkbook = (bytes) =>
  startsWith(bytes, container) && Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** The first bytes of PDF, pictures and other archives, and of texts that are no tables: SYLK, DIF and RTF. */
const foreign = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x47, 0x49, 0x46, 0x38],
  ...['ID;P', 'TABLE\r\n0,1', '{\\rtf'].map((start) => [...Buffer.from(start)]),
]

const startsWith = (bytes, start) => start.every((byte, at) => bytes[at] === byte)

// Imported only when needed: it is half of this process's start time, and most files are no archives.
async function contentOfArchive(bytes, isWithin) {
  const { unzipSync } = await import('fflate')
  const listed = []
  unzipSync(bytes, { filter: (file) => (listed.push(file), false) })
  if (listed.length > filesAtMost) return { unreadable: true }
  if (listed.reduce((sum, { originalSize }) => sum + originalSize, 0) > unpackedAtMost) return { unreadable: true }
  if (listed.some(({ name }) => name === 'xl/workbook.xml')) {
    const { sheetsShown } = await import('./workbook.mjs')
    return workbook(await sheetsShown(bytes))
  }
  if (listed.some(({ name }) => name === 'xl/workbook.bin' || name === 'content.xml')) return otherWorkbook(bytes)

  const isTable = ({ name }) => /\.csv$/i.test(name) && !name.startsWith('__MACOSX')
  if (!listed.some(isTable)) return isWithin ? { unsupported: true } : contentOfOnly(listed, bytes, unzipSync)
  const files = {}
  for (const [path, content] of Object.entries(unzipSync(bytes, { filter: isTable }))) {
    const text = textDecoded(content)
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

/** What is in an archive with one file alone: a folder that was zipped twice, or a workbook. */
function contentOfOnly(listed, bytes, unzipSync) {
  const files = listed.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX'))
  if (files.length !== 1 || !/\.(?:zip|xls[xmb]?|ods)$/i.test(files[0].name)) return { unsupported: true }
  const [only] = Object.values(unzipSync(bytes, { filter: ({ name }) => name === files[0].name }))
  return contentOf(only, true)
}

// The headings are a row too, and some tables have a title of one or two rows above.
const isTooMany = (rows) => rows.length > rowsAtMost + 10

// Columns further to the right would be left out unseen.
const isTooWide = (rows) => rows.some(({ cells }) => cells.length > columnsAtMost)

function table(rows) {
  const read = rows && numbered(rows)
  if (read === null || isTooMany(read)) return { tooMany: true }
  return isTooWide(read) ? { tooWide: true } : { rows: read }
}

function workbook(sheets) {
  if (sheets.some(({ rows }) => isTooMany(rows))) return { tooMany: true }
  if (sheets.some(({ rows }) => isTooWide(rows))) return { tooWide: true }
  // A workbook stores a repeated text once, so a small file may contain more text than this process has memory for.
  const letters = sheets
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
    .reduce((sum, cell) => sum + cell.length, 0)
  if (letters > lettersAtMost) return { unreadable: true }
  const [only] = sheets
  return sheets.length > 1 ? { sheets } : { rows: only?.rows ?? [], hiddenColumns: only?.hiddenColumns ?? [] }
}

/** Two files with the same name in different folders of an archive are one table; repeated headings are dropped. */
function together(rows, more) {
  const last = rows.at(-1)?.row ?? 0
  const isHeadingAgain = rows.length > 0 && String(more[0]?.cells) === String(rows[0].cells)
  return [...rows, ...more.slice(isHeadingAgain ? 1 : 0).map(({ row, cells }) => ({ row: last + row, cells }))]
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
