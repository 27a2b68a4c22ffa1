import { gatewayAccounts } from '#contract/money/online/accounts.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { plain } from '#test/pictures/files.ts'
import { paymobKeys } from '#test/world/gateways/paymob.mjs'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { chargedFees } from './charged-fees.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { countTaps } from './taps.ts'

const schoolId = schools.nile.id

test('a parent pays in four taps, and three bad moods of the gateway cost nobody anything', async ({
  page,
  t,
  comeAs,
  gateway,
  house,
}) => {
  await comeAs(people.manager.phone)
  const { post } = await chargedFees(page, house)
  await post(gatewayAccounts.save, {
    schoolId,
    gateway: 'paymob',
    host: gateway.host,
    active: true,
    keys: paymobKeys('sk-a-journey'),
  })

  await page.context().clearCookies()
  await comeAs(people.parent.phone)
  const taps = await countTaps(page)
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))

  const main = page.locator('main')
  const card = main.getByRole('status').filter({ has: page.getByRole('heading') })
  const payFirst = async (outcome: RegExp, mood?: string) => {
    await page.goto('/fees/mine')
    const due = main.getByRole('checkbox').first()
    await due.check()
    calls.length = 0
    await main.getByRole('button', { name: /3,000/ }).click()
    await expect(page.getByRole('button', { name: outcome })).toBeVisible()
    expect(calls.filter((path) => !path.startsWith('/page'))).toEqual(['/FeeOnline/Begin'])
    if (mood) await page.getByRole('combobox').selectOption(mood)
    await page.getByRole('button', { name: outcome }).click()
    await expect(page).toHaveURL(/fees\/mine/)
  }

  await test.step('the due, Pay, and Pay on the page of the gateway', async () => {
    taps.reset()
    await payFirst(/· ادفع/)
    await expect(card).toContainText(t('fees.online.state.paid'))
    expect(taps.count()).toBeLessThanOrEqual(4)
    await expect(main.getByRole('button', { name: t('fees.online.showReceipt') })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await test.step('a card that is declined', async () => {
    await payFirst(/· ارفض/)
    await expect(card).toContainText(t('fees.online.state.declined'))
  })

  await test.step('a signature that is wrong: the bank is waited for', async () => {
    await payFirst(/· ادفع/, 'wrongSignature')
    await expect(card).toContainText(t('fees.online.state.open'))
  })

  await test.step('another amount: the school looks at it', async () => {
    await payFirst(/· ادفع/, 'alteredAmount')
    await expect(card).toContainText(t('fees.online.state.unclear'))
    await expectAccessible(page)
  })

  await test.step('a transfer is reported', async () => {
    await main.getByRole('button', { name: t('fees.online.tell') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('fees.amount')).fill('3000')
    await dialog.getByLabel(t('fees.reference')).fill('IPN-4471')
    await expectAccessible(page)
    await dialog
      .locator('[data-picture=file]')
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await plain('png') })
    // The first time there is no connection; what was typed stays.
    await page.route('**/ImageUploder/**', (route) => route.abort(), { times: 1 })
    const slip = page.getByRole('dialog', { name: t('fees.online.picture') })
    await slip.getByRole('button', { name: t('common.save') }).click()
    await expect(slip.getByRole('alert')).toBeVisible()
    await slip.getByRole('button', { name: t('common.save') }).click()
    await expect(slip).toHaveCount(0)
    await expect(dialog.getByLabel(t('fees.reference'))).toHaveValue('IPN-4471')
    await dialog.getByRole('button', { name: t('fees.online.send') }).click()
    await expect(main.getByText('IPN-4471')).toBeVisible()
    await expect(main.getByRole('link', { name: t('fees.online.openPicture') })).toBeVisible()
  })
})

test('the school enters the keys of its gateway, which nobody reads again', async ({
  page,
  t,
  comeAs,
  gateway,
  house,
}) => {
  await comeAs(people.manager.phone)
  const begun = await page.request.post(`/${feeSettings.save.path}`, {
    data: { schoolId, currency: 'EGP', onlyHighest: false, overdueNotices: false },
    headers: { origin: house.url },
  })
  expect(begun.status()).toBe(200)
  await page.goto('/settings/fees?tab=online')
  const main = page.locator('main')
  await expect(main.getByText(t('fees.online.set.lead'))).toBeVisible()
  await expectAccessible(page)
  for (const [name, key] of Object.entries(paymobKeys('sk-secret-of-the-school')))
    await main.getByLabel(t(`fees.online.set.key.${name}`), { exact: true }).fill(key)
  expect(gateway.host).toBe('gateway.test')
  await main.getByRole('button', { name: t('common.save') }).click()
  await expect(main.getByText(t('fees.online.set.noCallback'))).toBeVisible()
  await expect(main.getByLabel(t('fees.online.set.key.secretKey'), { exact: true })).toHaveValue('')
  expect(await page.content()).not.toContain('sk-secret-of-the-school')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await main.getByRole('button', { name: t('fees.online.set.test') }).click()
  await expect(main.getByRole('link', { name: t('fees.online.set.openTest') })).toBeVisible()
  await page.goto('/fees?tab=unclear')
  await expect(main.getByText(t('fees.none.unclear'))).toBeVisible()
  await expectAccessible(page)
})
