import type { Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { parent, newcomer } = people
const newPhone = '01200000077'

test('somebody new registers by a code, and comes back after forgetting the password', async ({ page, t, codes }) => {
  await page.goto('/')
  await page.getByRole('link', { name: t('header.joinUs') }).click()
  await page.getByRole('tab', { name: t('auth.register') }).click()
  await expectAccessible(page)
  await page.getByLabel(t('auth.phoneNumber')).fill('٠١٢٠٠٠٠٠٠٧٧')
  await page.getByRole('button', { name: t('otp.send') }).click()

  await expect(page).toHaveURL('/otp')
  await expect(page.getByText(newPhone)).toBeVisible()
  await expect(page.getByRole('textbox')).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await enterCode(page, t, await codes.next(newPhone))

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('passwords.create'))
  expect(await page.evaluate(() => localStorage.getItem('NewUserDate'))).toMatch(/^\{"userId":"[\w-]{43}"\}$/)
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('first one')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('another one')
  await page.getByRole('button', { name: t('passwords.create') }).click()
  await expect(page.getByLabel(t('passwords.confirm'), { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('first one')
  await page.getByRole('button', { name: t('passwords.create') }).click()

  await expect(page).toHaveURL('/set-profile')
  await expect(page.getByRole('region', { name: /F8/ }).getByText(t('passwords.changed'))).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('NewUserDate'))).toBeNull()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.locator('[data-picture=file]').setInputFiles('public/icon-192.png')
  await expectCroppedByKeys(page, t)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('banner').locator('img[src^="/media/"]')).toBeVisible()
  await page.getByLabel(t('profile.firstName')).fill('نور')
  await page.getByLabel(t('profile.email')).fill('not an address')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByLabel(t('profile.userName'))).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(t('profile.userName')).fill('Nour')
  await page.getByLabel(t('profile.lastName')).fill('الدين')
  await page.getByLabel(t('profile.birthDay')).pressSequentially('١٩٩٠٠٥٢٣')
  await expect(page.getByLabel(t('profile.birthDay'))).toHaveValue('1990/05/23')
  await page.getByLabel(t('profile.email')).fill('nour@example.com')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('نور')

  await openAccount(page, t, t('passwords.change'))
  await expectAccessible(page)
  await page.getByLabel(t('passwords.old'), { exact: true }).fill('not this one')
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('second one')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('second one')
  await page.getByRole('button', { name: t('passwords.change') }).click()
  await expect(page.locator('form').getByRole('alert')).toBeVisible()
  await page.getByLabel(t('passwords.old'), { exact: true }).fill('first one')
  await page.getByRole('button', { name: t('passwords.change') }).click()
  await expect(page.getByRole('region', { name: /F8/ }).getByText(t('passwords.changed'))).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel(t('profile.birthDay'))).toHaveValue('1990/05/23')

  await openAccount(page, t, t('header.logout'))
  await page.getByRole('link', { name: t('auth.forgetPassword') }).click()
  await expectAccessible(page)
  await page.getByLabel(t('auth.phoneNumber')).fill(newPhone)
  await codes.letTimePass()
  await page.getByRole('button', { name: t('otp.send') }).click()
  await enterCode(page, t, await codes.next(newPhone))
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('third one')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('third one')
  await page.getByRole('button', { name: t('passwords.create') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('نور')
})

