import { readFileSync } from 'node:fs'
import { world } from '#test/world/world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { drop } from './table-files.ts'

const sample = (name: string) => readFileSync(`test/imports/samples/${name}`)

test('hidden sheets and rows are asked about, and left out unless they are taken @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(world.manager.phone)
  await page.goto('/settings/students?import=new')
  await drop(page.locator('[data-drop]'), 'hidden.xlsx', sample('hidden-rows.xlsx'))
  const sheets = page.getByRole('group', { name: t('imports.sheets') })
  await expect(sheets.getByRole('checkbox', { name: /كشف/ })).toBeChecked()
  await expect(sheets.getByRole('checkbox', { name: /قديم/ })).not.toBeChecked()
  await expect(sheets).toContainText(t('imports.hiddenSheet'))
  await page.getByRole('button', { name: t('imports.takeSheets_one').replace('{{count}}', '1') }).click()

  await expect(page.getByText(t('imports.parts.hiddenRowsHint'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('imports.parts.hiddenRowsUsual') }).click()
  await expect(page).toHaveURL(/import=(?!new)/)
})

test('lists side by side are read one below the other, and passwords are not read @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(world.manager.phone)
  await page.goto('/settings/students?import=new')
  await drop(page.locator('[data-drop]'), 'beside.xlsx', sample('side-by-side.xlsx'))
  await expect(page.getByText(t('imports.parts.listsHint'))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('imports.parts.listsUsual') }).click()
  await expect(page).toHaveURL(/import=(?!new)/)

  await page.goto('/settings/students?import=new')
  await page.getByLabel(t('imports.paste')).fill('Full nam;class;Password\nSalma Karim Nasser;1/أ;Summer2026')
  await page.getByRole('button', { name: t('imports.useRows') }).click()
  await expect(page.getByText(t('imports.secretColumn'))).toBeVisible()
  await expect(page.getByText('Summer2026')).toHaveCount(0)
  await expectAccessible(page)
})
