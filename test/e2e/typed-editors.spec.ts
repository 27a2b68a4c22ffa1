import type { Page } from '@playwright/test'
import { people } from '#test/world/people.ts'
import { grades } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { droppedAndRestored } from './dropped.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { giveScheme } from './scheme-of-grade.ts'

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('kashkool-typed'))

test('marks in the grid of results outlive a dropped page until they are saved', async ({ page, house, t, comeAs }) => {
  await fillClass(house.connection, 3)
  await giveScheme(house)
  await comeAs(people.manager.phone)
  const cellsIn = (shown: Page) => shown.locator('main').getByRole('table').getByRole('textbox')
  const open = async (shown: Page) => {
    await shown.goto(`/results?grade=${grades.grade5.id}`)
    await expect(cellsIn(shown).first()).toBeVisible()
  }
  await open(page)
  await page.locator('main').getByText(t('results.noteWith')).click()
  await page.locator('main').getByLabel(t('results.origin')).fill('دفتر الفصل')
  await cellsIn(page).first().fill('7.5')
  await expect.poll(() => kept(page)).toContain('7.5')

  const restored = await droppedAndRestored(page)
  await open(restored)
  const main = restored.locator('main')
  await expect(cellsIn(restored).first()).toHaveValue('7.5')
  await expect(main.getByLabel(t('results.origin'))).toHaveValue('دفتر الفصل')
  await expect(main.getByText(t('common.restored'))).toBeVisible()
  await expectAccessible(restored)
  await expectNoSidewaysScroll(restored)
  await main.getByRole('button', { name: t('results.save_one').replace('{{count}}', '1') }).click()
  await expect(main.getByText(t('common.restored'))).toHaveCount(0)
  await expect.poll(() => kept(restored)).toBeNull()
  await restored.reload()
  await expect(cellsIn(restored).first()).toHaveValue('7.5')
  await expect(main.getByText(t('common.restored'))).toHaveCount(0)
})

test('a scheme and where it applies outlive a dropped page until they are saved or discarded', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await fillClass(house.connection, 3)
  const { stored, storedByColleague } = await giveScheme(house)
  await comeAs(people.manager.phone)
  const edit = (shown: Page) =>
    shown.getByRole('button', { name: t('results.schemes.edit').replace('{{name}}', stored.name) })
  const grace = (shown: Page) => shown.locator('main').getByLabel(t('results.schemes.graceAll'))
  await page.goto('/settings/results')
  await edit(page).click()
  await grace(page).fill('4')
  await expect.poll(() => kept(page)).not.toBeNull()

  const again = await droppedAndRestored(page)
  const main = again.locator('main')
  await storedByColleague()
  await again.goto('/settings/results')
  await edit(again).click()
  await expect(grace(again)).toHaveValue('4')
  await expect(main.getByText(t('common.restored'))).toBeVisible()
  await expect(main.getByRole('alert')).toContainText(t('results.rounding.half'))
  await expectAccessible(again)
  await main.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(edit(again)).toBeVisible()
  expect(await kept(again)).toBeNull()

  const line = (shown: Page) =>
    shown.locator('main').getByRole('group', { name: t('results.uses.nth').replace('{{nth}}', '1') })
  await line(again).getByLabel(t('results.uses.pass')).fill('60')
  await expect.poll(() => kept(again)).not.toBeNull()
  const last = await droppedAndRestored(again)
  await last.goto('/settings/results')
  await expect(line(last).getByLabel(t('results.uses.pass'))).toHaveValue('60')
  await last.getByRole('button', { name: t('common.discardRestored') }).click()
  await expect(line(last).getByLabel(t('results.uses.pass'))).toHaveValue('50')
  expect(await kept(last)).toBeNull()
})

test('terms of the calendar and rules of absence outlive a dropped page until they are saved or left @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(people.manager.phone)
  const name = (shown: Page) => shown.getByLabel(t('calendar.termName').replace('{{number}}', '1'))
  await page.goto('/settings/calendar')
  await page.getByRole('button', { name: t('calendar.addTerm') }).click()
  await name(page).fill('فصل الخريف')

  const again = await droppedAndRestored(page)
  await again.goto('/settings/calendar')
  await expect(name(again)).toHaveValue('فصل الخريف')
  const card = again.locator('section').filter({ has: again.getByRole('heading', { name: t('calendar.terms') }) })
  await expect(card.getByText(t('common.restored'))).toBeVisible()
  await card.getByRole('button', { name: t('common.discardRestored') }).click()
  await expect(name(again)).toHaveCount(0)
  expect(await kept(again)).toBeNull()

  await again.goto('/settings/absence')
  const within = (shown: Page) => shown.locator('main').getByLabel(t('absence.rules.within'))
  await within(again).fill('19')
  await expect.poll(() => kept(again)).not.toBeNull()
  const last = await droppedAndRestored(again)
  await last.goto('/settings/absence')
  await expect(within(last)).toHaveValue('19')
  await expect(last.getByText(t('common.restored'))).toBeVisible()
  await last
    .locator('main')
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect.poll(() => kept(last)).toBeNull()
  await expect(last.getByText(t('common.restored'))).toHaveCount(0)
  await expect(within(last)).toHaveValue('19')

  await within(last).fill('20')
  await expect.poll(() => kept(last)).not.toBeNull()
  await last.getByRole('link', { name: t('menu.home'), exact: true }).click()
  await last
    .getByRole('dialog')
    .getByRole('button', { name: t('common.discard') })
    .click()
  await expect(last).not.toHaveURL(/absence/)
  expect(await kept(last)).toBeNull()
})
