import type { Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager } = people

/** As somebody types or pastes it, and the number of the account. `of`: the country that they choose first. */
const numbers = [
  { typed: '٠١٠٠ ٥٥٥ ٠٣٠١', phone: '01005550301', shown: '01005550301' },
  { of: 'SA', typed: '050 555 0301', phone: '+966505550301', shown: '+966 50 555 0301' },
  { typed: 'tel:+965 (5055) 03.01', phone: '+96550550301', shown: '+965 5055 0301' },
  { typed: '00971 50 555 0301', phone: '+971505550301', shown: '+971 50 555 0301' },
  { typed: '+49 1512 3456301', phone: '+4915123456301', shown: '+4915123456301' },
]
const changed = { typed: '+966 050 555 0399', phone: '+966505550399', shown: '050 555 0399' }

test('people with numbers of five countries are invited, register, sign in, and one changes to another number', async ({
  page,
  house,
  t,
  language,
  codes,
  signIn,
  signOut,
}) => {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: manager.phone,
    password: 'kashkool',
  })
  const [relation] = await ask(house.connection, `select id from relation_types where name = 'father'`)
  for (const { phone } of numbers) {
    const invited = { studentId: students.laila.id, phoneNumber: phone, relationId: relation!.id }
    await called(house, 'StudentParent/InviteParent', invited, token)
  }

  for (const { of, typed, phone, shown } of numbers) {
    await page.goto('/auth?tab=register')
    const field = page.getByLabel(t('auth.phoneNumber'))
    if (of) await choose(page, t, new Intl.DisplayNames([language], { type: 'region' }).of(of)!)
    await field.fill(typed)
    await field.blur()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('otp.send') }).click()
    await expect(page).toHaveURL('/otp')
    await expect(page.getByText(shown)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByLabel(t('otp.code')).fill(await codes.next(phone))
    await page.getByRole('button', { name: t('common.confirm') }).click()
    await page.getByLabel(t('passwords.new'), { exact: true }).fill('kashkool')
    await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('kashkool')
    await page.getByRole('button', { name: t('passwords.create') }).click()
    await expect(page).toHaveURL('/set-profile')
    await page.goto('/')
    await signOut()
  }

  const { phone } = numbers[1]!
  await signIn(phone)
  await codes.letTimePass()
  await page.goto('/change-number')
  await page.getByLabel(t('numbers.change.phoneNumber')).fill(changed.typed)
  await page.getByRole('button', { name: t('numbers.change.send') }).click()
  await page.getByLabel(t('numbers.change.oldCode')).fill(await codes.next(phone))
  await page.getByLabel(t('numbers.change.newCode')).fill(await codes.next(changed.phone))
  await page.locator('input[type=password]').fill('kashkool')
  await page.getByRole('button', { name: t('numbers.change.title') }).click()
  await expect(page.getByText(t('numbers.change.done')).first()).toBeVisible()
  await page.getByRole('button', { name: t('header.account') }).click()
  await expect(page.getByText(changed.shown)).toBeVisible()
})

test('a number of a country that gets no codes is said to be one before anybody waits', async ({ page, t }) => {
  await page.goto('/auth?tab=register')
  const field = page.getByLabel(t('auth.phoneNumber'))
  await field.fill('+974 3312 3456')
  await expect(page.getByText(t('sentences.This country cannot receive codes here yet'))).toBeVisible()
  await field.blur()
  await expect(field).toHaveValue('3312 3456')
  await expectAccessible(page)
  await page.getByRole('button', { name: t('otp.send') }).click()
  await expect(page).toHaveURL('/otp') // answered as any other number
})

async function choose(page: Page, t: (key: string) => string, country: string) {
  await page.getByRole('button', { name: t('form.phoneCountry') }).click()
  await page.getByPlaceholder(t('search')).fill(country)
  await page.getByRole('option', { name: country }).click()
}

test('a parent whose number gets no codes comes with the code of the letter that the school prints', async ({
  page,
  t,
  comeAs,
  signOut,
}) => {
  const { eldest } = students
  await comeAs(manager.phone)
  await page.addInitScript(() => {
    window.print = () => (document.title = document.querySelector('[data-paper]')?.textContent ?? '')
  })
  await page.goto(`/settings/students?student=${eldest.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('settings.parents.add') }).click()
  await dialog.getByLabel(t('settings.parents.phone')).fill('+974 3312 3456')
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(dialog.getByText(t('settings.noCode'))).toBeVisible()
  await dialog.getByRole('combobox', { name: t('settings.parents.relationId') }).click()
  await page.getByRole('option', { name: t('reference.relations.father') }).click()
  await dialog.getByRole('button', { name: t('settings.parents.invite'), exact: true }).click()
  const line = page
    .getByRole('list', { name: t('settings.parents.title') })
    .locator('> li')
    .filter({ hasText: '+974 3312 3456' })
  await expect(line).toContainText(t('settings.noCode'))
  await expectNoSidewaysScroll(page)
  await line.getByRole('button', { name: new RegExp(t('settings.letter.print')) }).click()
  await expect(dialog.getByRole('button', { name: t('letter.print') })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('letter.print') }).click()
  await expect.poll(() => page.title()).toMatch(/(?<!\d)\d{8}(?!\d)/)
  const [code] = /(?<!\d)\d{8}(?!\d)/.exec(await page.title())!

  await page.goto('/')
  await signOut()
  await page.goto('/auth?tab=register')
  await page.getByLabel(t('auth.phoneNumber')).fill('+974 3312 3456')
  await page.getByRole('button', { name: t('otp.send') }).click()
  await page.getByLabel(t('otp.code')).fill(code)
  await page.getByRole('button', { name: t('common.confirm') }).click()
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('kashkool')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('kashkool')
  await page.getByRole('button', { name: t('passwords.create') }).click()
  await expect(page).toHaveURL('/set-profile')
  await page.goto('/my-children')
  await expect(page.getByRole('heading', { name: eldest.firstName })).toBeVisible()
})
