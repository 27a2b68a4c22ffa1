import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import * as z from 'zod/mini'
import { importLimits } from '#contract/exchange/imports/imports.ts'
import { Text } from '#contract/language/fields.ts'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from './read-file.ts'
import { mobileIn, nameParts, yesOrNo } from './words.ts'

// The largest files take longer on a slow machine than the server allows.
const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())

const read = async (file: Buffer | string) => tableIn(await reader.read(Buffer.from(file)))
const cells = async (file: Buffer | string) => (await read(file)).rows.map((row) => row.cells)
const meanings = (...headings: string[]) =>
  tableIn({ rows: [headings, ['x']].map((row, nth) => ({ row: nth + 1, cells: row })) }).columns.map(
    ({ meaning }) => meaning,
  )

const heading = ['الاسم', 'الفصل', 'ت. الميلاد']
const line = ['أحمد سمير علي', 'فصل 4أ', '15/06/2015']
const lines = (separator: string, end = '\n') => [heading, line].map((row) => row.join(separator)).join(end)

/** Encodes Arabic in Windows-1256, for the letters used here. */
const windows1256 = (text: string) => {
  const decoder = new TextDecoder('windows-1256')
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter)!))
}

describe('a table is read', () => {
  test('whatever separates its cells and however it is encoded', async () => {
    for (const separator of [',', ';', '\t', '|']) expect(await cells(lines(separator)), separator).toEqual([line])
    const text = lines(';', '\r\n')
    for (const file of [
      `\ufeff${text}`,
      `sep=;\r\n${text}`,
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      windows1256(text),
    ])
      expect(await cells(file)).toEqual([line])
  })

  test('from a workbook, its dates and numbers too', async () => {
    const workbook = writeExcelFile([
      [{ value: 'كشف الطلاب' }],
      ['الاسم', 'الفصل', 'تاريخ الميلاد', 'موبايل ولي الأمر'].map((value) => ({ value })),
      [
        { value: 'أحمد سمير علي' },
        { value: 'فصل 4أ' },
        { type: Date, value: new Date('2015-06-15T00:00:00Z'), format: 'dd/mm/yyyy' },
        { type: Number, value: 1012345678 },
      ],
    ])
    const { columns, rows } = await read(await workbook.toBuffer())
    expect(columns.map(({ meaning }) => meaning)).toEqual(['fullName', 'className', 'birthDate', 'phone1'])
    expect(rows).toEqual([{ row: 3, cells: ['أحمد سمير علي', 'فصل 4أ', '2015-06-15', '1012345678'] }])
    expect(mobileIn('1012345678')).toBe('01012345678')
  })

  test('by headings of both languages, also misspelt, and never by what merely resembles', () => {
    expect(meanings('First Name', 'Midel Name', 'LAST_NAME', 'Class room', 'Date of brith')).toEqual([
      'firstName',
      'middleName',
      'lastName',
      'className',
      'birthDate',
    ])
    expect(meanings('إسم الطالب', 'الفصـــل', 'تاريخ الميلادد', 'رقم ولي الامر', 'ملاحظات', 'هاتف الأم')).toEqual([
      'fullName',
      'className',
      'birthDate',
      'phone1',
      null,
      'motherPhone',
    ])
    expect(meanings('phone', 'phone', 'Phone')).toEqual(['phone1', 'phone2', 'phone3'])
    expect(meanings('name', 'name')).toEqual(['fullName', null])
    const { columns } = tableIn({
      rows: [
        ['م', 'الاسم'],
        ['1', 'x'],
      ].map((cells, nth) => ({ row: nth + 1, cells })),
    })
    expect(columns[0]).toMatchObject({ meaning: null, guess: 'exact' })
  })

  test('without headings when its first row is one of values', async () => {
    const { columns, rows } = await read('أحمد سمير علي,01012345678\nعلي سمير علي,01012345679')
    expect(columns.map(({ heading: title, meaning }) => [title, meaning])).toEqual([
      ['', null],
      ['', null],
    ])
    expect(rows.map(({ row }) => row)).toEqual([1, 2])
  })

  test('though a cell is hostile: its neighbours stay as they were', async () => {
    const hostile = ['=cmd|"/c calc"!A1', '\u202eabc', 'x'.repeat(10_000), 'a\0b', '\ud800', "'=1+1", '\u200fمحمد']
    const quoted = hostile.map((cell) => `"${cell.replaceAll('"', '""')}",4A`)
    const read = await cells(`name,class\n${quoted.join('\n')}\nOmar Ali Hassan,4B`)
    expect(read.map((row) => row[1])).toEqual([...hostile.map(() => '4A'), '4B'])
    expect(read.map(([name]) => name!.slice(0, 20))).toEqual([
      '=cmd|"/c calc"!A1',
      '\u202eabc',
      'x'.repeat(20),
      'a\ufffdb',
      '\ufffd',
      '=1+1',
      'محمد',
      'Omar Ali Hassan',
    ])
    expect(read[2]![0]).toHaveLength(2001)
    expect(await cells('name,class\n"Omar Ali,4A\nLaila Ali,4B')).toEqual([['Omar Ali,4A'], ['Laila Ali', '4B']])
  })

  test('without the marks that an export puts where a spreadsheet would find a formula, and with every other one', async () => {
    const texts = [
      "x;'=1",
      'x\n "\'-1',
      "x ;'y",
      "x'=1",
      "x\n'=1;'+2'",
      "x;;'@1 ' =",
      "x '=1",
      "x;'",
      "x\n''=1",
      `x${'\n'.repeat(1500)}'=1`,
    ]
    const unmarked = texts.map((text) => text.replace(/([;\t\r\n][\s"]*)'(?=[=+\-@])/g, '$1'))
    const quoted = texts.map((text) => `Omar,"${text.replaceAll('"', '""')}"`)
    expect((await cells(`name,notes\n${quoted.join('\n')}`)).map(([, notes]) => notes)).toEqual(unmarked)
  })

  test('with every letter of a text that fits, vowelled ones too, and with more than fits of a longer one', async () => {
    const [fitting, vowelled] = ['ب'.repeat(2000), 'بُ'.repeat(2000)]
    const tooLong = [
      `${fitting}ب`,
      vowelled.repeat(9),
      '👨‍👩‍👧'.repeat(1999) + fitting,
      `${fitting}${'\u0301'.repeat(20_000)}`,
    ]
    const read = await cells(
      `name,notes\n${[fitting, vowelled, ...tooLong].map((notes) => `Omar,${notes}`).join('\n')}`,
    )
    expect(await cells(`name,notes\nOmar,${' '.repeat(2001)}${'\u200fب'.repeat(2000)}`)).toEqual([['Omar', fitting]])
    const [one, other, ...longer] = read.map(([, notes]) => notes!)
    expect([one, other]).toEqual([fitting, vowelled])
    const isTaken = (text: string) => !text.includes('\ufffd') && z.safeParse(Text(1, importLimits.cell), text).success
    expect(longer.map(isTaken)).toEqual(tooLong.map(() => false))
  })

  test('unless it is a small workbook of very much text', async () => {
    const row = Array.from({ length: 100 }, () => ({ value: 'x'.repeat(2000) }))
    const workbook = await writeExcelFile(Array.from({ length: 106 }, () => row)).toBuffer()
    expect(workbook.length).toBeLessThan(50_000)
    await expect(reader.read(workbook)).rejects.toThrow('This file cannot be read')
  })

  test('to its last row, or not at all: many empty lines between hide none', async () => {
    const lines = (many: number, between: string) =>
      `name,class\n${Array.from({ length: many }, (_, nth) => `Omar${nth},4A`).join(`\n${between}`)}`
    expect(await cells(lines(18_000, '\n\n'))).toHaveLength(18_000)
    await expect(read(lines(2000, '\n'.repeat(60)))).rejects.toThrow('The table has more than 20,000 rows')
    const folder = (many: number) =>
      Buffer.from(zipSync({ 'enrollments.csv': strToU8(lines(many, '')), 'users.csv': strToU8('sourcedId,role') }))
    await expect(reader.read(folder(300_000))).rejects.toThrow('A file of this folder has more than 300,000 rows')
  })

  test('from two files of one name in an archive: neither is lost', async () => {
    const archive = zipSync({
      'north/students.csv': strToU8('name,class\nOmar Ali Hassan,4A'),
      'south/students.csv': strToU8('name,class\nLaila Ali Hassan,4B'),
    })
    const content = await reader.read(Buffer.from(archive))
    expect('files' in content && content.files.students).toEqual([
      { row: 1, cells: ['name', 'class'] },
      { row: 2, cells: ['Omar Ali Hassan', '4A'] },
      { row: 4, cells: ['Laila Ali Hassan', '4B'] },
    ])
  })

  test('and an entity of its XML stays the letters it is written with', async () => {
    const parts = unzipSync(
      await writeExcelFile(
        [
          ['name', 'class'],
          ['Omar Ali', '4A'],
        ].map((row) => row.map((value) => ({ value }))),
      ).toBuffer(),
    )
    const strings = strFromU8(parts['xl/sharedStrings.xml']!)
    for (const entity of ['e SYSTEM "file:///etc/passwd"', 'l "lol"><!ENTITY e "&l;&l;&l;&l;"']) {
      const hostile = strings.replace('?>', `?><!DOCTYPE a [<!ENTITY ${entity}>]>`).replace('Omar Ali', '&e;')
      const workbook = zipSync({ ...parts, 'xl/sharedStrings.xml': strToU8(hostile) })
      expect(await cells(Buffer.from(workbook))).toEqual([['&e;', '4A']])
    }
  })

  test('and a bomb is not', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }))
    // The size that the archive's directory states for its only file.
    bomb.writeUInt32LE(2 ** 31 - 1, bomb.indexOf('PK\x01\x02', 'latin1') + 24)
    await expect(reader.read(bomb)).rejects.toMatchObject({
      status: 400,
      message: 'This file cannot be read',
    })
    await expect(reader.read(Buffer.from(zipSync({ 'letter.txt': strToU8('hello') })))).rejects.toMatchObject({
      status: 415,
    })
  })
})

test('a name falls into its three parts, names of two words kept together', () => {
  expect(nameParts('أحمد سمير علي حسن')).toEqual(['أحمد', 'سمير', 'علي حسن'])
  expect(nameParts('عبد الرحمن محمد أبو العلا')).toEqual(['عبد الرحمن', 'محمد', 'أبو العلا'])
  expect(nameParts('نور الدين محمود زنكي')).toEqual(['نور الدين', 'محمود', 'زنكي'])
  expect(nameParts('أحمد سمير')).toBeNull()
})

test('yes and no are read in both languages', () =>
  expect([yesOrNo('نعم'), yesOrNo('No'), yesOrNo('مدفوع'), yesOrNo('ربما')]).toEqual([true, false, true, null]))
