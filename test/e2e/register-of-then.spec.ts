import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, test } from './house.ts'
import { elsewhere } from './others.ts'

const { class4a, class6b } = classes

test('a register that was taken is given a student who was in the class on that day and has moved since', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const sql = <Row extends object>(text: string) => ask<Row>(house.connection, text)
  const [day] = await sql<{ date: string; student: string }>(
    `select to_char(m.date, 'YYYY-MM-DD') as date, m.student_id as student from attendance_marks m
     join students s on s.id = m.student_id and s.active and s.class_room_id = m.class_room_id
     where m.class_room_id = '${class4a.id}' and m.date < (select max(date) from attendance_marks)
     order by m.date desc, s.first_name limit 1`,
  )
  const { date, student } = day!
  await sql(`delete from attendance_marks where student_id = '${student}' and date = '${date}'`)
  await sql(`update student_classes set to_day = '${today}' where student_id = '${student}' and to_day is null`)
  await sql(`insert into student_classes (id, school_id, student_id, class_room_id, from_day)
    select gen_random_uuid(), school_id, id, '${class6b.id}', '${today}' from students where id = '${student}'`)
  await sql(`update students set class_room_id = '${class6b.id}' where id = '${student}'`)

  await comeAs(people.manager.phone)
  await page.goto(`/${class4a.id}?tab=attendance&days=history&day=${date}`)
  const line = page.locator(`li[data-student="${student}"]`)
  await line.locator('[data-mark]').click()
  await page.getByRole('button', { name: t('attendance.correct') }).click()
  await expect(page.getByText(t('attendance.saved'), { exact: true })).toBeVisible()
  expect(await sql(`select state from attendance_marks where student_id = '${student}' and date = '${date}'`)).toEqual([
    { state: 'present' },
  ])
})

test('on the day of a move the new class shows the mark already given, and an accepted excuse stands before the first tap', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const roll = await ask<{ id: string }>(
    house.connection,
    `select id from students where class_room_id = '${class4a.id}' and active order by id limit 3`,
  )
  const [moved, excused, here] = roll.map(({ id }) => id)
  await elsewhere(house, 'Attendance/SaveAttendance', {
    classRoomId: class4a.id,
    date: today,
    studentsAttenndaceList: [{ studentId: moved, state: 'absent' }],
  })
  await elsewhere(house, 'Student/MoveStudents', { classRoomId: class6b.id, studentIds: [moved] })
  await comeAs(people.manager.phone)
  await page.goto(`/${class6b.id}`)
  const line = (id: string | undefined) => page.locator(`li[data-student="${id}"]`)
  await expect(line(moved)).toContainText(t('attendance.absent'))
  await expect(line(moved)).toContainText(class4a.name)
  await expect(line(moved).locator('[data-mark]')).toHaveCount(0)
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()

  for (const studentId of [excused, here])
    await elsewhere(house, 'Excuse/Enter', { studentId, fromDay: today, excuseKind: 'illness' })
  await ask(
    house.connection,
    `delete from attendance_marks where class_room_id = '${class4a.id}' and date = '${today}'`,
  )
  await page.goto(`/${class4a.id}`)
  await expect(line(excused)).toContainText(t('attendance.excuseTap'))
  await expect(line(here)).toContainText(t('attendance.excused'))
  await line(here).locator('[data-mark]').click()
  await expect(line(here)).toContainText(t('attendance.present'))
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  const states = await ask<{ id: string; state: string }>(
    house.connection,
    `select student_id as id, state from attendance_marks where date = '${today}' and student_id in ('${excused}', '${here}')`,
  )
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [excused!]: 'excused',
    [here!]: 'present',
  })
})

test('a day before a class had anybody has no register, and one before the school began asks who was there', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const [began] = await ask<{ day: string }>(
    house.connection,
    `select to_char(min(from_day) - 1, 'YYYY-MM-DD') as day from student_classes where class_room_id = '${class4a.id}'`,
  )
  await comeAs(people.manager.phone)
  await page.goto(`/${class4a.id}?tab=attendance&days=history&day=${began!.day}`)
  await expect(page.getByText(t('attendance.wereThere'))).toBeVisible()
  await expect(page.locator('[data-mark]')).toHaveCount(0)
  await page.getByRole('button', { name: t('attendance.theyWere') }).click()
  await expect(page.locator('[data-mark]').first()).toBeVisible()

  await ask(
    house.connection,
    `update student_classes set from_day = '${today}' where class_room_id = '${class4a.id}' and to_day is null`,
  )
  await page.goto(`/${class4a.id}?tab=attendance&days=history&day=${began!.day}`)
  await expect(page.getByText(t('attendance.nobodyThen'))).toBeVisible()
})
