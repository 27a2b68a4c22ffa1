import { resolve } from 'node:path'
import { withClient } from '#server/db/client.ts'
import { ask } from '#test/harness/ground.ts'
import { calendarOn } from '#test/world/calendar.ts'
import { today } from '#test/world/clock.ts'
import { insert } from '#test/world/insert.ts'
import { people } from '#test/world/people.ts'
import { timetableRows } from '#test/world/timetable-rows.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './house.ts'

const { manager } = people
const sample = resolve('test/imports/weeks/two-weeks-with-groups.xml')

test('a week goes from a file to everybody in eight presses', async ({ page, house, t, comeAs }) => {
  let presses = 0
  const press = async (name: string | RegExp, role: 'button' | 'combobox' = 'button') => {
    presses++
    await page.getByRole(role, { name, exact: typeof name === 'string' }).click()
  }
  await comeAs(manager.phone)
  await page.goto('/timetable?tab=drafts')
  await press(t('timetable.file.title'))
  presses++
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('timetable.file.choose') }).click()
  await (await chooser).setFiles(sample)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Robotics & Making').first()).toBeVisible()
  await expectAccessible(page)
  // The rooms are made; the course is left out by one choice.
  await press(/Robotics/, 'combobox')
  presses++
  await page.getByRole('option', { name: t('timetable.file.out.course') }).click()
  await press(new RegExp(t('timetable.file.match_other').slice(-8)))
  await press(new RegExp(t('timetable.file.takeOver_other').split('}}').at(-1)!.trim()))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'two-weeks-with-groups' })).toBeVisible()
  await press(t('timetable.publish'))
  presses++
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('timetable.publish'), exact: true })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(presses).toBe(8)
  const stored = await ask<{ lessons: number; weeks: number }>(
    house.connection,
    `select t.weeks, (select count(*)::integer from lessons l where l.timetable_id = t.id) as lessons
     from timetables t where t.published_at is not null and t.name = 'two-weeks-with-groups'`,
  )
  expect(stored).toEqual([{ weeks: 2, lessons: 11 }])
})

test('lessons are moved with keys alone, one after another, and what changed is listed', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await withClient(house.connection, async (client) => {
    for (const [table, rows] of timetableRows(calendarOn(today))) await insert(client, table, rows)
  })
  await comeAs(manager.phone)
  await page.goto('/timetable?tab=drafts')
  await page
    .getByRole('button', { name: new RegExp(`^${t('timetable.copy')}`) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('timetable.name')).fill('Moved')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByRole('heading', { name: 'Moved' })).toBeVisible()
  const placeOf = () =>
    page.evaluate(() => {
      const place = document.activeElement?.closest('td')?.dataset
      return place ? `${place.weekday} ${place.number}` : null
    })
  const lesson = page.locator('table [data-lesson]').first()
  await lesson.focus()
  const moved = [await placeOf()]
  for (const _ of [1, 2]) {
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+x')
    const free = page.getByRole('button', { name: new RegExp(`^${t('timetable.free')}`) }).first()
    await free.focus()
    const place = await placeOf()
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0)
    await expect.poll(placeOf).toBe(place)
    moved.push(place)
  }
  expect(new Set(moved).size).toBeGreaterThan(1)
  await page.getByRole('button', { name: t('timetable.whatChanges') }).click()
  const [from, to] = [moved[0]!, moved.at(-1)!]
  const changed = () =>
    ask<{ places: string[] }>(
      house.connection,
      `select array_agg(distinct l.weekday || ' ' || l.number) as places from lessons l
       join timetables t on t.school_id = l.school_id and t.id = l.timetable_id and t.name = 'Moved'
       where not exists (select from lessons o where o.school_id = l.school_id and o.timetable_id <> l.timetable_id
         and o.weekday = l.weekday and o.number = l.number and o.teacher_ids = l.teacher_ids and o.class_ids = l.class_ids)`,
    )
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const stored = to === from ? null : [`${days.indexOf(to.split(' ')[0]!)} ${to.split(' ')[1]}`]
  await expect.poll(changed).toEqual([{ places: stored }])
  if (stored) await expect(dialog.getByText(t('timetable.leaves')).first()).toBeVisible()
  await expectAccessible(page)
})
