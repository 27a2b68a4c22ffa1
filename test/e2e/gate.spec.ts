import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const { manager } = people
const { omar } = students

test('the gate keeps the list of today, hands over without a network, and erases the list at the sign-out', async ({
  page,
  context,
  t,
  comeAs,
  signOut,
}) => {
  const name = `${omar.firstName} ${omar.middleName} ${omar.lastName}`
  const kept = () => page.evaluate(() => localStorage.getItem('gate'))
  await comeAs(manager.phone)
  await page.goto('/gate')
  await page.getByRole('button', { name: t('safety.keep') }).click()
  await expect(page.getByRole('button', { name: t('safety.erase') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(await kept()).toContain(name)
  expect(await kept()).not.toMatch(/010\d{8}/)

  await context.setOffline(true)
  await page.getByRole('searchbox', { name: t('safety.find') }).fill(omar.firstName)
  await page.getByRole('button', { name }).click()
  await expect(page.getByText(t('safety.withoutNetwork'))).toBeVisible()
  await expectAccessible(page)
  const mayFetch = page.getByRole('region', { name: t('safety.mayFetch') })
  await mayFetch.getByRole('button').first().click()
  await expect(page.getByText(t('safety.notSentYet'))).toBeVisible()
  await expectNoSidewaysScroll(page)

  await context.setOffline(false)
  await expect(page.getByText(t('safety.notSentYet'))).toHaveCount(0)
  await page.reload()
  await page.getByRole('searchbox', { name: t('safety.find') }).fill(omar.firstName)
  await page.getByRole('button', { name }).click()
  await expect(page.getByText(t('safety.act.handedOver'), { exact: true })).toHaveCount(1)

  await page.getByRole('searchbox', { name: t('safety.find') }).fill('ST0000000001')
  await expect(page.locator('button[data-found]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('safety.call') })).toBeVisible()

  await signOut()
  expect(await kept()).toBeNull()
})
