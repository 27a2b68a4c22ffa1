import { today } from '#test/clock.ts'
import { ask } from '#test/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, test } from './house.ts'

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
