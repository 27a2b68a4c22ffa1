import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

test('a school begins with fees, charges a grade, and takes money with eight keys after the name', async ({
  page,
  t,
  comeAs,
}) => {
  await page.addInitScript(() => {
    const printed = window as unknown as { printed: number }
    printed.printed = 0
    window.print = () => void (printed.printed += 1)
  })
  await comeAs(people.manager.phone)
  const main = page.locator('main')
  const press = (name: string) => main.getByRole('button', { name: t(name), exact: true }).click()

  await page.goto('/fees')
  await main.getByRole('link', { name: t('fees.begin') }).click()
  await press('fees.begin')
  await expect(main.getByText(t('fees.set.noPlan'))).toBeVisible()
  await expectAccessible(page)

  await test.step('a plan of two parts is saved, looked at and charged', async () => {
    const grade = main.getByRole('combobox', { name: t('fees.grade') })
    await grade.click()
    await page.getByRole('option', { name: /الرابع/ }).click()
    await main.getByRole('button', { name: 'المصروفات الدراسية' }).click()
    await main.getByLabel(t('fees.amount')).fill('12000')
    await press('fees.set.addPart')
    await main.getByLabel(t('fees.set.share')).fill('25%')
    await press('common.save')
    await expect(main.getByRole('heading', { name: t('fees.set.charge') })).toBeVisible()
    await press('fees.set.preview')
    await expect(main.getByText(t('fees.set.total')).last()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const charged = page.waitForResponse('**/Fee/Charge')
    await press('fees.set.chargeNow')
    expect((await charged).status()).toBe(200)
  })

  await page.goto('/fees/take')
  await press('fees.openTill')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('fees.openTill') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const search = main.getByRole('searchbox', { name: t('fees.find') })
  await search.fill(students.omar.code)
  await expectAccessible(page)

  await test.step('Enter, the amount, Enter', async () => {
    await page.keyboard.press('Enter')
    const amount = main.getByLabel(t('fees.amount'))
    await expect(amount).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('1500')
    const taken = page.waitForResponse('**/Fee/Take')
    await page.keyboard.press('Enter')
    expect((await taken).status()).toBe(200)
    await expect(main.getByRole('status')).toContainText('1,500')
    await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1)
    // The next family has the focus.
    await expect(search).toBeFocused()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await page.goto('/fees?tab=receipts')
  await expect(main.getByText('1,500')).toBeVisible()
  await page.goto('/fees?tab=families')
  await main
    .getByRole('link', { name: new RegExp(students.omar.firstName) })
    .first()
    .click()
  await expect(main.getByRole('tab', { name: t('fees.statement') })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
