import { people } from '#test/world/people.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { parent } = people

test('a person whose session was ended elsewhere signs in again, and is back where they were', async ({
  page,
  house,
  t,
  signIn,
}) => {
  await signIn(parent.phone)
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: parent.phone,
    password: 'kashkool',
  })
  await page.goto('/sessions')
  const devices = page.getByRole('list', { name: t('sessions.title') }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText(t('sessions.current'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await called(house, 'API/Identity/EndOtherSessions', {}, token)
  await devices.nth(1).getByRole('button').click()
  const over = page.getByRole('dialog', { name: t('auth.again') })
  await expect(over.getByLabel(t('auth.phoneNumber'))).toHaveValue(parent.phone)
  await expectAccessible(page)
  await over.getByLabel(t('auth.password'), { exact: true }).fill('not the password')
  await over.getByRole('button', { name: t('auth.login'), exact: true }).click()
  await expect(over.getByRole('alert')).toBeVisible()
  await over.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await over.getByRole('button', { name: t('auth.login'), exact: true }).click()
  await expect(over).toHaveCount(0)
  await expect(page).toHaveURL('/sessions')
  await expect(devices).toHaveCount(1) // what was pressed is done now
  await expect(called(house, 'API/Identity/EndOtherSessions', {}, token)).rejects.toThrow('Please sign in')

  const other = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: parent.phone,
    password: 'kashkool',
  })
  await page.reload()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: t('sessions.endOthers') }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sessions.endOthers') })
    .click()
  await expect(devices).toHaveCount(1)
  await expect(called(house, 'API/Identity/EndOtherSessions', {}, other.token)).rejects.toThrow('Please sign in')
})

test('an account that was changed meanwhile shows both versions, and the person chooses', async ({
  page,
  house,
  t,
  signIn,
}) => {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: parent.phone,
    password: 'kashkool',
  })
  await signIn(parent.phone)
  await page.goto('/profile')
  await expect(page.getByLabel(t('profile.firstName'))).toHaveValue(parent.firstName)
  const elsewhere = { userName: 'كريم', firstName: 'كريم', lastName: 'الجندي', birthDay: '1985-02-01', city: 'الجيزة' }
  await called(house, 'API/User/UpdateUser', elsewhere, token)

  await page.getByLabel(t('profile.userName')).fill('كريم')
  await page.getByLabel(t('profile.birthDay')).fill('1985/02/01')
  await page.getByLabel(t('profile.city')).fill('طنطا')
  await page.getByRole('button', { name: t('common.save') }).click()
  const both = page.getByRole('alert').filter({ hasText: t('versions.changedMeanwhile') })
  await expect(both).toContainText('الجيزة')
  await expect(both).toContainText('طنطا')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel(t('profile.city')).fill('المحلة') // in addition to what is compared
  await both.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('profile.saved'))
  await page.reload()
  await expect(page.getByLabel(t('profile.city'))).toHaveValue('المحلة')
})

test('who signs in without a network reads so, and is not signed in later without being there', async ({
  page,
  context,
  t,
}) => {
  const answers: string[] = []
  page.on('response', (answer) => answer.url().endsWith('/API/Identity/Login') && answers.push(answer.url()))
  const login = page.getByRole('button', { name: t('auth.login') })
  await page.goto('/auth')
  await page.getByLabel(t('auth.phoneNumber')).fill(people.teacher.phone)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await context.setOffline(true)
  await login.click()
  await expect(page.locator('form').getByRole('alert')).toHaveText(t('errors.offline'))
  await context.setOffline(false)
  await login.click()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  expect(answers).toHaveLength(1)
})
