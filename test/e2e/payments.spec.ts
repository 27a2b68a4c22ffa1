import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { choose, chooseContaining } from './choose.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { toastOf } from './others.ts'

const { admin, manager, otherManager } = people
const { nile, delta } = schools

test('a school requests coins, and changes or withdraws what nobody has decided', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/payment')
  const requests = page.getByRole('list', { name: t('settings.payment.title') }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  await expect(requests).toHaveCount(3)
  await expect(page.getByRole('navigation', { name: t('settings.title') })).toHaveCount(0) // it is shown without the menu
  await expect(requests.filter({ hasText: 'TRX-1001' })).toContainText(
    t('payments.credited').replace('{{coins}}', '300'),
  )
  await expect(requests.filter({ hasText: 'TRX-1002' })).toContainText('رقم التحويل غير موجود في كشف الحساب')
  await expect(requests.filter({ hasText: 'TRX-1002' }).getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: t('settings.payment.add') }).click()
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toContainText(t('sentences.Transfer Amount must be a positive number'))
  await choose(page, dialog, t('settings.payment.paymentTypeId'), t('reference.paymentTypes.banktransfer'))
  await dialog.getByLabel(t('settings.payment.transferAmount')).fill('٢٥٠٠')
  await dialog.getByLabel(t('settings.payment.transferCode')).fill('TRX-1001')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('sentences.This transfer code has already been used'))
  await dialog.getByLabel(t('settings.payment.transferCode')).fill('TRX-2001')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)
  const mine = requests.filter({ hasText: 'TRX-2001' })
  await expect(mine).toContainText('2,500')

  await page.getByRole('button', { name: `${t('settings.edit')}: TRX-2001` }).click()
  await dialog.getByLabel(t('settings.payment.transferAmount')).fill('275.50')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(mine).toContainText('275.50')
  await page.getByRole('button', { name: `${t('settings.remove')}: TRX-2001` }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(mine).toHaveCount(0)
})

