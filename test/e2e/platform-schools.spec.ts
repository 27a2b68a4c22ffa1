import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { another } from './others.ts'

const { admin, manager } = people
const { nile, pending, closed } = schools

test('the platform opens new schools, turns others on and off, and gives coins by hand', async ({
  page,
  t,
  narrow,
  signIn,
}) => {
  await signIn(admin.phone)
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await page.getByRole('link', { name: t('menu.schoolAction') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('schoolList.title') })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  const card = (school: { name: string }) => cards.filter({ hasText: school.name })
  const turn = (school: { name: string }) => card(school).getByRole('switch')
  const dialog = page.getByRole('dialog')
  await expect(cards).toHaveCount(4)
  await choose(page, page, t('transactions.coinType'), t('schoolList.onlyNew'))
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('radio', { name: t('settings.inactive') })).toBeChecked()

  await turn(pending).click()
  await expect(dialog.getByRole('heading', { name: t('schoolList.activateNew') })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cards).toHaveCount(0)
  await page.getByText(t('payments.all'), { exact: true }).first().click()
  await expect(cards).toHaveCount(4) // again of every coin type
  await page.getByText(t('settings.inactive'), { exact: true }).first().click()
  await expect(cards).toHaveCount(1)

  await turn(closed).click()
  await expect(dialog.getByRole('heading', { name: t('schoolList.ask') })).toBeVisible()
  await expect(dialog).toContainText(closed.name)
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cards).toHaveCount(0)
  await page.goto('/school-list')
  await expect(turn(closed)).toBeChecked()
  await expect(turn(pending)).toBeChecked()

  await page.getByRole('button', { name: `${t('schoolList.addCoins')}: ${pending.name}` }).click()
  await dialog.getByLabel(t('schoolList.coins')).fill('-5')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('sentences.More coins than were given by hand'))
  await dialog.getByLabel(t('schoolList.coins')).fill('٢٥')
  await dialog.getByLabel(t('payments.reason')).fill('للتجربة')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(card(pending)).toContainText('25')
  await page.getByRole('searchbox').fill('الصعيد')
  await expect(cards).toHaveCount(1)
  await expectNoSidewaysScroll(page)
})

test('a school lets the platform look for some hours, sees it, and ends it', async ({
  page,
  browser,
  house,
  t,
  language,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/school-info')
  const dialog = page.getByRole('dialog')
  const region = page.getByRole('main')
  const hours = region.getByRole('group', { name: t('support.title') }).locator('label')
  await hours.nth(1).click()
  await expect(hours.nth(1).getByRole('radio')).toBeChecked()
  await page.getByRole('button', { name: t('support.open'), exact: true }).click()
  await expect(dialog).toContainText(t('support.means'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('support.open'), exact: true }).click()
  await expect(region).toContainText(t('support.until'))
  await expectAccessible(page)

  const desk = await another(browser, house, { t, language, phoneNumber: admin.phone, password: 'kashkool' })
  await desk.goto('/school-list')
  const seen = desk.getByRole('listitem').filter({ hasText: nile.name })
  await expect(seen).toContainText(t('support.until'))
  await desk.close()

  await page.getByRole('button', { name: t('support.close') }).click()
  await dialog.getByRole('button', { name: t('support.close') }).click()
  await expect(region).not.toContainText(t('support.until'))
})
