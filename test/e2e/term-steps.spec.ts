import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { grades } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
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
