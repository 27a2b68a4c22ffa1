import { describe, expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { type Person, testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, as, wire, connection, tokenOf } = await testApp()
const { manager, registrar, deputy, parent, newcomer, nile, delta } = world
const { class4a, class4b, class5a, class6c, deltaClass1, omar, laila, deltaStudent } = world

const names = { firstName: 'أنس', middleName: 'حمدي', lastName: 'سرحان' }
const fresh = { schoolId: nile.id, classRoomId: class4b.id, ...names }
const notFound = { status: 404, message: 'Not found' }

const sql = sqlIn(connection)
const stored = async (id: string) => (await sql('select * from students where id = $1', [id]))[0]
const eventsOf = (event: string) =>
  sql('select school_id, actor_id, payload from outbox where event = $1 order by id', [event])
const classesOf = (id: string) =>
  sql(
    `select class_room_id, from_day::text, to_day::text from student_classes where student_id = $1
     order by from_day, to_day nulls last`,
    [id],
  )
const freePicture = async (person: Person, school: { id: string }) => {
  const bytes = await plain('png')
  return (await sending(app).upload(await tokenOf(person), { type: '1', id: school.id, bytes })).json() as string
}

// A caller who may only activate students, and a class without free places.
await sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
  newcomer.id,
  permissionId('ChangeStudentActivation'),
  nile.id,
])
await sql('update class_rooms set max_of_students = 20 where id = $1', [class5a.id])

