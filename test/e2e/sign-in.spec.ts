import { enteredProvider } from '#test/harness/provider-browser.ts'
import { people } from '#test/world/people.ts'
import { startProvider } from '#test/world/providers/server.mjs'
import { schools } from '#test/world/schools.ts'
import { demoPassword } from '#test/world/world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './house.ts'

test('a teacher links the account of the school, signs out, and comes in with it: to that school, and to no form that it does not open', async ({
  page,
  t,
  house,
  signIn,
  signOut,
}) => {
  const account = { sub: 'mona', name: 'منى', email: 'mona@nile.example' }
  const provider = await startProvider({ origins: [house.url], accounts: [account] })
  house.signInHosts.push(`localhost:${provider.port}`)
  const post = (path: string, data: object, token = '') =>
    fetch(`${house.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(data),
    }).then((answer) => answer.json())
  const { token } = await post('API/Identity/Login', { phoneNumber: people.manager.phone, password: demoPassword })
  await post(
    'Connection/AddProvider',
    {
      schoolId: schools.nile.id,
      ...enteredProvider(provider.issuer),
    },
    token,
  )
  const main = page.locator('main')
  await signIn(people.teacher.phone)
  await page.goto('/profile')
  await main.getByRole('button', { name: t('outside.link') }).click()
  await page.getByRole('button', { name: account.email }).click()
  await expect(page).toHaveURL('/profile')
  await expect(main.getByText(account.email, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await signOut()

  await page.getByLabel(t('outside.domain')).fill(account.email)
  await page.getByRole('button', { name: t('outside.find') }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Nile Schools' }).click()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  await expect(main.getByRole('heading', { name: schools.nile.name })).toBeVisible()
  await page.goto('/profile')
  await expect(main.getByText(people.teacher.firstName).first()).toBeVisible()
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await expect(main.getByRole('button', { name: t('outside.link') })).toHaveCount(0)
  await expectAccessible(page)
  await provider.stop()
})
