import { readFileSync } from 'node:fs'
import { clock } from '#test/world/clock.ts'
import { people } from '#test/world/people.ts'
import { classes } from '#test/world/classes.ts'
import { schools } from '#test/world/schools.ts'
import { ask, values } from '#test/harness/ground.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { openPart } from './student-page.ts'
import { countTaps } from './taps.ts'

const { teacher, supervisor, parent } = people
const { nile } = schools
const sundayToThursday = 0b0011111

test('a teacher takes the register in six taps, and a parent sees it', async ({ page, house, t, signIn, signOut }) => {
  const taps = await countTaps(page)
  await signIn(teacher.phone)
  taps.reset()

  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  const students = page.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  await expect(students).toHaveCount(20)
  await expect(page.getByText(t('attendance.notTaken'))).toBeVisible()
  const history = await page.getByRole('tab', { name: t('attendance.history') }).boundingBox()
  expect(history!.height, 'large enough for a finger').toBeGreaterThanOrEqual(44)
  const hint = page.getByText(t('attendance.tapHint'))
  expect(await hint.evaluate((at) => [at.scrollWidth > at.clientWidth, at.scrollHeight > at.clientHeight])).toEqual([
    false,
    false,
  ])
  const space = (await hint.boundingBox())!.y - (history!.y + history!.height)
  expect(space, 'space between the hint and the switch').toBeGreaterThanOrEqual(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const late = students.nth(1)
  await students.nth(0).click()
  await students.nth(4).click()
  await late.click()
  await late.click()
  await expect(late).toContainText(t('attendance.late'))
  await expect(page.getByRole('status').filter({ hasText: '17' })).toBeVisible()
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  expect(taps.count()).toBe(6)

  const [sheet] = await ask<{ version: number; absent: number; late: number; all: number }>(
    house.connection,
    `select version, (select count(*) filter (where state = 'absent')::int from attendance_marks m where m.date = s.date and m.class_room_id = s.class_room_id) absent,
      (select count(*) filter (where state = 'late')::int from attendance_marks m where m.date = s.date and m.class_room_id = s.class_room_id) late,
      (select count(*)::int from attendance_marks m where m.date = s.date and m.class_room_id = s.class_room_id) "all"
     from attendance_sheets s where class_room_id = '${classes.class4a.id}' order by date desc limit 1`,
  )
  expect(sheet).toEqual({ version: 1, absent: 2, late: 1, all: 20 })

  await signOut()
  await expect(page.getByLabel(t('auth.phoneNumber'))).toBeVisible()
  await signIn(parent.phone)
  await page.goto('/my-children')
  await page.getByRole('link', { name: new RegExp(`${t('children.more')}.*عمر`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('عمر')
  await openPart(page, t, t('classes.attendance'))
  await page.getByText(t('attendance.allDays'), { exact: true }).click()
  const days = page.getByRole('table', { name: t('classes.attendance'), exact: true }).getByRole('row')
  await expect(days.nth(1)).toContainText(t('attendance.present'))
  await expect(days.nth(1)).toContainText('منى')
  // What the header covers in the middle of a scroll is no smaller target.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('عمر')
})

test('a day opens from the calendar, one student is corrected, and every mark says whose it is @once', async ({
  page,
  house,
  t,
  language,
  comeAs,
}) => {
  await ask(
    house.connection,
    `with opened as (insert into school_calendars (school_id) values ('${nile.id}') on conflict do nothing)
     insert into school_week (school_id, open_weekdays) values ('${nile.id}', ${sundayToThursday})`,
  )
  await comeAs(supervisor.phone)
  await page.goto(`/${classes.class4a.id}`)
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('attendance.correct') })).toBeDisabled()

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-mark]:visible')).toHaveCount(20)
  await expect(page.locator('button:visible:not([data-mark])')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '20' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('tab', { name: t('attendance.history') }).click()
  const calendar = page.getByRole('region', { name: t('attendance.history') })
  await expect(calendar.getByRole('columnheader').first()).toContainText(language === 'ar' ? 'السبت' : 'Sunday')
  await expect(calendar.locator('[aria-current=date]')).toHaveAccessibleName(/: 20 /)
  await expect(calendar.getByText(t('attendance.notTakenToday'))).toHaveCount(0)
  const weekend = calendar.getByRole('button', { name: new RegExp(`: ${t('attendance.closed')}$`) })
  await expect(weekend.first()).toBeVisible()
  await calendar.getByRole('button', { name: t('attendance.monthBefore') }).click()
  const taken = await ask<{ date: string }>(
    house.connection,
    `select to_char(date, 'YYYY/MM/DD') as date
     from attendance_marks where class_room_id = '${classes.class4a.id}'
       and date_trunc('month', date) = date_trunc('month', now() - interval '1 month')
     group by date order by date desc`,
  )
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/)
  const days = calendar.getByRole('button', { name: /: \d/ })
  await expect(days).toHaveCount(taken.length)
  const download = page.waitForEvent('download')
  await calendar.getByRole('button', { name: new RegExp(t('numbers.saveTable').split(':')[0]!) }).click()
  const table = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(table).toHaveLength(taken.length + 1)
  expect(table.at(-1)).toContain(taken[0]!.date)
  await expect(calendar.getByRole('button', { name: t('numbers.print') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  // Where the page stands scrolled, the header may lie over a button.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await calendar.getByRole('button', { name: new RegExp(taken[0]!.date) }).click()

  await expect(page.getByText(t('attendance.savedBy'))).toHaveCount(1)
  const [present] = await values(
    house.connection,
    `select concat_ws(' ', first_name, middle_name, last_name) from attendance_marks m join students s on s.id = m.student_id
     where m.class_room_id = '${classes.class4a.id}' and to_char(date, 'YYYY/MM/DD') = '${taken[0]!.date}'
       and state = 'present' and s.class_room_id = m.class_room_id limit 1`,
  )
  const line = page
    .getByRole('region', { name: t('attendance.register') })
    .getByRole('listitem')
    .filter({ hasText: present! })
  await line.locator('[data-mark]').click()
  await expect(page.getByText(t('attendance.notConfirmed'))).toBeVisible()
  await page.getByRole('button', { name: t('attendance.correct') }).click()
  await expect(page.getByText(t('attendance.notConfirmed'))).toHaveCount(0)
  await expect(line).toContainText(t('attendance.savedBy'))
  await page.reload()
  await expect(line).toContainText(t('attendance.absent'))
  await expect(page.getByText(t('attendance.savedBy'))).toHaveCount(2)
  await page.getByRole('button', { name: t('attendance.allDays') }).click()
  await expect(days).toHaveCount(taken.length)
})

test('two people mark one sheet: the second sees both and decides @once', async ({ page, house, t, comeAs }) => {
  await comeAs(supervisor.phone)
  await page.goto(`/${classes.class4a.id}`)
  const line = (name: string | RegExp) => page.getByRole('button', { name })
  const students = page.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  await students.nth(0).click()

  await savedElsewhere(house.url)
  await line(t('attendance.confirm')).click()
  await expect(page.getByRole('alert')).toContainText(t('attendance.changedMeanwhile'))
  await expectAccessible(page)
  await line(t('attendance.keepMine')).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  await expect(students.nth(0)).toContainText(t('attendance.absent'))
  await page.reload()
  await expect(students.nth(0)).toContainText(t('attendance.absent'))
})

test('a class of another school is an unknown class @once', async ({ page, t, comeAs }) => {
  await comeAs(teacher.phone)
  await page.goto(`/${classes.deltaClass1.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('classes.unknown'))
  await expectAccessible(page)
})

/** The teacher confirms today's register of the same class on another device. */
async function savedElsewhere(url: string) {
  const post = async (path: string, body: unknown, token?: string) =>
    (await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).then((answer) => answer.json())) as never
  const { token } = (await post('API/Identity/Login', { phoneNumber: teacher.phone, password: 'kashkool' })) as {
    token: string
  }
  const roll = (await post('Student/GetClassRoomStudents', { classRoomId: classes.class4a.id }, token)) as {
    id: string
  }[]
  await post(
    'Attendance/SaveAttendance',
    {
      classRoomId: classes.class4a.id,
      date: clock.now().toISOString(),
      studentsAttenndaceList: roll.map(({ id }) => ({ studentId: id, isAttend: true })),
    },
    token,
  )
}

test('a look elsewhere loses no tap of a register, and the next person finds none of them @once', async ({
  page,
  t,
  signIn,
  signOut,
}) => {
  await signIn(teacher.phone)
  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  const second = page.locator('[data-mark]').nth(1)
  await second.click()
  await expect(second).toContainText(t('attendance.absent'))
  await page.getByRole('tab', { name: t('classes.notes') }).click()
  await page.getByRole('tab', { name: t('classes.attendance') }).click()
  await expect(second).toContainText(t('attendance.absent'))
  await page.goBack()
  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  await expect(page.getByText(t('attendance.notConfirmed'))).toBeVisible()
  await expect(second).toContainText(t('attendance.absent'))

  await signOut()
  await signIn(supervisor.phone)
  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  await expect(second).toContainText(t('attendance.present'))
})
