import { readFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader, type ImportedSheet } from './read-file.ts'

const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())

const sample = (name: string) => readFileSync(new URL(`../../../../test/imports/samples/${name}`, import.meta.url))
const rowsIn = async (file: Buffer) => {
  const content = await reader.read(file)
  return 'rows' in content ? content.rows : []
}
const refusal = (file: Buffer | string) =>
  reader.read(Buffer.from(file)).then(
    () => null,
    ({ message }: Error) => message,
  )

const unknown = 'This kind of file cannot be read; open it in the program that made it and save it as XLSX'

test('an old Excel file and a page of HTML that is called one are read as the tables they are', async () => {
  const people = { first: 'آية طارق رأفت المصري', seat: '00001', phone: '01041526656', number: '31609010174407' }
  for (const name of ['old-biff8.xls', 'html-table.xls']) {
    const { columns, rows } = tableIn(await reader.read(sample(name)))
    expect(columns.map(({ meaning }) => meaning)).toEqual([
      null,
      'fullName',
      'nationalNumber',
      'sex',
      'birthDate',
      'className',
      'guardianName1',
      'phone1',
      'seatNumber',
    ])
    const [one] = rows
    expect([one!.cells[1], one!.cells[8], one!.cells[7], one!.cells[2]], name).toEqual(Object.values(people))
    expect(rows.length, name).toBeGreaterThan(30)
  }
})

/** A workbook with what sheets show beyond values: merged cells, a hidden row and sheet, zeros of a format, a date and an error. */
function workbook() {
  const sheet = utils.aoa_to_sheet([
    ['الاسم', 'الفصل', 'رقم الجلوس', 'تاريخ الميلاد', 'العنوان'],
    ['سليم حسن علي', '4/أ', 7, 41764, '=1'],
    ['تالا حسن علي', null, 8, 41765, 'شارع 9'],
    ['هالة حسن علي', '4/ب', 9, 41766, null],
  ])
  for (const row of [2, 3, 4]) {
    sheet[`C${row}`].z = '00000'
    sheet[`D${row}`].z = 'dd/mm/yyyy'
  }
  sheet.E4 = { t: 'e', v: 42, w: '#N/A' }
  sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 2, c: 1 } }]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'كشف')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['الاسم'], ['غائب حسن علي']]), 'قديم')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  return book
}

const shown = [
  ['الاسم', 'الفصل', 'رقم الجلوس', 'تاريخ الميلاد'],
  ['سليم حسن علي', '4/أ', '00007', '2014-05-05'],
  ['تالا حسن علي', '4/أ', '00008', '2014-05-06'],
  ['هالة حسن علي', '4/ب', '00009', '2014-05-07'],
]

test.each(['biff8', 'xlsb', 'ods', 'xlml'] as const)('a workbook saved as %s', async (bookType) => {
  const file = Buffer.from(write(workbook(), { type: 'buffer', bookType }))
  const { sheets } = (await reader.read(bookType === 'ods' ? withHiddenSheet(file) : file)) as {
    sheets: ImportedSheet[]
  }
  expect(sheets.map(({ isHidden, rows }) => [isHidden, rows.length])).toEqual([
    [false, 4],
    [true, 2],
  ])
  expect(sheets[0]!.rows.map(({ cells }) => cells.slice(0, 4))).toEqual(shown)
  // OpenDocument has errors as texts; the library writes them as nothing.
  if (bookType !== 'ods') expect(sheets[0]!.rows[3]!.cells[4]).toBe('#N/A')
})

/** The library that writes the workbooks of these tests does not hide sheets and rows of an OpenDocument workbook. */
function withHiddenSheet(file: Buffer) {
  const parts = unzipSync(file)
  const content = strFromU8(parts['content.xml']!)
    .replace(
      '<office:automatic-styles>',
      '<office:automatic-styles><style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>',
    )
    .replace(
      /<table:table table:name="قديم" table:style-name="\w+"/,
      '<table:table table:name="قديم" table:style-name="off"',
    )
  return Buffer.from(zipSync({ ...parts, 'content.xml': strToU8(content) }))
}

test('rows that an OpenDocument workbook hides are known as hidden', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['الاسم'], ['سليم حسن علي'], ['تالا حسن علي']]), 'كشف')
  const parts = unzipSync(Buffer.from(write(book, { type: 'buffer', bookType: 'ods' })))
  const rows = strFromU8(parts['content.xml']!).split('<table:table-row')
  rows[2] = ` table:visibility="filter"${rows[2]}`
  const file = zipSync({ ...parts, 'content.xml': strToU8(rows.join('<table:table-row')) })
  expect((await rowsIn(Buffer.from(file))).map(({ hidden }) => hidden ?? false)).toEqual([false, true, false])
})

test('an old Excel file that is locked says so', async () => {
  const file = Buffer.from(sample('old-biff8.xls'))
  // One of the first records, long enough, becomes the one that begins an encrypted file: its id, then method, key and proof.
  const at = file.indexOf(Buffer.from([0x5c, 0x00, 0x70, 0x00]))
  file.set([0x2f, 0x00], at)
  file.set([0x00, 0x00, 0x12, 0x34, 0x56, 0x78], at + 4)
  expect(await refusal(file)).toBe('This workbook is locked with a password; save it without one')
})