test('the platform approves what it has looked at, and corrects a payment by a line of its own', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await requestedBy(house, otherManager, { schoolId: delta.id, transfareCode: 'TRX-1003', transfareAmount: 40 })
  await comeAs(admin.phone)
  await page.goto('/payments')
  const rows = page.getByRole('row').filter({ hasText: 'TRX' })
  const dialog = page.getByRole('dialog')
  await expect(rows).toHaveCount(2) // the waiting ones, before anything is chosen
  const ofNile = rows.filter({ hasText: nile.name })
  await expect(ofNile).toContainText(t('payments.onHold'))
  await expect(ofNile.getByText(t('payments.sameCode'))).toBeAttached()

  await ofNile.getByRole('button', { name: t('payments.approve'), exact: true }).click()
  await expect(dialog.getByRole('heading', { name: t('payments.approveTitle') })).toBeVisible()
  const amount = dialog.getByLabel(t('payments.paymentAmount'))
  const credits = dialog.getByText(t('payments.credits'))
  const approve = dialog.getByRole('button', { name: t('payments.approve'), exact: true })
  await expect(amount).toHaveValue('150')
  await expect(credits).toContainText('150')
  await expect(dialog).toContainText(t('payments.sameCode'))
  await changedBy(house, manager, 'TRX-1003', { transfareAmount: 151 })
  await approve.click()
  await expect(dialog).toContainText(t('sentences.Somebody else changed this meanwhile'))
  await expect(amount).toHaveValue('151')
  await expectAccessible(page)
  await amount.fill('0')
  await approve.click()
  await expect(dialog).toContainText(t('sentences.Transfer Amount must be a positive number'))
  await amount.fill('150.75')
  await expect(credits).toContainText('150')
  await expect(dialog).toContainText(t('payments.creditsRest'))
  await changedBy(house, manager, 'TRX-1003', { transfareAmount: 152 })
  await approve.click()
  await expect(dialog).toContainText('152')
  await expect(amount).toHaveValue('150.75')
  await amount.fill('150')
  await approve.click()
  await expect(toastOf(page)).toContainText(t('payments.credited').replace('{{coins}}', '150'))
  await expect(ofNile).toHaveCount(0)

  await rows.getByRole('button', { name: t('payments.reject'), exact: true }).click()
  await expect(dialog.getByRole('heading', { name: t('payments.rejectAsk') })).toBeVisible()
  await dialog.getByLabel(t('payments.reason')).fill('هذا الرمز لمدرسة أخرى')
  await changedBy(house, otherManager, 'TRX-1003', { transfareAmount: 41 })
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(dialog).toContainText('41')
  await expect(dialog.getByLabel(t('payments.reason'))).toHaveValue('هذا الرمز لمدرسة أخرى')
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(page.getByText(t('payments.noneWaits'))).toBeVisible()
  await choose(page, page, t('payments.status'), t('payments.rejected'))
  await chooseContaining(page, page, t('header.school'), delta.name)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('هذا الرمز لمدرسة أخرى')
  await expectNoSidewaysScroll(page)

  await page.goto('/payments-transaction')
  const lines = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: /\d{4}\/\d\d\/\d\d/ })
  const approved = lines.filter({ hasText: 'TRX-1003' })
  await expect(approved).toContainText(admin.lastName) // the person who approved it
  await expect(page.getByRole('columnheader')).toHaveCount(7) // read-only (product.md §2.5)
  await expect(page.getByRole('button', { name: t('transactions.add') })).toHaveCount(0)
  await approved.getByRole('button', { name: t('transactions.open') }).click()
  await expect(dialog).toContainText('TRX-1003')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('transactions.correct') }).click()
  await dialog.getByLabel(t('transactions.amount')).fill('120')
  await dialog.getByLabel(t('payments.reason')).fill('خطأ في الكتابة')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  const correction = lines.filter({ hasText: t('transactions.correction') })
  await expect(correction).toContainText('-30')
  await correction.getByRole('button').click()
  await expect(dialog).toContainText('-30')
  await expect(dialog.getByRole('button', { name: t('transactions.correct') })).toHaveCount(0) // a correction is never corrected itself
  await dialog.getByRole('button', { name: t('common.close') }).click()
  const corrected = approved.filter({ hasNotText: t('transactions.correction') })
  await expect(corrected).toContainText('150')
  await corrected.getByRole('button', { name: t('transactions.open') }).click()
  await expect(dialog.getByRole('definition').filter({ hasText: '120' })).toBeVisible()
  await dialog.getByRole('button', { name: t('transactions.correct') }).click()
  await expect(dialog.getByLabel(t('transactions.amount'))).toHaveValue('120')
  await dialog.getByRole('button', { name: t('common.cancel') }).click()

  await page.goto('/school-list')
  await page.getByRole('button', { name: `${t('transactions.add')}: ${delta.name}` }).click()
  await choose(page, dialog, t('transactions.method'), t('reference.paymentTypes.cash'))
  await dialog.getByLabel(t('transactions.amount')).fill('20')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(toastOf(page)).toContainText(t('payments.credited').replace('{{coins}}', '20'))
  await page.goto('/payments-transaction')
  await choose(page, page, t('transactions.method'), t('reference.paymentTypes.cash'))
  await expect(lines.filter({ hasText: delta.name }).first()).toContainText('20')
  await expect(approved).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('exports.export') }).click()
  await dialog.getByRole('button', { name: t('exports.csv') }).click()
  expect((await download).suggestedFilename()).toContain('.csv')
})

/** A school requests coins from another device, by bank transfer. */
async function requestedBy(house: { url: string }, who: { phone: string }, request: object) {
  const token = await tokenOf(house, who)
  const types = await called<{ id: string; name: string }[]>(house, 'PaymentType/GetTypes', {}, token)
  const paymentTypeId = types.find(({ name }) => name === 'bank transfer')?.id
  await called(
    house,
    'SchoolPaymentRequest/AddRequest',
    { ...request, paymentTypeId, transfareDate: '2026-01-05' },
    token,
  )
}

/** A school changes its own request from another device. */
async function changedBy(house: { url: string }, who: { phone: string }, transfareCode: string, change: object) {
  const token = await tokenOf(house, who)
  const [request] = await called<{ id: string }[]>(house, 'SchoolPaymentRequest/GetRequests', { transfareCode }, token)
  await called(house, 'SchoolPaymentRequest/UpdateRequest', { id: request!.id, ...change }, token)
}

async function tokenOf(house: { url: string }, { phone: phoneNumber }: { phone: string }) {
  const signedIn = { phoneNumber, password: 'kashkool' }
  return (await called<{ token: string }>(house, 'API/Identity/Login', signedIn)).token
}
