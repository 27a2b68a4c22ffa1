import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose, chooseContaining } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager } = people
const { class6a, class6b } = classes

test('seats are renewed after saying what they cost, and a class moves on and comes back', async ({
  page,
  house,
  t,
  signIn,
}) => {
  await signIn(manager.phone)
  // The balance is exactly zero, so the next purchase makes a debt.
  await ask(
    house.connection,
    `insert into coin_entries (id, school_id, kind, coins, made_by)
     select gen_random_uuid(), school_id, 'manual', -sum(coins), '${manager.id}' from coin_entries
     where school_id = '${schools.nile.id}' group by school_id`,
  )
  await page.goto('/settings/students')
  const dialog = page.getByRole('dialog')
  const balance = page.getByRole('main').locator('header')
  await expect(balance).toContainText(counted(t, 'settings.students.balance', 0))
  const row = (student: { code: string }) => page.getByRole('table').getByRole('row').filter({ hasText: student.code })
  const seatOf = (student: { code: string }) =>
    row(student).getByRole('switch', { name: new RegExp(t('settings.students.seat')) })
  for (const student of [students.unpaidStudent, students.neverPaidStudent]) {
    await page.getByRole('searchbox').fill(student.code)
    await expect(seatOf(student)).not.toBeChecked()
    await row(student).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: t('settings.students.renewChosen') }).click()
  // One of the two was already charged for this year when the seat was first paid.
  await expect(dialog.getByRole('definition').nth(3)).toHaveText(counted(t, 'settings.students.coins', 1))
  await expect(dialog.getByRole('definition').nth(4)).toHaveText(counted(t, 'settings.students.owing', 1))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.students.renew'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(balance).toContainText(counted(t, 'settings.students.owing', 1))
  await expect(seatOf(students.neverPaidStudent)).toBeChecked()
  await page.getByRole('button', { name: t('settings.students.renewAll') }).click()
  await expect(dialog).toContainText(t('settings.students.nothingToRenew'))
  await dialog.getByRole('button', { name: t('common.cancel') }).click()

  const seat = seatOf(students.neverPaidStudent)
  await seat.click()
  await expect(dialog).toContainText(t('settings.students.endSeatMeans'))
  await dialog.getByRole('button', { name: t('settings.students.endSeat') }).click()
  await expect(seat).not.toBeChecked()
  await expect(balance).toContainText(counted(t, 'settings.students.balance', 0)) // paid today, so the coin is given back
  await seat.click()
  await expect(dialog).toContainText(t('settings.students.payMeans'))
  await dialog.getByRole('button', { name: t('settings.students.pay') }).click()
  await expect(seat).toBeChecked()

  await page.getByRole('link', { name: t('settings.moves.title') }).click()
  const chosen = async () => {
    await chooseContaining(page, page, t('settings.moves.from'), class6a.name)
    await chooseContaining(page, page, t('settings.moves.to'), class6b.name)
  }
  await chosen()
  const who = page.getByRole('list', { name: t('settings.moves.who') }).getByRole('listitem')
  await expect(who).toHaveCount(20)
  await expect(page.getByRole('button', { name: /19/ })).toBeDisabled() // it has eight places left
  await ask(house.connection, `update class_rooms set max_of_students = 60 where id = '${class6b.id}'`)
  await page.reload()
  await chosen()
  await expect(who.filter({ hasText: t('settings.moves.inactiveStays') })).toHaveCount(1)
  await who.filter({ hasText: students.eldest.code }).getByRole('checkbox').uncheck()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /18/ }).click()
  const past = page.getByRole('list', { name: t('settings.moves.past') }).getByRole('listitem')
  await expect(past.first()).toContainText(/18/)
  await past.getByRole('button', { name: t('settings.moves.undo') }).click()
  await dialog.getByRole('button', { name: t('settings.moves.undo') }).click()
  await expect(past.first()).toContainText(t('settings.moves.undone'))
  await page.getByRole('button', { name: t('settings.students.all') }).click()
  await choose(page, page, t('settings.students.classRoomId'), class6a.name)
  await expect(
    page.getByRole('table').getByRole('switch', { name: new RegExp(t('settings.students.active')) }),
  ).toHaveCount(20)
})

/** None or one of something, in the words of a screen; Arabic has a separate form for none. */
function counted(t: (key: string) => string, key: string, count: 0 | 1) {
  const none = t('common.comma') === ', ' ? 'other' : 'zero'
  const form = count === 1 ? 'one' : none
  return t(`${key}_${form}`).replace('{{count}}', String(count))
}
