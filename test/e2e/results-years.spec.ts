import type { Locator } from '@playwright/test'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { ask, values } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { grades, years } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { choose } from './choose.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const pupils = 24
const { nileYear, nilePastYear } = years
const terms = { first: 'الفصل الدراسي الأول', last: 'الفصل الدراسي الثاني', now: 'الفصل الجاري' }
const day = (days: number) => `'${daysFrom(today, days)}'::date`

test('the office finds the closed register of last year, by a link and by going back too @once', async ({
  page,
  t,
  house,
  comeAs,
  narrow,
}) => {
  await fillClass(house.connection, pupils)
  await ask(
    house.connection,
    `update terms set school_year_id = '${nilePastYear.id}', start_date = ${day(-350)}, end_date = ${day(-260)};
     insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
       select t.school_id, gen_random_uuid(), y.* from terms t, (values
         ('${nilePastYear.id}'::uuid, '${terms.last}', 2, ${day(-250)}, ${day(-160)}),
         ('${nileYear.id}'::uuid, '${terms.now}', 1, ${day(-80)}, ${day(10)})) as y`,
  )
  const nameOf = async ({ id }: { id: string }) =>
    (await values(house.connection, `select name from school_years where id = '${id}'`))[0]!
  const [current, former] = [await nameOf(nileYear), await nameOf(nilePastYear)]
  await comeAs(people.manager.phone)
  const main = page.locator('main')
  const year = main.getByRole('combobox', { name: `${t('results.year')}:` })
  const term = main.getByRole('combobox', { name: `${t('results.term')}:` })
  const note = main.getByText(t('results.otherYear').split('{{name}}')[1]!)
  const closed = main.getByRole('columnheader', { name: 'مقرر العلوم' })

  await page.goto(`/results?tab=sheets&grade=${grades.grade4.id}`)
  await expect(year).toContainText(current)
  await expect(term).toContainText(terms.now)
  await expect(note).toHaveCount(0)

  await choose(page, main, `${t('results.year')}:`, former)
  await expect(term).toContainText(terms.last)
  await expect(note).toContainText(former)
  await expectBelow(note, main.getByRole('heading', { level: 1 }))
  await choose(page, main, `${t('results.term')}:`, terms.first)
  await expect(term).toContainText(terms.first)
  await choose(page, main, `${t('results.class')}:`, classes.class4a.name)
  await expect(closed).toBeVisible()
  await expect(main.locator('tbody tr')).toHaveCount(pupils)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await test.step('the address names the term, and so does going back', async () => {
    await page.reload()
    await expect(note).toContainText(former)
    await expect(term).toContainText(terms.first)
    await page.goto('/')
    await page.goBack()
    await expect(term).toContainText(terms.first)
    await page.getByRole('tab', { name: t('results.marks'), exact: true }).click()
    await expect(note).toContainText(former)
  })

  await test.step('the current year is chosen again, and stands in no address', async () => {
    await choose(page, main, `${t('results.year')}:`, current)
    await expect(term).toContainText(terms.now)
    await expect(note).toHaveCount(0)
    await expect(page).not.toHaveURL(/term=/)
  })

  await test.step('a long name of a term leaves the tabs in view, and is read out whole', async () => {
    const long = `${terms.now} للمرحلة الابتدائية مع امتحانات الدور الثاني`
    await ask(house.connection, `update terms set name = '${long}' where name = '${terms.now}'`)
    await page.reload()
    await expect(term).toHaveAccessibleName(`${t('results.term')}: ${long}`)
    if (!narrow) await expect(main.locator('[data-beyond]')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(main.getByRole('tab', { name: t('results.missing') })).toBeInViewport({ ratio: 0.9 })
    await expectNoSidewaysScroll(page)
  })

  await test.step('where the current year has no terms yet, the former one is found nevertheless', async () => {
    await ask(house.connection, `delete from terms where school_year_id = '${nileYear.id}'`)
    await page.goto('/results')
    await expect(main.getByText(t('results.noTermNow'))).toBeVisible()
    await expectAccessible(page)
    await choose(page, main, t('results.year'), former)
    await expect(term).toContainText(terms.last)
    await expect(note).toContainText(former)
  })
})

async function expectBelow(one: Locator, other: Locator) {
  const [above, below] = [(await other.boundingBox())!, (await one.boundingBox())!]
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
}
