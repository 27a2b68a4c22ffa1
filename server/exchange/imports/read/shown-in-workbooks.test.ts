import { CFB, utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { fileReader } from './read-file.ts'

const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())
const rowsIn = async (file: string | Uint8Array) => {
  const content = await reader.read(Buffer.from(file))
  return 'rows' in content ? content.rows : []
}

/** A document as LibreOffice writes it, but without styles and a manifest. */
const openDocument = (rows: string) =>
  zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(
      `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:body><office:spreadsheet><table:table table:name="s">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  })
const text = (one: string) => `<table:table-cell office:value-type="string"><text:p>${one}</text:p></table:table-cell>`
const formula = (attributes: string, shown = '') =>
  `<table:table-cell table:formula="of:=[.A1]" ${attributes}>${shown && `<text:p>${shown}</text:p>`}</table:table-cell>`
const error = 'office:value-type="string" office:string-value="" calcext:value-type="error"'

test('an OpenDocument workbook names its errors in any language, and formulas without a result', async () => {
  const cells = [
    formula(error, '#N/A'),
    formula(error, '#القيمة!'),
    formula(error, 'خطأ:502'),
    formula('office:value-type="float" office:value="0"', '#DIV/0!'),
    formula(''),
    '<table:table-cell table:formula="of:=[.A1]" table:number-columns-repeated="2"/>',
    formula('office:value-type="string" office:string-value=""'),
    formula('office:value-type="float" office:value="12"', '12'),
  ]
  const file = openDocument(
    `<table:table-row>${text('name')}</table:table-row><table:table-row>${cells.join('')}</table:table-row>`,
  )
  const none = '#FORMULA!'
  const shown = ['#N/A', '#القيمة!', 'خطأ:502', '#DIV/0!', none, none, none, '', '12']
  expect((await rowsIn(file))[1]!.cells).toEqual(shown)
})

test('a workbook of XML and a page name their errors in any language, and formulas without a result', async () => {
  const cell = (data: string) => `<Cell ss:Formula="=R1C1">${data}</Cell>`
  const cells = [
    cell('<Data ss:Type="Error">#N/A</Data>'),
    cell('<Data ss:Type="Error">#القيمة!</Data>'),
    cell(''),
    '<Cell ss:Formula="=R1C1"/>',
    cell('<Data ss:Type="String"></Data>'),
    '<Cell/>',
    cell('<Data ss:Type="Number">7</Data>'),
  ]
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="s"><Table><Row>${cells.join('')}</Row></Table></Worksheet></Workbook>`
  expect((await rowsIn(xml))[0]!.cells).toEqual(['#N/A', '#القيمة!', '#FORMULA!', '#FORMULA!', '', '', '7'])
  const page =
    '<table><tr><td x:err="#VALUE!">#VALEUR!</td><td x:fmla="=A1"></td><td x:str="" x:fmla="=B1"></td><td x:num x:fmla="=C1">5</td></tr></table>'
  expect((await rowsIn(page))[0]!.cells).toEqual(['#VALEUR!', '#FORMULA!', '', '5'])
})

test('rows that an old Excel file hides are known as hidden', async () => {
  const sheet = utils.aoa_to_sheet([['name'], ['Old One'], ['Salma Karim']])
  const file = CFB.read(write({ SheetNames: ['s'], Sheets: { s: sheet } }, { type: 'buffer', bookType: 'biff8' }), {
    type: 'buffer',
  })
  const stream = CFB.find(file, 'Workbook')!
  const bytes = Buffer.from(stream.content as Uint8Array)
  // The record of the second row: hidden, 20 points high.
  const row = Buffer.from('08021000010000000100' + '2c01' + '00000000' + '20010f00', 'hex')
  const body = bytes.indexOf(Buffer.from([0x09, 0x08]), 4)
  const after = body + 4 + bytes.readUInt16LE(body + 2)
  stream.content = Buffer.concat([bytes.subarray(0, after), row, bytes.subarray(after)])
  stream.size = stream.content.length
  const hidden = await rowsIn(CFB.write(file, { type: 'buffer' }) as unknown as Uint8Array)
  expect(hidden.map(({ cells, hidden: isHidden = false }) => [cells[0], isHidden])).toEqual([
    ['name', false],
    ['Old One', true],
    ['Salma Karim', false],
  ])
})

test('a day is read in a format whose number a program chose itself, also where days count from 1904', async () => {
  const sheet = utils.aoa_to_sheet([
    ['birth date', 'number'],
    [41045, 41045],
  ])
  sheet.A2.z = 'dd/mm/yyyy'
  const read = async (date1904: boolean) => {
    const book = { SheetNames: ['s'], Sheets: { s: sheet }, Workbook: { WBProps: { date1904 } } }
    return (await rowsIn(write(book, { type: 'buffer', bookType: 'xlsx' })))[1]!.cells
  }
  expect([await read(false), await read(true)]).toEqual([
    ['2012-05-16', '41045'],
    ['2016-05-17', '41045'],
  ])
})
