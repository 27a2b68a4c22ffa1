import { describe, expect, test } from 'vitest'
import { students } from '#contract/people/students/students.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, registrar, supervisor, teacher, idleTeacher, parent, nile, delta } = world
const { class4a, class4b, class6b, deltaClass1, omar, inactiveStudent, movedStudent } = world

const sql = sqlIn(connection)

const path = 'Student/GetClassRoomStudents'
const notFound = { status: 404, message: 'Not found' }

describe('the roll of a class', () => {
  test('is its active students, whole, by first, middle and last name', async () => {
    const { rows, total } = await as(teacher).listed(students.ofClass, { classRoomId: class4b.id })
    expect(rows).toHaveLength(19)
    expect(total).toBe(19)
    expect(rows.map(({ id }) => id)).not.toContain(inactiveStudent.id)

    const inArabic = new Intl.Collator('und', { numeric: true })
    const names = rows.map(({ firstName, middleName, lastName }) => `${firstName} ${middleName} ${lastName}`)
    expect(names).toEqual(names.toSorted(inArabic.compare))
  })

  test('has every field of a student, the middle name under both of its names', async () => {
    const rows = (await wire(path, { classRoomId: class4a.id }, { as: registrar })).json() as Record<string, unknown>[]
    expect(rows.find(({ id }) => id === omar.id)).toEqual({
      id: omar.id,
      code: omar.code,
      firstName: 'عمر',
      midelName: 'كريم',
      middelName: 'كريم',
      lastName: 'الجندي',
      imageUrl: null,
      schoolId: nile.id,
      schoolName: nile.name,
      classRoomId: class4a.id,
      classRoomName: 'فصل 4أ',
      birthDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      active: true,
      isPayed: true,
      seatEndedOn: null,
      leftOn: null,
      leavingReason: null,
      leavingNote: null,
      destination: null,
      coursesCount: 5,
      version: 1,
    })
  })

  test('shows birth dates to callers who keep the information of students, and to nobody else', async () => {
    for (const person of [manager, registrar])
      for (const { birthDate } of await as(person)(students.ofClass, { classRoomId: class4a.id }))
        expect(birthDate).toMatch(/^\d{4}-/)
    for (const person of [teacher, supervisor])
      for (const { birthDate } of await as(person)(students.ofClass, { classRoomId: class4a.id }))
        expect(birthDate).toBeNull()
  })

  test('of a day has only who was in the class then too, also before an absence from it', async () => {
    const roll = await as(teacher)(students.ofClass, { classRoomId: class4a.id })
    const [came, back, elsewhere, ...others] = roll.map(({ id }) => id).filter((id) => id !== movedStudent.id)
    const ago = (days: number) => daysFrom(today, -days)
    const roomIs = (id: string, room: string, from: string, to: string | null) =>
      sql(
        `insert into student_classes (id, school_id, student_id, class_room_id, from_day, to_day)
         values ($1, $2, $3, $4, $5, $6)`,
        [newId(), nile.id, id, room, from, to],
      )
    await sql('delete from student_classes where student_id = any($1)', [[came, back, elsewhere]])
    await roomIs(came!, class4a.id, ago(13), null)
    await roomIs(back!, class4a.id, ago(48), ago(29))
    await roomIs(back!, class4b.id, ago(28), ago(9))
    await roomIs(back!, class4a.id, ago(8), null)
    await roomIs(elsewhere!, class4b.id, ago(48), ago(9))
    await roomIs(elsewhere!, class4a.id, ago(8), null)

    const then = async (day: string) => {
      const rows = await as(teacher)(students.ofClass, { classRoomId: class4a.id, day })
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(others))
      return rows.map(({ id }) => id).filter((id) => [came, back, elsewhere].includes(id))
    }
    expect(await then(ago(29))).toEqual([back])
    expect(await then(ago(28))).toEqual([])
    expect(await then(ago(14))).toEqual([])
    expect(await then(ago(13))).toEqual([came])
    expect(await then(ago(8))).toEqual([came, back, elsewhere])
  })

  test('comes one page at a time when the query requests a page', async () => {
    const whole = await as(teacher)(students.ofClass, { classRoomId: class4a.id })
    const page = (pageNumber: number | null, pageSize?: number) =>
      as(teacher).listed(students.ofClass, { classRoomId: class4a.id, pageNumber, pageSize })
    expect(await page(2, 7)).toEqual({ rows: whole.slice(7, 14), total: 20 })
    expect(await page(null, 5)).toEqual({ rows: whole.slice(0, 5), total: 20 })
    expect(await page(3, 10)).toEqual({ rows: [], total: 20 })
  })

  test('is seen by callers with one key of a tab of the class, within reach', async () => {
    await expect(as(teacher)(students.ofClass, { classRoomId: class6b.id })).rejects.toMatchObject(notFound)
    await expect(as(idleTeacher)(students.ofClass, { classRoomId: class4a.id })).rejects.toMatchObject(notFound)
    for (const person of [manager, registrar])
      expect(await as(person)(students.ofClass, { classRoomId: class6b.id })).toHaveLength(20)
  })

  test('of another school is not found, with the bytes of one that does not exist', async () => {
    for (const classRoomId of [deltaClass1.id, newId()]) {
      const { status, text } = await wire(path, { classRoomId }, { as: manager })
      expect([status, text]).toEqual([404, 'Not found'])
    }
  })

  test('is found from the class; a school sent along must be its own', async () => {
    expect(await as(teacher)(students.ofClass, { classRoomId: class4a.id, schoolId: nile.id })).toHaveLength(20)
    expect(await wire(path, { classRoomId: class4a.id, schoolId: delta.id }, { as: teacher })).toMatchObject({
      status: 400,
      text: 'Invalid input',
    })
  })

  test('is closed to parents, to the platform and to visitors', async () => {
    for (const person of [parent, world.admin, world.removedTeacher])
      await expect(as(person)(students.ofClass, { classRoomId: class4a.id })).rejects.toMatchObject({
        status: 403,
        message: 'You are not allowed to do this',
      })
    expect(await wire(path, { classRoomId: class4a.id })).toMatchObject({ status: 401, text: 'Please sign in' })
  })

  test.each([
    [{}, 'Required'],
    [{ classRoomId: null }, 'Required'],
    [{ classRoomId: '' }, 'Invalid input'],
    [{ classRoomId: [] }, 'Expected string, received array'],
    [{ classRoomId: newId(), active: false }, "Unrecognized key(s) in object: 'active'"],
  ])('asked for with %j is refused: %s', async (body, sentence) =>
    expect(await wire(path, body, { as: teacher })).toMatchObject({ status: 400, text: sentence }),
  )

  test('leaves a student out from the moment they are inactive or in another class', async () => {
    await sql('update students set active = false where id = $1', [omar.id])
    expect(await as(teacher)(students.ofClass, { classRoomId: class4a.id })).toHaveLength(19)
    await sql('update students set active = true, class_room_id = $2 where id = $1', [omar.id, class4b.id])
    expect(await as(teacher)(students.ofClass, { classRoomId: class4a.id })).toHaveLength(19)
    expect(await as(teacher)(students.ofClass, { classRoomId: class4b.id })).toHaveLength(20)
  })
})