test('a code may be wrong, too old or slow to arrive, and a number typed wrongly is kept for correcting', async ({
  page,
  house,
  t,
  codes,
}) => {
  await page.clock.install()
  await page.goto('/auth?tab=register')
  await page.getByLabel(t('auth.phoneNumber')).fill('01200000')
  await page.getByRole('button', { name: t('otp.send') }).click()
  await expect(page.getByText(t('sentences.Invalid Phone Number!'))).toBeVisible()
  await page.getByLabel(t('auth.phoneNumber')).fill('01200000076')
  await page.getByRole('button', { name: t('otp.send') }).click()
  await expect(page).toHaveURL('/otp')
  await page.getByRole('button', { name: t('otp.otherNumber') }).click()
  await expect(page.getByLabel(t('auth.phoneNumber'))).toHaveValue('01200000076')
  await page.getByLabel(t('auth.phoneNumber')).fill(newPhone)
  await page.getByRole('button', { name: t('otp.send') }).click()
  await expect(page).toHaveURL('/otp')
  await page.reload()
  await expect(page.getByText(newPhone)).toBeVisible()

  const wrong = t('sentences.The code is not correct or has expired')
  const first = await codes.next(newPhone)
  await enterCode(page, t, '123')
  await expect(page.getByLabel(t('otp.code'))).toHaveAttribute('aria-invalid', 'true')
  await enterCode(page, t, otherThan(first))
  await expect(page.locator('form').getByRole('alert')).toHaveText(wrong)
  await expect(page.getByLabel(t('otp.code'))).toHaveValue('')
  await expect(page.getByLabel(t('otp.code'))).toBeFocused()
  await expectAccessible(page)

  const countdown = page.getByRole('button', { name: t('otp.resendIn') })
  const resend = page.getByRole('button', { name: t('otp.resend'), exact: true })
  await expect(countdown).toBeDisabled()
  await page.clock.fastForward(31_000)
  await resend.click() // the server's clock did not change, so the server itself says how long to wait
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('sentences.Too many requests, please wait'))
  await expect(countdown).toBeDisabled()
  await codes.letTimePass()
  await page.clock.fastForward(31_000)
  await resend.click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('otp.resent'))
  const second = await codes.next(newPhone)
  await enterCode(page, t, first)
  await expect(page.locator('form').getByRole('alert')).toHaveText(wrong)

  await ask(house.connection, `update sms_codes set expires_at = now() - interval '1 second'`)
  await enterCode(page, t, second)
  await expect(page.locator('form').getByRole('alert')).toHaveText(wrong)
  await codes.letTimePass()
  await page.clock.fastForward(121_000)
  await resend.click()
  await enterCode(page, t, await codes.next(newPhone))
  await expect(page).toHaveURL('/add-password')

  await ask(house.connection, `update identity_grants set expires_at = now() - interval '1 second'`)
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('too late')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('too late')
  await page.getByRole('button', { name: t('passwords.create') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('sentences.Please confirm your phone number again'))
  await expectAccessible(page)
  await page.getByRole('link', { name: t('passwords.confirmPhone') }).click()
  await expect(page.getByRole('button', { name: t('otp.send') })).toBeVisible()
})

test('a person who has an account already goes the same way to a new password', async ({ page, t, codes }) => {
  await page.goto('/auth?tab=register')
  await page.getByLabel(t('auth.phoneNumber')).fill(parent.phone)
  await page.getByRole('button', { name: t('otp.send') }).click()
  await enterCode(page, t, await codes.next(parent.phone))
  await page.getByLabel(t('passwords.new'), { exact: true }).fill('a new one')
  await page.getByLabel(t('passwords.confirm'), { exact: true }).fill('a new one')
  await page.getByRole('button', { name: t('passwords.create') }).click()
  await expect(page).toHaveURL('/')
})

test('without a number or a grant the way in starts again, kindly', async ({ page, t }) => {
  await page.goto('/otp')
  await expect(page).toHaveURL('/auth?tab=register')
  await expect(page.getByText(t('otp.startAgain'))).toBeVisible()
  await page.goto('/add-password')
  await expect(page.getByText(t('passwords.confirmAgain'))).toBeVisible()
  await expectAccessible(page)
})

test('a person who has given no name may do so later', async ({ page, house, t, signIn }) => {
  await ask(
    house.connection,
    `update users set first_name = '', last_name = '' where phone_number = '${newcomer.phone}'`,
  )
  await signIn(newcomer.phone)
  await expect(page).toHaveURL('/set-profile')
  await page.getByRole('link', { name: t('profile.later') }).click()
  await expect(page).toHaveURL('/')
})

/** Enters a code as a person would. */
async function enterCode(page: Page, t: (key: string) => string, code: string) {
  await expect(page).toHaveURL('/otp')
  await page.getByLabel(t('otp.code')).fill(code)
  await page.getByRole('button', { name: t('common.confirm') }).click()
}

async function openAccount(page: Page, t: (key: string) => string, entry: string) {
  await page.getByRole('button', { name: t('header.account') }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const otherThan = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

/** Chooses the square of a picture by keys only: zooms in with +, out with -, and moves by arrows up to the edge. */
async function expectCroppedByKeys(page: Page, t: (key: string) => string) {
  const square = page.getByRole('application', { name: t('picture.square') })
  const preview = page.getByRole('dialog').locator('canvas')
  const drawn = () => preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const zoom = page.getByRole('slider', { name: t('picture.zoom') })
  await expect(square).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .focus()
  await page.keyboard.press('Tab')
  await expect(square).toBeFocused()
  expect(await square.evaluate((area) => getComputedStyle(area).outlineStyle)).toBe('solid')

  const whole = await drawn()
  for (let times = 0; times < 6; times++) await page.keyboard.press('+')
  expect(Number(await zoom.inputValue())).toBeGreaterThan(2)
  await page.keyboard.press('-')
  await expect.poll(drawn).not.toBe(whole)
  const middle = await drawn()
  for (let times = 0; times < 40; times++) await page.keyboard.press('ArrowRight')
  await expect.poll(drawn).not.toBe(middle)
  const edge = await drawn()
  await page.keyboard.press('ArrowRight')
  expect(await drawn()).toBe(edge)
}
