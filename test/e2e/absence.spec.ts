import type { Locator, Page } from '@playwright/test'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, test } from './house.ts'

const { manager } = people
const { class4a } = classes

test('the absence desk is worked through by keys alone @once', async ({ page, house, t, comeAs }) => {
  await ask(
    house.connection,
    `with sheet as (
       insert into attendance_sheets (school_id, class_room_id, date, saved_by)
       values ('${class4a.schoolId}', '${class4a.id}', '${today}', '${manager.id}')
     )
     insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
     select gen_random_uuid(), school_id, class_room_id, id, '${today}', 'absent', '${manager.id}'
     from students where class_room_id = '${class4a.id}' and active order by id limit 3`,
  )
  await comeAs(manager.phone)
  await page.goto('/absence')
  const lines = page.getByRole('region', { name: t('absence.today') }).locator('[data-line]')
  await expect(lines).toHaveCount(3)
  const names = await lines.allTextContents()
  const { keyboard } = page

  await tabTo(page, lines.first())
  await keyboard.press('ArrowDown')
  await expect(lines.nth(1)).toBeFocused()
  await keyboard.press('Digit2')
  await expect(page.getByRole('listitem').filter({ hasText: names[1]! })).toContainText(t('absence.called.noAnswer'))
  await expect(lines.nth(1)).toBeFocused()

  await keyboard.press('Digit1')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(1)).toHaveText(names[2]!)
  await expect(lines.nth(1)).toBeFocused()

  await keyboard.press('Digit3')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('button', { name: t('absence.does.excuse') }))
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(lines).toHaveText([names[0]!])
  await expect(lines.first()).toBeFocused()

  const calls = await ask(house.connection, 'select outcome from absence_calls order by created_at')
  expect(calls.map(({ outcome }) => outcome as string)).toEqual(['noAnswer', 'reached'])
  const excused = await ask(
    house.connection,
    `select from attendance_marks where date = '${today}' and state = 'excused'`,
  )
  expect(excused).toHaveLength(1)
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let turn = 0; turn < 60 && !(await isThere()); turn++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
