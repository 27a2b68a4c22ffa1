import { resolve } from 'node:path'
import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
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
