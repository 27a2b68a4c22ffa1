import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './house.ts'

test('a key for a program is made with what it reads, shown once, reads, and is ended', async ({
  page,
  t,
  comeAs,
  request,
}) => {
  await comeAs(people.manager.phone)
  await page.goto('/settings/connections')
  const main = page.locator('main')
  await main
    .getByRole('button', { name: t('settings.connection.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('settings.connection.keyName')).fill('شركة الحافلات')
  await dialog.getByText(t('settings.connection.scope.calendar')).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.connection.make') }).click()
  const shown = dialog.getByText(/^kk_/)
  await expect(shown).toBeVisible()
  await expectAccessible(page)
  const secret = (await shown.textContent())!
  const schoolId = schools.nile.id
  const read = (path: string) =>
    request
      .post(path, { headers: { authorization: `Bearer ${secret}` }, data: { schoolId } })
      .then((answer) => answer.status())
  expect(await read('/Calendar/GetDays')).toBe(200)
  expect(await read('/Attendance/GetSheets')).toBe(403)
  await page.keyboard.press('Escape')
  await expect(main.getByText('شركة الحافلات', { exact: true })).toBeVisible()
  await expect(main.getByText(secret)).toHaveCount(0)
  await main.getByRole('button', { name: new RegExp(t('settings.remove')) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.remove') })
    .click()
  await expect(main.getByText(t('settings.connection.state.revoked'))).toBeVisible()
  expect(await read('/Calendar/GetDays')).toBe(401)
})
