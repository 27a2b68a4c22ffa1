import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { grades } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { paste } from './paste.ts'
import { giveScheme } from './scheme-of-grade.ts'

test('a term is led from its scheme through marks and what is missing to closing, publishing and printing', async ({
  page,
  t,
  house,
  comeAs,
  narrow,
}) => {
  await fillClass(house.connection, 3)
  const { stored } = await giveScheme(house)
  await comeAs(people.manager.phone)
  const main = page.locator('main')
  const next = (label: string) => main.getByRole('button', { name: `${t('results.next')} ${t(label)}` })

  await page.goto(`/results?tab=scheme&grade=${grades.grade5.id}`)
  await expect(main.getByText(`${stored.name} · `)).toContainText(
    t('results.of').replace('{{full}}', '100').replace('{{pass}}', '50'),
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await next('results.marks').click()
  const cells = main.getByRole('table').getByRole('textbox')
  await expect(cells.first()).toBeVisible()
  await cells.first().fill('45')
  await cells.first().press('Enter')
  await expect(main.getByText(t('marks.allSaved'))).toBeVisible()
  await expectAccessible(page)

  await next('results.missing').click()
  const owed = main.getByRole('button', { name: t('results.toGrid') })
  await expect(owed.first()).toBeVisible()
  if (!narrow) await expect(main.getByRole('columnheader', { name: classes.class5a.name, exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const reminded = page.waitForResponse('**/Result/RemindMissing')
  await main.getByRole('button', { name: t('results.remind_other').split('{{')[0]!.trim() }).click()
  expect(((await (await reminded).json()) as { changed: number }).changed).toBeGreaterThan(0)

  await test.step('remarks save themselves, take texts of the bank, and are sent back by who reads them', async () => {
    await next('results.remarks').click()
    const fields = main.getByRole('textbox')
    await expect(fields.first()).toBeVisible()
    await main.getByRole('button', { name: t('remarks.bank') }).click()
    const bank = page.getByRole('dialog', { name: t('remarks.bankTitle') })
    await bank.getByLabel(t('remarks.body'), { exact: true }).fill('{first} +++')
    await bank.getByRole('button', { name: t('common.save') }).click()
    await expect(bank.getByRole('button', { name: t('common.save') })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(bank).toHaveCount(0)
    await fields.first().focus()
    await expect(main.getByRole('list', { name: t('remarks.bank') })).toBeVisible()
    await page.keyboard.press('Alt+1')
    await expect(fields.first()).toHaveValue(/ \+\+\+$/)
    await page.keyboard.press('Enter')
    await expect(fields.nth(1)).toBeFocused()
    await page.keyboard.type('99 %')
    await page.keyboard.press('Enter')
    await expect(main.getByText(t('remarks.stored'))).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const name = await main.locator('li label').first().textContent()
    await paste(fields.first(), [
      ['شخص آخر', '+'],
      [name!, '{first} +'],
    ])
    const pasted = page.getByRole('dialog', { name: t('remarks.paste') })
    await expect(pasted.getByRole('listitem').filter({ hasText: 'شخص آخر' })).toContainText(
      t('remarks.reasons.unknown'),
    )
    await expectAccessible(page)
    await pasted.getByRole('button', { name: t('remarks.take_one').replace('{{count}}', '1') }).click()
    await expect(fields.first()).toHaveValue(`${name!.split(' ')[0]} +`)
    await expect(main.getByText(t('remarks.unsaved_one').replace('{{count}}', '1'))).toBeVisible()
    await main.getByRole('button', { name: t('remarks.save'), exact: true }).click()
    await expect(main.getByText(t('remarks.stored'))).toBeVisible()

    await main.getByText(t('remarks.proof'), { exact: true }).click()
    const odd = main.getByRole('listitem').filter({ hasText: t('remarks.odd.figure') })
    await odd.getByRole('button', { name: t('remarks.askChange') }).click()
    const asks = page.getByRole('dialog', { name: t('remarks.askChange') })
    await asks.getByLabel(t('remarks.askedFor')).fill('78 %')
    await asks.getByRole('button', { name: t('remarks.ask') }).click()
    await expect(odd).toContainText('78 %')
    await main
      .getByRole('button', { name: t('remarks.approve') })
      .first()
      .click()
    await expect(main.getByText(`${t('remarks.views.approved')}1`)).toBeVisible()
    await expectAccessible(page)
  })

  await next('results.close.tab').click()
  const close = main.getByRole('button', { name: t('results.close.submit') })
  await expect(close).toBeDisabled()
  await main.getByRole('button', { name: t('results.close.toMissing') }).click()
  await expect(owed.first()).toBeVisible()
  await page.getByRole('tab', { name: t('results.close.tab') }).click()
  await main.getByRole('checkbox', { name: t('results.close.accept') }).check()
  await expectAccessible(page)
  await close.click()
  const asked = page.getByRole('dialog', { name: t('results.close.title') })
  await expect(asked).toContainText(t('results.close.consequence').split('{{')[0]!)
  await asked.getByRole('button', { name: t('results.close.submit') }).click()
  await expect(main.getByRole('heading', { name: t('results.close.closed').replace('{{issue}}', '1') })).toBeVisible()

  await main.getByRole('button', { name: t('results.close.publish') }).click()
  const publish = page.getByRole('dialog', { name: t('results.close.publishTitle') })
  await publish.getByRole('button', { name: t('results.close.publish') }).click()
  await expect(main.getByText(t('results.close.published'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await main
    .getByRole('link', { name: t('results.close.cardsOf').replace('{{name}}', '') })
    .first()
    .click()
  await expect(page).toHaveURL(/[/]papers[?]kind=termCard&class=[^&]+&term=/)
  await expect(main.getByRole('checkbox').nth(1)).toBeVisible()
})