test('what begins as a page is never a table of separated values, and what cannot be read says the next step', async () => {
  const [page] = sample('html-table.xls').toString().split('<table')
  expect(await refusal(`${page}<p>name,class\nOmar Ali,4A</p></body></html>`)).toBe(unknown)
  expect(await refusal('<note>name;class</note>')).toBe(unknown)
  expect(await refusal(Buffer.from('%PDF-1.7 name,class'))).toBe(unknown)
  // A document of an old program: a container without a workbook.
  const document = Buffer.from(sample('old-biff8.xls'))
  const name = Buffer.from('Workbook', 'utf16le')
  document.fill(Buffer.from('Document', 'utf16le'), document.indexOf(name), document.indexOf(name) + name.length)
  expect(await refusal(document)).toBe(unknown)
})

test('all tables of a page are read, with the entities and line breaks of their texts', async () => {
  const page = `<html><body><table><tr><td colspan=2>كشف الفصل</td></tr></table>
    <table><tr><th>الاسم</th><th>هاتف ولي الأمر</th></tr>
    <tr><td>سليم&nbsp;حسن &amp; علي</td><td x:num>01041526656</td></tr></table></body></html>`
  expect((await rowsIn(Buffer.from(page))).map(({ cells }) => cells)).toEqual([
    ['كشف الفصل'],
    ['الاسم', 'هاتف ولي الأمر'],
    ['سليم حسن & علي', '01041526656'],
  ])
})

test('Arabic that an old Mac wrote is read as it was written, and so is that of Windows', async () => {
  // «الاسم,الفصل» and two students, in the encoding Arabic (Macintosh).
  const mac = 'c7e4c7d3e52cc7e4e1d5e40dd3e4eae520cdd3e620d9e4ea2c34c70dcae5c7d1c720cdd3e620d9e4ea2c34c80d'
  const rows = [
    ['الاسم', 'الفصل'],
    ['سليم حسن علي', '4ا'],
    ['تمارا حسن علي', '4ب'],
  ]
  expect((await rowsIn(Buffer.from(mac, 'hex'))).map(({ cells }) => cells)).toEqual(rows)
  const windows = 'c7e1c7d3e32cc7e1ddd5e10dd3e1ede320cdd3e420dae1ed2c34c70dcae3c7d1c720cdd3e420dae1ed2c34c80d'
  expect((await rowsIn(Buffer.from(windows, 'hex'))).map(({ cells }) => cells)).toEqual(rows)
})

test('a number in the form of a code is read as the sheet shows it', async () => {
  const sheet = utils.aoa_to_sheet([['الاسم', 'رقم الجلوس', 'الملف', 'هاتف', 'العمر', 'النسبة']])
  const shown = [7, '"A-"000', 123456, '000\\-000', 1012345678, '"0"0', 9, '0" سنة"', 0.855, '0.0%']
  for (let at = 0; at < 5; at++)
    sheet[utils.encode_cell({ r: 1, c: at + 1 })] = { t: 'n', v: shown[at * 2], z: shown[at * 2 + 1] }
  sheet['!ref'] = 'A1:F2'
  for (const bookType of ['xlsx', 'xls'] as const) {
    const file = Buffer.from(write({ SheetNames: ['s'], Sheets: { s: sheet } }, { type: 'buffer', bookType }))
    expect((await rowsIn(file))[1]!.cells, bookType).toEqual(['', 'A-007', '123-456', '01012345678', '9', '85.5%'])
  }
})

test('a workbook or folder that is alone in an archive is read, and rows that a page hides are known as hidden', async () => {
  const csv = strToU8('name,class\nSalma Karim Nasser,4A\n')
  const twice = zipSync({ 'x/folder.zip': zipSync({ 'in/students.csv': csv, 'in/notes.csv': csv }) })
  expect(Object.keys(((await reader.read(Buffer.from(twice))) as { files: object }).files)).toEqual([
    'students',
    'notes',
  ])
  expect(await refusal(Buffer.from(zipSync({ 'a.zip': zipSync({ 'b.zip': zipSync({ 'c.csv': csv }) }) })))).toBe(
    unknown,
  )
  const page = '<table><tr><td>name</td></tr><tr style="height:15pt;display:none"><td>Old One</td></tr></table>'
  expect(await rowsIn(Buffer.from(page))).toEqual([
    { row: 1, cells: ['name'] },
    { row: 2, cells: ['Old One'], hidden: true },
  ])
})

test('what is no text is refused, and letters of Europe stay themselves', async () => {
  for (const file of ['\u0003{\u0010\u0001name', 'ID;PWXL;N;E', 'TABLE\r\n0,1\r\n"x"'])
    expect(await refusal(file), file).toBe(unknown)
  const latin = Buffer.from('name,class\nJ\u00fcrgen Gro\u00df,4A\n', 'latin1')
  expect((await rowsIn(latin))[1]!.cells).toEqual(['J\u00fcrgen Gro\u00df', '4A'])
})
