import type { Page } from '@playwright/test'
import writeXlsx from 'write-excel-file/node'
import { imports } from '#contract/exchange/imports/imports.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { ask } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { another, elsewhere, toastOf } from './others.ts'
import { drop, expectCounts, rowsIn } from './table-files.ts'

const { manager, registrar, nile, class4a } = world

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

  // The name of a sheet is only probably a class, so this must be confirmed.
  await page.getByRole('button', { name: t('imports.next') }).click()

  const phone = page.getByRole('textbox', { name: t('imports.meaning.phone1') }).first()
  await expect(phone).toHaveValue('01000077100')
  expect(await phone.evaluate((field) => field.scrollWidth <= field.clientWidth), 'every digit is shown').toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('imports.problemWorkbook') }).click()
  const rows = await rowsIn(await (await download).path())
  expect(rows.map((cells) => cells.slice(-5))).toEqual([
    [...heading, t('imports.reason')],
    [...wrong, `تاريخ الميلاد: ${t('sentences.Invalid date')}`],
  ])
})

test('cells that a person may not read are neither offered to write into nor in the workbook @once', async ({
  page,
  browser,
  house,
  t,
  language,
  comeAs,
}) => {
  const keys = ['ViewSchoolSettings', 'ViewClassesSettingSection', 'AssignMultipleStudentsToSchool'] as const
  await ask(
    house.connection,
    `insert into user_permissions (user_id, permission_id, school_id, given_by)
     select '${registrar.id}', id, '${nile.id}', '${manager.id}' from permissions
     where id in (${keys.map((key) => `'${permissionId(key)}'`).join()})`,
  )
  const owner = await another(browser, house, { t, language, phoneNumber: manager.phone, password: 'kashkool' })
  await owner.goto('/settings/students?import=new')
  const row = ['سلمى رامي نصار', class4a.name, '2016-02-30', 'حساسية من الفول']
  await owner
    .getByLabel(t('imports.paste'))
    .fill(['Student name;class;birth date;health notes', row.join(';')].join('\n'))
  await owner.getByRole('button', { name: t('imports.useRows') }).click()
  const cellOf = (reader: Page, meaning: string) =>
    reader.getByRole('textbox', { name: t(`imports.meaning.${meaning}`), exact: true })
  await expect(cellOf(owner, 'healthNotes')).toHaveValue('حساسية من الفول')

  await comeAs(registrar.phone)
  await page.goto(owner.url())
  await expect(cellOf(page, 'birthDate')).toHaveValue('2016-02-30')
  await expect(cellOf(page, 'healthNotes')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('imports.problemWorkbook') }).click()
  const [heading, ...rows] = await rowsIn(await (await download).path())
  expect(heading).toEqual(['Student name', 'class', 'birth date', t('imports.reason')])
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([row.slice(0, 3)])
})

test('what somebody else made of an import meanwhile is shown before anything is stored @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  const rows = ['سلمى رامي نصار', 'هنا رامي نصار'].map((name) => `${name};${class4a.name};2016-02-03`)
  await page.getByLabel(t('imports.paste')).fill(['Student name;class;birth date', ...rows].join('\n'))
  await page.getByRole('button', { name: t('imports.useRows') }).click()
  await expectCounts(page, t, { add: 2, change: 0, same: 0, leftOut: 0 })

  const importId = new URL(page.url()).searchParams.get('import')
  await elsewhere(house, imports.leaveOut.path, { importId, rows: [3], leftOut: true })
  await page.getByRole('button', { name: t('imports.start_other').replace('{{count}}', '2') }).click()
  await expect(toastOf(page)).toContainText(t('sentences.Somebody else changed this meanwhile'))
  await expectCounts(page, t, { add: 1, change: 0, same: 0, leftOut: 1 })
})