describe('changing a student', () => {
  const added = () => as(manager)(studentRecords.add, { ...fresh, classRoomId: class4a.id })

  test('changes what is sent and nothing else, keeps what was, and raises the version', async () => {
    const { id } = await added()
    const change = { id, firstName: 'إياد', birthDate: '2016-01-01' }
    const saved = await as(deputy)(studentRecords.update, change)
    expect(saved).toMatchObject({ ...names, ...change, version: 2, classRoomId: class4a.id, isPaid: true })
    expect(await as(deputy)(studentRecords.update, change)).toEqual(saved)
    expect((await as(manager)(studentRecords.update, { id, birthDate: null })).birthDate).toBeNull()
    const was = await sql(
      `select was ->> 'first_name' as name, changed_by from former_values
       where table_name = 'students' and key ->> 'id' = $1 order by id`,
      [id],
    )
    expect(was[0]).toEqual({ name: names.firstName, changed_by: deputy.id })
  })

  test('takes the row back as it was read', async () => {
    const { id } = await added()
    const row = (await wire('Student/UpdateStudent', { id }, { as: manager })).json() as object
    const answer = await wire('Student/UpdateStudent', row, { as: manager })
    expect([answer.status, answer.json()]).toEqual([200, row])
  })

  test('made from an older version is refused with the present one', async () => {
    const { id } = await added()
    await as(manager)(studentRecords.update, { id, lastName: 'البدوي', baseVersion: 1 })
    await expect(as(deputy)(studentRecords.update, { id, firstName: 'إياد', baseVersion: 1 })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: expect.objectContaining({ lastName: 'البدوي', version: 2 }),
    })
  })

  test('of the class ends the old membership today, keeps the records there and notifies the parents', async () => {
    const before = (await eventsOf('class changed')).length
    const marks = () =>
      sql('select id, class_room_id from attendance_marks where student_id = $1 order by id', [omar.id])
    const kept = await marks()
    const moved = await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4b.id })
    expect(moved).toMatchObject({ classRoomId: class4b.id, classRoomName: 'فصل 4ب', version: 2 })
    expect((await classesOf(omar.id)).slice(-2)).toEqual([
      expect.objectContaining({ class_room_id: class4a.id, to_day: today }),
      { class_room_id: class4b.id, from_day: today, to_day: null },
    ])
    expect(await marks()).toEqual(kept)
    expect((await eventsOf('class changed')).slice(before)).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { classRoomId: class4b.id, studentIds: [omar.id] } },
    ])

    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4a.id })
    expect((await classesOf(omar.id)).filter(({ to_day }) => to_day === null)).toHaveLength(1)
  })

  test('to inactive takes the student off the roll and from the parents, and back needs a place', async () => {
    const away = await as(manager)(studentRecords.update, { id: laila.id, active: false })
    expect(away.active).toBe(false)
    await expect(as(parent)(studentRecords.get, { studentId: laila.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(studentRecords.update, { id: laila.id, active: true })).resolves.toMatchObject({
      active: true,
    })
    await as(manager)(studentRecords.update, { id: laila.id, active: false })
    await as(manager)(studentRecords.add, { ...fresh, classRoomId: class5a.id })
    await expect(as(manager)(studentRecords.update, { id: laila.id, active: true })).rejects.toMatchObject({
      status: 409,
      message: 'This class is full',
    })
  })

  test('with ChangeStudentActivation alone changes that and nothing else', async () => {
    const { id } = await added()
    const row = (await wire('Student/UpdateStudent', { id }, { as: newcomer })).json() as Record<string, unknown>
    expect(row.birthDate).toBeNull()
    await sql(`update students set birth_date = '2016-03-03' where id = $1`, [id])
    const off = await wire('Student/UpdateStudent', { ...row, active: false }, { as: newcomer })
    expect([off.status, off.json()]).toEqual([200, { ...row, active: false, version: 2 }])
    expect((await sql('select birth_date::text from students where id = $1', [id]))[0].birth_date).toBe('2016-03-03')

    const before = await stored(id)
    for (const wrong of [
      { firstName: 'إياد' },
      { isPayed: false },
      { birthDate: '2016-03-03' },
      { classRoomId: class4b.id },
    ])
      expect(await wire('Student/UpdateStudent', { ...row, active: true, ...wrong }, { as: newcomer })).toMatchObject({
        status: 403,
        text: 'You may only change the activation',
      })
    expect(await stored(id)).toEqual(before)
  })

  test('to a picture issued for the student or a free one is taken, any other is not', async () => {
    const { id } = await added()
    const imageUrl = await freePicture(manager, nile)
    expect((await as(manager)(studentRecords.update, { id, imageUrl })).imageUrl).toBe(imageUrl)
    expect((await as(manager)(studentRecords.update, { id, imageUrl: null })).imageUrl).toBeNull()
    expect((await as(manager)(studentRecords.update, { id, imageUrl })).imageUrl).toBe(imageUrl)
    await expect(as(manager)(studentRecords.update, { id: omar.id, imageUrl })).rejects.toMatchObject({
      status: 400,
      message: 'This picture is not yours to use',
    })
  })

  test.each([
    [{ classRoomId: deltaClass1.id }, 404, 'Not found'],
    [{ classRoomId: class6c.id }, 409, 'This class is not active'],
    [{ classRoomId: class5a.id }, 409, 'This class is full'],
    [{ firstName: null }, 400, 'Required'],
    [{ firstName: 'ع' }, 400, 'String must contain at least 2 character(s)'],
    [{ active: null }, 400, 'Required'],
    [{ birthDate: 'soon' }, 400, 'Invalid date'],
    [{ schoolId: delta.id }, 400, 'Invalid input'],
    [{ seatEnded: true }, 400, "Unrecognized key(s) in object: 'seatEnded'"],
  ])('to %j is refused (%i %s), and nothing is stored', async (wrong, status, text) => {
    const before = await stored(omar.id)
    const answer = await wire('Student/UpdateStudent', { id: omar.id, lastName: 'البدوي', ...wrong }, { as: manager })
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(await stored(omar.id)).toEqual(before)
  })

  test('is for callers who keep the information of students', async () => {
    await expect(as(registrar)(studentRecords.update, { id: omar.id })).rejects.toMatchObject({ status: 403 })
    await expect(as(manager)(studentRecords.update, { id: deltaStudent.id })).rejects.toMatchObject(notFound)
  })
})
