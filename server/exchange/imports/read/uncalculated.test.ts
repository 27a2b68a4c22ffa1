import { CFB, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { importing } from '#test/imports/sending.ts'

const app = await testApp()
const { upload, rows } = importing(app)

/** A cell of a formula as old Excel files store it. */
function formula(row: number, column: number, flags: number, value = Buffer.alloc(8)) {
  const data = Buffer.alloc(22)
  data.writeUInt16LE(row, 0)
  data.writeUInt16LE(column, 2)
  value.copy(data, 6)
  data.writeUInt16LE(flags, 14)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(0x06, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

/** An old workbook with these formulas put into its only sheet, before the sheet ends. */
function workbook(table: string[][], formulas: Buffer[]) {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(table)
  utils.book_append_sheet(book, sheet, 'ورقة1')
  const container = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { type: 'buffer' })
  const stream = CFB.find(container, '/Workbook')!
  const content = Buffer.from(stream.content as Uint8Array)
  let last = 0
  for (let at = 0; at + 4 <= content.length; at += 4 + content.readUInt16LE(at + 2))
    if (content.readUInt16LE(at) === 0x0a) last = at
  stream.content = Buffer.concat([content.subarray(0, last), ...formulas, content.subarray(last)])
  stream.size = stream.content.length
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}

test('a formula of an old workbook that no program calculated names its cell, and a result of zero is one', async () => {
  const lines = ['سيف أشرف بدوي', 'لمار أحمد الششتاوي', 'مالك رامز فؤاد'].map((name) => [name, 'فصل 4أ'])
  const emptyText = Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff])
  const file = workbook(
    [['الاسم', 'الفصل', 'رقم الجلوس'], ...lines],
    [formula(1, 2, 2), formula(2, 2, 0), formula(3, 2, 3, emptyText)],
  )
  const { id } = await upload(file)
  const reason = 'The sheet has a formula without a result here; open it, save it and choose it again'
  expect((await rows(id)).map(({ cells, problems }) => [cells[2], problems.map((one) => one.reason)])).toEqual([
    ['#FORMULA!', [reason]],
    ['0', []],
    ['#FORMULA!', [reason]],
  ])
})
