import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { demoPassword } from '#test/world/world.ts'
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
  await dialog.getByText(t('settings.connection.scope.gradebook')).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.connection.make') }).click()
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(demoPassword)
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
  await expect(main.getByText(/\/ims\/oneroster$/)).toBeVisible()
  await main.getByRole('button', { name: new RegExp(t('settings.remove')) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.remove') })
    .click()
  await expect(main.getByText(t('settings.connection.state.revoked'))).toBeVisible()
  expect(await read('/Calendar/GetDays')).toBe(401)
})

test('a program is notified of what changed, its secret is shown once, and a message is seen and sent again', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(people.manager.phone)
  await page.goto('/settings/connections?part=webhooks')
  const main = page.locator('main')
  const dialog = page.getByRole('dialog')
  await main
    .getByRole('button', { name: t('settings.webhook.add') })
    .first()
    .click()
  await dialog.getByLabel(t('settings.webhook.hookName')).fill('شركة الحافلات')
  await dialog.getByLabel(t('settings.webhook.url')).fill('https://127.0.0.1/hook')
  await dialog.getByText(t('settings.webhook.event.class.changed')).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.webhook.make') }).click()
  await expect(dialog.getByText(t('sentences.Enter an https address on the public internet')).first()).toBeVisible()
  await dialog.getByLabel(t('settings.webhook.url')).fill('https://program.invalid/hook')
  await dialog.getByRole('button', { name: t('settings.webhook.make') }).click()
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: t('settings.webhook.make') }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main.getByText('شركة الحافلات', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await dialog.getByRole('button', { name: t('settings.webhook.try') }).click()
  await expect(dialog).toHaveCount(0)
  await main.getByRole('button', { name: new RegExp(t('settings.webhook.messages')) }).click()
  await expect(dialog.getByText('connection.tried', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.webhook.again') }).click()
  await expect(page.getByText(t('settings.webhook.willBeSent')).first()).toBeVisible()
})
