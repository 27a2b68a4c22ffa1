import { expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const { upload, sql } = importing(await testApp())
const { nile, nilePastYear, class4b, classmate, formerParent, laila, unpaidStudent, neverPaidStudent } = world

type Student = { firstName: string; middleName: string; lastName: string; classRoomId: string }

const nameOf = ({ firstName, middleName, lastName }: Student) => [firstName, middleName, lastName].join(' ')
const classOf = async ({ classRoomId }: Student) =>
  String((await sql('select name from class_rooms where id = $1', [classRoomId]))[0]!.name)

const columns = ['اسم الطالب', 'الفصل', 'هاتف الأم', 'مدفوع']

/** A draft of these students, each in their present class. */
async function draftOf(...students: { student: Student; phone?: string; paid?: string }[]) {
  const lines = students.map(async ({ student, phone, paid }) => [
    nameOf(student),
    await classOf(student),
    phone ?? '',
    paid ?? '',
  ])
  return upload(csvOf([columns, ...(await Promise.all(lines))]))
}

test('a guardian whose link has ended is one to be linked', async () => {
  expect(await draftOf({ student: classmate, phone: formerParent.phone })).toMatchObject({ problems: 0, guardians: 1 })
})

test('who is not active takes no place in a class', async () => {
  await sql(
    `update class_rooms c set max_of_students = 1
       + (select count(*) from students s where s.school_id = $1 and s.class_room_id = c.id and s.active)
     where school_id = $1 and id = $2`,
    [nile.id, class4b.id],
  )
  expect(await sql('select from students where class_room_id = $1 and not active', [class4b.id])).toHaveLength(1)
  const newcomer = { firstName: 'سليم', middleName: 'حسن', lastName: 'الشاذلي', classRoomId: class4b.id }
  expect(await draftOf({ student: newcomer })).toMatchObject({ added: 1, problems: 0 })
})

test('a coin is counted for who has no seat of the current year yet', async () => {
  // A year that is neither current nor completed, and a seat of a past year.
  await sql(
    `insert into school_years (id, school_id, name, active) values (gen_random_uuid(), $1, 'Prepared', false)`,
    [nile.id],
  )
  await sql('update seats set school_year_id = $2 where student_id = $1', [laila.id, nilePastYear.id])
  await sql('update students set is_paid = false, seat_ended_on = $2 where id = $1', [laila.id, daysFrom(today, -1)])
  const seatOf = async ({ id }: { id: string }) =>
    (await sql('select school_year_id from seats where student_id = $1', [id])).length
  expect([await seatOf(unpaidStudent), await seatOf(neverPaidStudent), await seatOf(laila)]).toEqual([1, 0, 1])
  const ofAnotherDraft = [nameOf(laila), 'No such class', '', '']
  expect(await upload(csvOf([columns, ofAnotherDraft]))).toMatchObject({ unknownNames: [{ name: 'No such class' }] })
  const paid = [unpaidStudent, neverPaidStudent, laila].map((student) => ({ student, paid: 'نعم' }))
  expect(await draftOf(...paid)).toMatchObject({ changed: 3, problems: 0, coins: 2, unknownNames: [] })
})
