import type { Locator, Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { placesOf } from './room.ts'

const { teacher, supervisor } = people
const classId = classes.class4a.id

const marksIn = (page: Page) => page.locator('[data-mark]')

test('no student moves under the finger, whatever is tapped', async ({ page, house, t, comeAs }) => {
  let showYears = () => {}
  const years = new Promise<void>((show) => (showYears = show))
  await page.route('**/SchoolYear/GetYearDays', (route) => years.then(() => route.continue()))
  await comeAs(supervisor.phone)
  await page.goto(`/${classId}`)
  await expect(marksIn(page)).toHaveCount(20)
  const before = await placesOf(page)
  showYears()
  await expect(page.getByRole('combobox', { name: t('work.year') })).toBeVisible()
  expect(await placesOf(page)).toEqual(before)
  for (const nth of [0, 2, 2, 7, 7, 7]) {
    await marksIn(page).nth(nth).click()
    expect(await placesOf(page)).toEqual(before)
  }
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  expect(await placesOf(page)).toEqual(before)

  const [day] = await ask<{ date: string }>(
    house.connection,
    `select to_char(date, 'YYYY-MM-DD') as date from attendance_marks where class_room_id = '${classId}'
     group by date having bool_or(minutes_late > 0) and bool_or(note is not null) order by date desc limit 1`,
  )
  await page.goto(`/${classId}?tab=attendance&days=history&day=${day!.date}`)
  await expect(page.locator('[data-mark]', { hasText: t('attendance.minutes') }).first()).toBeVisible()
  const past = await placesOf(page)
  for (const mark of await marksIn(page).all()) {
    await mark.click()
    expect(await placesOf(page)).toEqual(past)
  }
  await page.getByRole('button', { name: t('attendance.correct') }).click()
  await expect(page.getByText(t('attendance.notConfirmed'))).toHaveCount(0)
  expect(await placesOf(page)).toEqual(past)
})

test('no mark moves while those above it are entered', async ({ page, house, t, comeAs }) => {
  const [exam] = await ask<{ id: string }>(
    house.connection,
    `select id from exams where class_room_id = '${classId}' and removed_at is null order by exam_date desc limit 1`,
  )
  await comeAs(supervisor.phone)
  await page.goto(`/${classId}?tab=exams&work=${exam!.id}`)
  const cells = page.getByRole('region', { name: t('marks.title') }).getByRole('textbox')
  await expect(cells.first()).toBeVisible()
  const heights = () =>
    cells.evaluateAll((all) => all.map((cell) => Math.round(cell.closest('li')!.getBoundingClientRect().height)))
  const before = await heights()
  for (const nth of [0, 1, 2, 3, 4, 5, 6, 7]) {
    await cells.nth(nth).fill(t('marks.letter'))
    await cells.nth(nth).press('Enter')
  }
  await expect(page.getByText(t('marks.absent'), { exact: true }).nth(7)).toBeVisible()
  expect(await heights()).toEqual(before)
})

test('minutes and a reason are written, and a round of taps keeps them', async ({
  page,
  context,
  house,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  await page.goto(`/${classId}`)
  const line = page.locator('li[data-student]').first()
  const mark = line.locator('[data-mark]')
  await line.getByRole('button', { name: t('attendance.details') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('attendance.late'), { exact: true }).click()
  await dialog.getByLabel(t('attendance.minutesLate')).fill('601')
  await dialog.getByRole('button', { name: t('attendance.done') }).click()
  await expect(dialog.getByLabel(t('attendance.minutesLate'))).toHaveAccessibleDescription(/600/)
  await dialog.getByLabel(t('attendance.minutesLate')).fill('15')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('attendance.done') }).click()
  await expect(line).toContainText(`15 ${t('attendance.minutes')}`)
  await expectNoSidewaysScroll(page)

  await mark.click()
  await expect(line).toContainText(t('attendance.excused'))
  await expect(line).not.toContainText('15')
  for (let taps = 0; taps < 3; taps++) await mark.click()
  await expect(line).toContainText(`15 ${t('attendance.minutes')}`)

  const second = page.locator('li[data-student]').nth(1)
  await second.getByRole('button', { name: t('attendance.details') }).click()
  await dialog.getByText(t('attendance.excused'), { exact: true }).click()
  await dialog.getByLabel(t('attendance.reason')).fill('A visit to the dentist')
  await dialog.getByRole('button', { name: t('attendance.done') }).click()
  await expect(second).toContainText('A visit to the dentist')

  await context.setOffline(true)
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.waiting'))).toBeVisible()
  await expect(line).toContainText(`15 ${t('attendance.minutes')}`)
  await context.setOffline(false)
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  const stored = await ask<{ said: string }>(
    house.connection,
    `select concat_ws(' ', state, minutes_late, note) as said from attendance_marks
     where class_room_id = '${classId}' and date = (select max(date) from attendance_marks) and state <> 'present'
     order by state desc`,
  )
  expect(stored.map(({ said }) => said)).toEqual(['late 15', 'excused A visit to the dentist'])
})

test('a register is taken by keys alone @once', async ({ page, t, comeAs }) => {
  await comeAs(teacher.phone)
  await page.goto(`/${classId}`)
  const students = page.locator('li[data-student]')
  const marks = marksIn(page)
  await expect(marks).toHaveCount(20)
  await expect(page.getByText(t('attendance.keyMove'))).toBeVisible()
  await marks.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(marks.nth(1)).toBeFocused()
  expect(await ringOf(marks.nth(1))).toEqual({ style: 'solid', isInside: true })
  await page.keyboard.press('2')
  await expect(students.nth(1)).toContainText(t('attendance.absent'))
  await page.keyboard.press('End')
  await page.keyboard.press('3')
  await expect(students.last()).toContainText(t('attendance.late'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('4')
  await expect(students.nth(18)).toContainText(t('attendance.excused'))
  await page.keyboard.press('1')
  await expect(students.nth(18)).toContainText(t('attendance.present'))

  const numbers = page.getByLabel(t('roll.absent'))
  await numbers.fill('3 99')
  await numbers.press('Enter')
  await expect(page.getByText(t('roll.unknown').split('{{')[0]!)).toBeVisible()
  await expect(students.nth(2)).toContainText(t('attendance.present'))
  await numbers.fill('٣ 7')
  await numbers.press('Enter')
  for (const nth of [2, 6]) await expect(students.nth(nth)).toContainText(t('attendance.absent'))
  await marks.nth(18).focus()

  await page.keyboard.press('ArrowRight')
  await expect(students.nth(18).getByRole('button', { name: t('attendance.details') })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(students.nth(18).getByRole('link')).toBeFocused()
  await page.keyboard.press('5')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(students.nth(18).getByRole('link')).toBeFocused()

  await marks.nth(18).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: t('attendance.confirm') })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(marks.nth(18)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  await expect(marks.nth(18)).toBeFocused()

  await page.keyboard.press('2')
  await page.keyboard.press('Tab')
  const correct = page.getByRole('button', { name: t('attendance.correct') })
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('attendance.notConfirmed'))).toHaveCount(0)
  await expect(correct).toBeDisabled()
  await expect(correct).toBeFocused()
})

test('a person with unsent registers is led to their own, although another person left theirs on the device @once', async ({
  page,
  context,
  t,
  signIn,
}) => {
  await page.goto('/auth')
  await leaveRegister(page, classes.class4b.id)
  await signIn(teacher.phone)
  await page.goto(`/${classId}`)
  await expect(marksIn(page)).toHaveCount(20)
  await expect(page.getByRole('link', { name: t('attendance.openRegister') })).toHaveCount(0)
  await context.setOffline(true)
  const before = await placesOf(page)
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.waiting'))).toBeVisible()
  expect(await placesOf(page)).toEqual(before)
  await page.getByRole('tab', { name: t('attendance.history') }).click()
  const link = page.getByRole('link', { name: t('attendance.openRegister') })
  await expect(link).toHaveAttribute('href', new RegExp(classId))
  await context.setOffline(false)
  await expect(link).toHaveCount(0)
})

/** How the focus is shown on an element, and whether that is within its edges. */
const ringOf = (place: Locator) =>
  place.evaluate((element) => {
    const { outlineStyle: style, outlineOffset, outlineWidth } = getComputedStyle(element)
    return { style, isInside: Number.parseFloat(outlineOffset) <= -Number.parseFloat(outlineWidth) }
  })

/** Another person's register that this device has not sent. */
const leaveRegister = (page: Page, classRoomId: string) =>
  page.evaluate(
    (ofClass) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('kashkool', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('outgoing')
        opening.onerror = () => fail(opening.error ?? new Error('The store did not open'))
        opening.onsuccess = () => {
          const register = { classRoomId: ofClass, date: '2026-11-01', students: [], clientOperationId: 'theirs' }
          const writing = opening.result.transaction('outgoing', 'readwrite')
          writing
            .objectStore('outgoing')
            .put([{ id: 'theirs', personId: 'somebody else', register, problem: null }], 'registers')
          writing.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
    classRoomId,
  )

test('a register loads in the columns and the height of line it will have', async ({ page, signIn }) => {
  await signIn(supervisor.phone)
  let answer = () => {}
  const requested = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/Attendance/GetRoll', async (route) => {
    await requested
    await route.continue()
  })
  await page.goto(`/${classId}`)
  const shapesOf = (lines: Locator) =>
    lines.evaluateAll((all) =>
      all.slice(0, 4).map((line) => {
        const { left, width, height } = line.getBoundingClientRect()
        return [left, width, height].map(Math.round)
      }),
    )
  const loading = page.locator('[data-loading=students] > *')
  await expect(loading.first()).toBeVisible()
  const shapes = await shapesOf(loading)
  answer()
  await expect(marksIn(page)).toHaveCount(20)
  // Before loading, it is unknown whether a name needs two lines.
  const loaded = await shapesOf(page.locator('li[data-student]'))
  expect(shapes).toEqual(loaded.map(([left, width, height]) => [left, width, Math.min(height!, shapes[0]![2]!)]))
})
