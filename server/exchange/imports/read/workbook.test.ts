import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from './read-file.ts'

const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())

type Cell = { value?: string | number; rowSpan?: number; columnSpan?: number } | null

/** A workbook of one sheet, whose XML may be changed. */
async function workbook(rows: Cell[][], change: (sheet: string) => string = (sheet) => sheet) {
  const parts = unzipSync(await writeExcelFile(rows as never).toBuffer())
  const name = 'xl/worksheets/sheet1.xml'
  return Buffer.from(zipSync({ ...parts, [name]: strToU8(change(strFromU8(parts[name]!))) }))
}

const plain = (...rows: string[][]) => rows.map((cells) => cells.map((value) => ({ value })))
const rowsIn = async (file: Buffer) => {
  const content = await reader.read(file)
  return 'rows' in content ? content.rows : []
}

test('a heading above several columns is read with each heading below it', async () => {
  const file = await workbook([
    [{ value: 'كشف أولياء الأمور', columnSpan: 4 }, null, null, null],
    [{ value: 'الفصل', rowSpan: 2 }, { value: 'الاسم', rowSpan: 2 }, { value: 'ولي الأمر', columnSpan: 2 }, null],
    [null, null, { value: 'الاسم' }, { value: 'الهاتف' }],
    [{ value: '4أ', rowSpan: 2 }, { value: 'سليم حسن علي' }, { value: 'حسن علي' }, { value: '01000000001' }],
    [null, { value: 'تالا حسن علي' }, { value: 'حسن علي' }, { value: '01000000001' }],
  ])
  const { columns, rows } = tableIn(await reader.read(file))
  expect(columns.map(({ heading, meaning, guess }) => [heading, meaning, guess])).toEqual([
    ['الفصل', 'className', 'exact'],
    ['الاسم', 'fullName', 'exact'],
    ['ولي الأمر / الاسم', 'guardianName1', 'exact'],
    ['ولي الأمر / الهاتف', 'phone1', 'exact'],
  ])
  expect(rows.map(({ row, cells }) => [row, cells[0], cells[1]])).toEqual([
    [4, '4أ', 'سليم حسن علي'],
    [5, '4أ', 'تالا حسن علي'],
  ])
})

test('merged cells make no rows and no columns where nothing is', async () => {
  const everywhere = '<mergeCells count="1"><mergeCell ref="A2:XFD1048576"/></mergeCells>'
  const file = await workbook(
    plain(['name', 'class'], ['Omar Ali Hassan', '4A'], ['Laila Ali Hassan', '4B']),
    (sheet) => sheet.replace('</sheetData>', `</sheetData>${everywhere}`),
  )
  expect((await rowsIn(file)).map(({ cells }) => cells)).toEqual([
    ['name', 'class'],
    ['Omar Ali Hassan', '4A'],
    ['Omar Ali Hassan', '4B'],
  ])
})

test('a formula whose result is an empty text is an empty cell, and one without a result is none', async () => {
  const file = await workbook(
    plain(['name', 'class'], ['Omar Ali Hassan', '4A'], ['Laila Ali Hassan', '4B']),
    (sheet) =>
      sheet
        .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="str"><f>IF(1,"","")</f><v></v></c>')
        .replace(/<c r="B3"[^>]*>.*?<\/c>/, '<c r="B3" t="str"><f>A1</f></c>'),
  )
  expect((await rowsIn(file)).map(({ cells }) => cells[1] ?? '')).toEqual(['class', '', '#FORMULA!'])
})

test('a row of no height is hidden too', async () => {
  const file = await workbook(plain(['name'], ['Omar Ali Hassan'], ['Laila Ali Hassan']), (sheet) =>
    sheet.replace('<row r="3"', '<row r="3" ht="0" customHeight="1"'),
  )
  expect((await rowsIn(file)).map(({ hidden }) => hidden ?? false)).toEqual([false, false, true])
})

test('a table with more columns than are read is refused, whatever stands in them', async () => {
  const row = (last: string) => [...Array.from({ length: 100 }, (_, nth) => `c${nth}`), last]
  const tooWide = 'The table has more than 100 columns'
  await expect(reader.read(await workbook(plain(row('more'))))).rejects.toThrow(tooWide)
  await expect(reader.read(Buffer.from(row('more').join(',')))).rejects.toThrow(tooWide)
  expect(await rowsIn(Buffer.from(row('').join(',')))).toHaveLength(1)
})

test('days that are counted from 1904 are those days, however the workbook says it', async () => {
  const cell = '<c r="A2" s="1"><v>41030</v></c>'
  const styles =
    '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
  for (const flag of ['1', 'true']) {
    const parts = unzipSync(
      await workbook(plain(['تاريخ الميلاد'], ['x']), (sheet) => sheet.replace(/<c r="A2".*?<\/c>/, cell)),
    )
    const book = strFromU8(parts['xl/workbook.xml']!).replace(
      /<workbookPr[^>]*\/>|(?=<sheets>)/,
      `<workbookPr date1904="${flag}"/>`,
    )
    const changed = { ...parts, 'xl/workbook.xml': strToU8(book), 'xl/styles.xml': strToU8(styles) }
    expect((await rowsIn(Buffer.from(zipSync(changed))))[1]!.cells, flag).toEqual(['2016-05-02'])
  }
})
