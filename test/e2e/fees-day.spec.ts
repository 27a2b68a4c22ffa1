import type { Page } from '@playwright/test'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeTills } from '#contract/money/fees/tills.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { chargedFees } from './charged-fees.ts'
import { expect, test } from './house.ts'

const { omar, classmate, unpaidStudent, middleChild } = students

/** Counts the keys that are pressed from now on. */
async function countKeys(page: Page) {
  await page.evaluate(() => {
    const counted = window as unknown as { keys?: number }
    const isCounting = counted.keys !== undefined
    counted.keys = 0
    if (!isCounting) addEventListener('keydown', () => (counted.keys = (counted.keys ?? 0) + 1), { capture: true })
  })
  return () => page.evaluate(() => (window as unknown as { keys: number }).keys)
}

test('a day at the counter: families by keys, a reversal, a refund by two, and a till that is closed with a difference', async ({
  page,
  t,
  comeAs,
  house,
}) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await comeAs(people.manager.phone)
  const { post, schoolId } = await chargedFees(page, house)
  await post(feeTills.openTill, { schoolId, opening: '500' })

  const main = page.locator('main')
  const search = main.getByRole('searchbox', { name: t('fees.find') })
  const amount = main.getByLabel(t('fees.amount'))
  const taken = main.getByRole('status')

  await page.goto('/fees/take')
  await expect(search).toBeFocused()

  await test.step('each family is its code, Enter, the amount and Enter', async () => {
    for (const { code, firstName } of [omar, classmate, unpaidStudent]) {
      await page.keyboard.type(code)
      const keys = await countKeys(page)
      await page.keyboard.press('Enter')
      await expect(amount).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(taken).toContainText(firstName)
      // After the code: of eight keys that a receipt may take, two.
      expect(await keys()).toBe(2)
      await expect(taken).toContainText(firstName)
      await expect(taken).toContainText('3,000')
      await expect(search).toBeFocused()
    }
  })

  await test.step('Enter before the list follows opens who was typed, not who was found before', async () => {
    await search.fill(omar.code)
    await expect(main.locator('#found-0')).toContainText(omar.firstName)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/${feeFamilies.list.path}`, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(`**/${feeFamilies.list.path}`)
    await search.fill(middleChild.code)
    await asked
    await expect(main.locator('#found-0')).toHaveCount(0)
    await page.keyboard.press('Enter')
    answer()
    await expect(main.getByRole('heading', { level: 2 })).toContainText(middleChild.firstName)
    await page.unroute(`**/${feeFamilies.list.path}`)
    await main.getByRole('button', { name: t('common.cancel') }).click()
    await expect(search).toBeFocused()
  })

  await test.step('what is ticked is what is paid; more than is owed becomes credit', async () => {
    await search.fill(classmate.code)
    await search.press('Enter')
    await expect(main.getByRole('heading', { level: 2 })).toContainText(classmate.firstName)
    const parts = main.getByRole('checkbox')
    await parts.nth(1).check()
    await expect(amount).toHaveValue('3000')
    await parts.nth(2).check()
    await expect(amount).toHaveValue('6000')
    await parts.nth(1).uncheck()
    await parts.nth(2).uncheck()
    await amount.fill('9250')
    await amount.press('Enter')
    await expect(taken).toContainText('9,250')
  })

  const open = async (child: { firstName: string; middleName: string; code: string }, tab: string) => {
    await page.goto('/fees?tab=families')
    await main.getByRole('searchbox').fill(child.code)
    await main.getByRole('link', { name: new RegExp(`${child.firstName} ${child.middleName}`) }).click()
    await main.getByRole('tab', { name: t(tab) }).click()
  }
  const dialog = page.getByRole('dialog')

  await test.step('a receipt is reversed', async () => {
    await open(omar, 'fees.tabs.receipts')
    await main.getByRole('button', { name: t('fees.reverse') }).press('Enter')
    await expect(dialog.getByLabel(t('fees.reason'))).toBeFocused()
    await page.keyboard.insertText('كُتب لأسرة أخرى')
    await page.keyboard.press('Enter')
    await expect(main.getByText(t('fees.reversedBy').replace('{{number}}', '').trim()).first()).toBeVisible()
  })

  await test.step('a refund is proposed, and taken back only by who proposed it', async () => {
    await open(classmate, 'fees.decisions')
    await main.getByRole('button', { name: t('fees.proposal.refund') }).click()
    await expect(dialog.getByLabel(t('fees.amount'))).toHaveValue('250.00')
    await dialog.getByLabel(t('fees.reason')).fill('دُفع أكثر من المستحق')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await page.goto('/fees?tab=waiting')
    await expect(main.getByRole('button', { name: t('fees.online.takeBack') })).toBeVisible()
    await expect(main.getByRole('button', { name: t('fees.confirm') })).toHaveCount(0)
  })

  await test.step('the till is closed with what is missing', async () => {
    await page.goto('/fees/take')
    await main.getByRole('button', { name: t('fees.closeTill') }).click()
    // The beginning, three families and the last payment, less what was reversed and five pounds.
    await dialog.getByLabel(t('fees.counted')).fill('15745')
    await dialog.getByRole('button', { name: t('fees.closeTill') }).click()
    await expect(main.getByText(t('fees.closed'))).toBeVisible()
    await page.goto('/fees?tab=tills')
    await expect(main.getByText('−5', { exact: false })).toBeVisible()
  })

  await test.step('the second person gives the refund out of their own till', async () => {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await comeAs(people.deputy.phone)
    await post(feeTills.openTill, { schoolId, opening: '1000' })
    await page.goto('/fees?tab=waiting')
    await main.getByRole('button', { name: t('fees.confirm') }).click()
    await expect(main.getByText(t('fees.none.waiting'))).toBeVisible()
  })
})
