import writeXlsx from 'write-excel-file/node'
import { world } from '#test/world.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { drop, rowsIn } from './table-files.ts'

const { manager, class4a } = world

test('sheets of a workbook are chosen, and rows with problems are taken out with their reasons @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  const heading = ['اسم الطالب', 'تاريخ الميلاد', 'هاتف ولي الأمر', 'صلة القرابة']
  const wrong = ['سلمى رامي نصار', '2016-02-30', '01000077100', 'أب']
  const right = ['هنا رامي نصار', '2016-02-03', '01000077100', 'أب']
  const book = await writeXlsx([
    { sheet: class4a.name, data: [heading, wrong, right] },
    { sheet: 'تعليمات', data: [['اكتب كل اسم في سطر']] },
  ]).toBuffer()
  await drop(page.locator('[data-drop]'), 'فصول.xlsx', book)
  const sheets = page.getByRole('group', { name: t('imports.sheets') })
  await expect(sheets.getByRole('checkbox')).toHaveCount(2)
  await expect(sheets).toContainText(t('imports.rows_other').replace('{{count}}', '3'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await sheets.getByRole('checkbox', { name: /تعليمات/ }).uncheck()
  await page.getByRole('button', { name: t('imports.takeSheets_one').replace('{{count}}', '1') }).click()

  // What a sheet is called is only probably a class.
  await page.getByRole('button', { name: t('imports.next') }).click()

  const phone = page.getByRole('textbox', { name: t('imports.meaning.phone1') }).first()
  await expect(phone).toHaveValue('01000077100')
  expect(await phone.evaluate((field) => field.scrollWidth <= field.clientWidth), 'every digit is shown').toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('imports.problemWorkbook') }).click()
  const rows = await rowsIn(await (await download).path())
  expect(rows.map((cells) => cells.slice(-5))).toEqual([
    [...heading, t('imports.reason')],
    [...wrong, t('sentences.Invalid date')],
  ])
})
