import fc from 'fast-check'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { fileThreads } from '#server/exchange/exports/file-threads.ts'
import { csvOf, harmless } from '#server/exchange/exports/csv.rules.ts'
import { fileOf } from '#server/exchange/exports/files.ts'
import type { MakeFile } from '#server/exchange/exports/port.ts'

const times = process.env.PROOF === 'on' ? 5000 : 100

/** What makes a spreadsheet read a cell as a formula. */
const trigger = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', '＝', '＋', '－', '＠')
const hostile = fc.oneof(
  fc.tuple(trigger, fc.string({ unit: 'binary' })).map(([first, rest]) => first + rest),
  fc.constantFrom(
    '=cmd|"/c calc"!A1',
    '=HYPERLINK("http://x","y")',
    '@SUM(1+1)*cmd',
    '-2+3',
    'a\n=1+1',
    '"=1",=2',
    '\ufeff=1',
  ),
  fc.string({ unit: 'grapheme' }),
)
const formula = /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/
/** A text as it must stand in the file: marked where it, or a part of it after a separator, would be a formula. */
const marked = (cell: string) =>
  (formula.test(cell) ? `'${cell}` : cell)
    .split(/([;\t\r\n])/)
    .map((part, nth) =>
      nth > 0 && /^[\s"]*[=+\-@\0\uff1d\uff0b\uff0d\uff20]/.test(part) ? part.replace(/^[\s"]*/, "$&'") : part,
    )
    .join('')

/** Texts of little but what the marks depend on. */
const dense = fc.string({
  unit: fc.constantFrom(';', '\t', '\r', '\n', ' ', '"', "'", '=', '-', '\0', '＠', '\u00a0', 'x'),
  maxLength: 24,
})
const inOnePattern = (text: string) =>
  (formula.test(text) ? `'${text}` : text).replace(/([;\t\r\n][\s"]*)(?=[=+\-@\0\uff1d\uff0b\uff0d\uff20])/g, "$1'")

test('case 15: the marks are those of one pattern over the whole text, however long its runs of spaces are', () => {
  const check = (text: string) => {
    expect(harmless(text)).toBe(inOnePattern(text))
  }
  fc.assert(fc.property(fc.oneof(dense, hostile), check), { numRuns: times * 20 })
  expect(harmless(`a${'\n'.repeat(100_000)}=1`)).toBe(`a${'\n'.repeat(100_000)}'=1`)
})

const table = fc.array(fc.array(hostile, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })

test('case 15: no cell of an exported CSV is a formula, and every cell is read back as it was', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const { data } = Papa.parse<string[]>(csvOf(rows).slice(1), { delimiter: ',', newline: '\r\n' })
      const read = data.slice(0, -1)
      for (const cell of read.flat()) expect(cell).not.toMatch(formula)
      // Not by taking marks off: a text may begin with one of its own.
      expect(read).toEqual(rows.map((cells) => cells.map(marked)))
    }),
    { numRuns: times },
  )
})

test.each([[';'], ['\t']])('case 15: nor is one where a spreadsheet separates by %j', (separator) => {
  const several = fc.array(
    fc.array(
      fc.array(hostile).map((parts) => parts.join(separator)),
      { minLength: 2 },
    ),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(several, (rows) => {
      // Whatever its idea of quotes: cut at every separator and line end. A cell of the file begins with a quote.
      for (const cell of csvOf(rows)
        .slice(1)
        .split(new RegExp(`[${separator}\\r\\n]`)))
        expect(cell.replace(/^\s*"?/, '')).not.toMatch(/^[=+\-@\0\uff1d\uff0b\uff0d\uff20]/)
    }),
    { numRuns: times },
  )
  expect(csvOf([['Ali;=1+1', 'x']])).toBe('\ufeff"Ali;\'=1+1","x"\r\n')
})

const { make: makeFor } = fileThreads()
const make: MakeFile = (script, content) => makeFor(script, content, new AbortController().signal)

test('case 15: a workbook holds texts and no formula, whatever the texts', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const sheets = [{ title: 'names', rows, rightToLeft: true }]
      const { content } = await fileOf('names', { format: 'xlsx', sheets }, make)
      const files = unzipSync(new Uint8Array(content as Buffer))
      const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
      expect(sheet).not.toMatch(/<f[ >/]/)
      for (const [cell] of sheet.matchAll(/<c [^>]*[^>/]>/g)) expect(cell).toMatch(/t="(s|inlineStr)"/)
    }),
    { numRuns: times / 25 },
  )
}, 900_000)
