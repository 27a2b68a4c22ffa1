import { daysFrom } from '#server/base/days.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { today } from '#test/world/clock.ts'
import { people } from '#test/world/people.ts'
import { expectAccessible } from './accessible.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

test('the exams of a class say that the results of their term are closed, above the marks and in the form', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await fillClass(house.connection, 5)
  await ask(house.connection, `update terms set end_date = '${daysFrom(today, 10)}'`)
  await comeAs(people.manager.phone)
  const closed = page.locator('main').getByText(t('classMarks.termClosed'))
  await page.goto(`/${classes.class5a.id}?tab=exams`)
  await expect(page.getByRole('button', { name: t('settings.exams.add') }).first()).toBeVisible()
  await expect(closed).toHaveCount(0)

  await page.goto(`/${classes.class4a.id}?tab=exams`)
  await expect(closed).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('button', { name: t('settings.exams.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('settings.exams.add') })
  await expect(form.getByText(t('classMarks.termClosed'))).toBeVisible()
  await form.getByRole('button', { name: t('common.cancel') }).click()

  const [exam] = await ask<{ id: string }>(
    house.connection,
    `select e.id from exams e join terms t on t.school_id = e.school_id and e.exam_date between t.start_date and t.end_date
     where e.class_room_id = '${classes.class4a.id}'`,
  )
  await page.goto(`/${classes.class4a.id}?tab=exams&work=${exam!.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('marks.title'))
  await expect(closed).toBeVisible()
  await expectNoSidewaysScroll(page)
})

for (const tab of ['exams', 'homework', 'activity'] as const)
  test(`the list of ${tab} comes with the line that its term is closed, and does not move`, async ({
    page,
    house,
    t,
    comeAs,
  }) => {
    await fillClass(house.connection, 5)
    await ask(house.connection, `update terms set end_date = '${daysFrom(today, 10)}'`)
    let answer = () => {}
    const held = new Promise<void>((go) => (answer = go))
    await page.route('**/Calendar/CountDays', (route) => held.then(() => route.continue()))
    await comeAs(people.manager.phone)
    const listed = page.waitForResponse(/Get(Exams|Classroom(Assignments|Activitys)List)$/)
    await page.goto(`/${classes.class4a.id}?tab=${tab}`)
    await listed
    const rows = page.getByRole('list', { name: t(`settings.${tab}.list`) }).getByRole('listitem')
    await page.waitForFunction(() => document.readyState === 'complete')
    await expect(rows).toHaveCount(0)

    answer()
    await expect(rows.first()).toBeVisible()
    const closed = page.locator('main').getByText(t('classMarks.termClosed'))
    await expect(closed).toBeVisible()
    const [line, first] = await Promise.all([closed.boundingBox(), rows.first().boundingBox()])
    expect(line!.y + line!.height).toBeLessThan(first!.y)
  })

test('marks are listed at once where nobody can say whether the term is closed', async ({ page, t, comeAs }) => {
  await page.route('**/Calendar/CountDays', (route) => route.abort())
  await comeAs(people.manager.phone)
  await page.goto(`/${classes.class4a.id}?tab=exams`)
  await expect(
    page
      .getByRole('list', { name: t('settings.exams.list') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
})
