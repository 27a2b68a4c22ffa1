import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

test('the platform keeps six lists: found, added to, refused in words, edited, with icons, turned off and on', async ({
  page,
  house,
  t,
  signIn,
  narrow,
}) => {
  await signIn(people.admin.phone)
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await page.getByRole('link', { name: t('menu.adminSettings') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('menu.adminSettings'))
  const menu = page.getByRole('navigation', { name: t('menu.adminSettings') })
  await expect(menu.getByRole('link')).toHaveCount(10)

  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const add = (of: string) => page.getByRole('button', { name: t(`settings.${of}.add`) })
  const send = dialog.getByRole('button', { name: t('settings.add'), exact: true })
  const stored = async (table: string, name: string) =>
    (await ask<{ n: number }>(house.connection, `select count(*)::int n from ${table} where name = '${name}'`))[0]!.n

  await test.step('contact types have an icon', async () => {
    await menu.getByRole('link', { name: t('settings.menu.schoolContactType') }).click()
    await add('contactTypes').click()
    await send.click()
    await expect(dialog.getByText(t('sentences.Required'))).toBeVisible()
    await dialog.getByLabel(t('settings.contactTypes.name')).fill('Phone')
    await send.click()
    await expect(dialog.getByRole('alert')).toHaveText(t('sentences.This name is already used'))
    await expectAccessible(page)
    await dialog.getByLabel(t('settings.contactTypes.name')).fill('واتساب')
    await dialog.getByLabel(t('settings.contactTypes.description')).fill('رقم واتساب المدرسة')
    await send.click()
    await expect(row('واتساب')).toContainText('رقم واتساب المدرسة')
    await row('واتساب')
      .getByRole('button', { name: new RegExp(t('settings.contactTypes.icon')) })
      .click()
    await page.locator('[data-picture=file]').first().setInputFiles('public/icon-192.png')
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('common.save') })
      .click()
    await expect(page.getByText(t('picture.saved')).first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('common.close') }).click()
    await expect(row('واتساب').locator('img')).toHaveAttribute('src', /^\/media\//)
    await row('واتساب')
      .getByRole('button', { name: new RegExp(t('settings.edit')) })
      .click()
    await dialog.getByLabel(t('settings.contactTypes.name')).fill('واتساب المدرسة')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(row('واتساب المدرسة')).toBeVisible()
  })

  await test.step('coins have a price', async () => {
    await page.goto('/admin-settings/coins-type')
    await add('coinTypes').click()
    await dialog.getByLabel(t('settings.coinTypes.name')).fill('فضي')
    await dialog.getByLabel(t('settings.coinTypes.value')).fill('٠')
    await send.click()
    await expect(dialog.getByText('0.01')).toBeVisible()
    await dialog.getByLabel(t('settings.coinTypes.value')).fill('٢٫٥')
    await send.click()
    await expect(row('فضي')).toContainText('2.5')
    expect(await stored('coin_types', 'فضي')).toBe(1)
  })

  await test.step('payment types are turned off after a question, and on again', async () => {
    await page.goto('/admin-settings/payment-type')
    const cash = t('reference.paymentTypes.cash')
    const turn = page.getByRole('switch', { name: new RegExp(cash) })
    await expect(turn).toBeChecked()
    await turn.click()
    await expect(dialog).toContainText(t('settings.paymentTypes.turnMeans'))
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await expect(turn).toBeChecked()
    await turn.click()
    await dialog.getByRole('button', { name: t('common.confirm') }).click()
    await expect(turn).not.toBeChecked()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await turn.click()
    await dialog.getByRole('button', { name: t('common.confirm') }).click()
    await expect(turn).toBeChecked()
  })

  for (const [type, of, name] of [
    ['language-admin', 'languages', 'الفرنسية'],
    ['relations', 'relations', 'الجدة'],
    ['school-type', 'schoolTypes', 'دولية'],
  ] as const)
    await test.step(of, async () => {
      await page.goto(`/admin-settings/${type}`)
      await add(of).click()
      await dialog.getByLabel(t(`settings.${of}.name`)).fill(name)
      await send.click()
      await expect(row(name)).toBeVisible()
    })
})
