import { calendarOn } from '#test/world/calendar.ts'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { withClient } from '#server/db/client.ts'
import { insert } from '#test/world/insert.ts'
import { people } from '#test/world/people.ts'
import { timetableRows, weeksOfMorning } from '#test/world/timetable-rows.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './house.ts'

const { manager, scienceTeacher, mathsTeacher, arabicTeacher } = people
const nameOf = ({ firstName, middleName, lastName }: typeof manager) => `${firstName} ${middleName} ${lastName}`

test('three absent teachers are told, covered and printed in eight taps, and taken back in one', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const calendar = calendarOn(today)
  await withClient(house.connection, async (client) => {
    for (const [table, rows] of timetableRows(calendar)) await insert(client, table, rows)
    await client.query(weeksOfMorning(calendar))
  })
  await comeAs(manager.phone)
  await page.addInitScript(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', document.body.innerText)
  })
  await page.goto('/cover')
  let taps = 0
  for (const person of [scienceTeacher, mathsTeacher, arabicTeacher]) {
    await page.getByRole('combobox', { name: t('cover.addAbsent') }).click()
    await page.getByRole('option', { name: nameOf(person) }).click()
    await expect(page.getByRole('button', { name: `${t('cover.editAbsence')}: ${nameOf(person)}` })).toBeVisible()
    taps += 2
  }
  const lessons = page
    .getByRole('main')
    .locator('ul > li')
    .filter({ hasText: t('cover.for') })
  const many = await lessons.count()
  expect(many).toBeGreaterThan(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('cover.takeAll') }).click()
  await expect(page.getByRole('button', { name: t('cover.take'), exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: t('cover.print') }).click()
  taps += 2
  expect(taps).toBeLessThanOrEqual(8)
  const printed = await page.locator('body').getAttribute('data-printed')
  expect(printed).toContain(nameOf(scienceTeacher))
  const stored = () =>
    ask<{ n: number }>(house.connection, `select count(*)::integer as n from covers where state = 'given'`)
  expect(await stored()).toEqual([{ n: many }])
  await page.getByRole('button', { name: t('removals.undo') }).click()
  await expect(page.getByRole('button', { name: t('cover.takeAll') })).toBeVisible()
  expect(await stored()).toEqual([{ n: 0 }])

  await page.getByRole('link', { name: t('cover.counts.title') }).click()
  await expect(page.getByText(nameOf(mathsTeacher)).first()).toBeVisible()
  await expectAccessible(page)
})
