import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { importing } from '#test/imports/sending.ts'

const app = await testApp()
const { upload, onTheWire } = importing(app)

const rows = [
  ['الاسم', 'الرقم القومي', 'الفصل', ''],
  ['سيف أشرف بدوي', '31609030100015', 'فصل 4أ', ''],
  ['لمار أحمد الششتاوي', '', 'فصل 4أ', ''],
]

function workbook(bookType: 'xlsx' | 'biff8' | 'xlsb', hidden: readonly number[]) {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!cols'] = rows[0]!.map((_, column) => ({ wch: 12, hidden: hidden.includes(column) }))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'ورقة1')
  return write(book, { type: 'buffer', bookType }) as Buffer
}

test.each(['xlsx', 'biff8', 'xlsb'] as const)(
  'hidden columns of %s are asked for, and left out unless they are taken',
  async (type) => {
    const book = workbook(type, [1, 3])
    const refused = await onTheWire(book)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'hiddenColumns',
      sheets: [{ number: 1, name: 'الرقم القومي', rows: 1 }],
    })
    const meanings = async (hiddenColumns: 'leaveOut' | 'take') =>
      (await upload(book, { hiddenColumns })).columns.map(({ meaning }) => meaning)
    expect(await meanings('leaveOut')).toEqual(['fullName', 'className'])
    expect(await meanings('take')).toEqual(['fullName', 'nationalNumber', 'className'])
  },
)

test('an empty hidden column is not asked for', async () => {
  const { columns } = await upload(workbook('xlsx', [3]))
  expect(columns.map(({ meaning }) => meaning)).toEqual(['fullName', 'nationalNumber', 'className'])
})
