import { describe, expect, test } from 'vitest'
import { classes } from '#contract/school/classes/classes.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, registrar, supervisor, teacher, dual, idleTeacher, removedTeacher, parent, admin } = world
const { nile, delta, closed, class4a, class4b, class5b, class6b, class6c, deltaClass1, closedClass } = world

const sql = sqlIn(connection)

const refused = (status: number, sentence: string) => ({ status, message: sentence })
const notFound = refused(404, 'Not found')
const notAllowed = refused(403, 'You are not allowed to do this')

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('the classes of a school', () => {
  test('are all seen by those who keep classes or students, active or not, by grade and name', async () => {
    for (const person of [manager, deputy, registrar]) {
      const { rows, total } = await as(person).listed(classes.list, { schoolId: nile.id })
      expect(rows.map(({ name }) => name)).toEqual([
        'فصل 4أ',
        'فصل 4ب',
        'فصل 5أ',
        'فصل 5ب',
        'فصل 6أ',
        'فصل 6ب',
        'فصل 6ج',
      ])
      expect(total).toBe(7)
      expect(rows.at(-1)).toMatchObject({ id: class6c.id, active: false, studentsCount: 0, supervisorId: null })
    }
  })

  test('are for all others the active ones they teach or supervise', async () => {
    expect(ids(await as(teacher)(classes.list, { schoolId: nile.id }))).toEqual([class4a.id, class4b.id])
    expect(ids(await as(supervisor)(classes.list, { schoolId: nile.id }))).toEqual([class4a.id])
    expect(ids(await as(dual)(classes.list, { schoolId: nile.id }))).toEqual([class5b.id, class6b.id])
    expect(await as(idleTeacher)(classes.list, { schoolId: nile.id })).toEqual([])
    await inClassThatIsInactive(class4b.id, async () =>
      expect(ids(await as(teacher)(classes.list, { schoolId: nile.id }))).toEqual([class4a.id]),
    )
  })

  test('have every field of a class under its name on the wire', async () => {
    const [row] = (
      await wire('ClassRoom/GetSchoolClasses', { schoolId: nile.id }, { as: supervisor })
    ).json() as object[]
    expect(row).toEqual({
      id: class4a.id,
      name: 'فصل 4أ',
      gender: 3,
      gradeId: world.grade4.id,
      gradename: 'الصف الرابع',
      languageId: expect.any(String),
      languageName: 'Arabic',
      otherYearName: null,
      maxOfStudents: 28,
      studentsCount: 20,
      supervisorId: supervisor.id,
      supervisorName: 'طارق عبدالعزيز شلبي',
      active: true,
      wcsUrl: null,
      schoolId: nile.id,
      schoolName: nile.name,
      version: 1,
      week: { percent: expect.any(Number), days: expect.any(Array) },
    })
  })

  test('count the active students', async () => {
    const rows = await as(manager)(classes.list, { schoolId: nile.id })
    expect(rows.find(({ id }) => id === class4b.id)!.studentsCount).toBe(19)
  })

  test('come whole, or one page when the query requests a page', async () => {
    const whole = await as(manager)(classes.list, { schoolId: nile.id })
    const paged = await as(manager).listed(classes.list, { schoolId: nile.id, pageNumber: 2, pageSize: 3 })
    expect(paged).toEqual({ rows: whole.slice(3, 6), total: 7 })
    expect(await as(manager).listed(classes.list, { schoolId: nile.id, pageNumber: 2 })).toEqual({ rows: [], total: 7 })
  })

  test('are closed to members of other schools and of none', async () => {
    for (const schoolId of [delta.id, closed.id, newId()])
      await expect(as(manager)(classes.list, { schoolId })).rejects.toMatchObject(notFound)
    for (const person of [parent, removedTeacher, admin, world.newcomer, world.closedTeacher])
      await expect(as(person)(classes.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    expect(await wire('ClassRoom/GetSchoolClasses', { schoolId: nile.id })).toMatchObject({ status: 401 })
  })

  test('of a school that is not active are seen by its administrator', async () => {
    expect(ids(await as(world.closedManager)(classes.list, { schoolId: closed.id }))).toEqual([closedClass.id])
  })
})

describe('one class', () => {
  test('is seen within reach', async () => {
    for (const person of [manager, supervisor, teacher, registrar])
      expect(await as(person)(classes.get, { classRoomId: class4a.id })).toMatchObject({ id: class4a.id, version: 1 })
    expect(await as(manager)(classes.get, { classRoomId: class6c.id })).toMatchObject({ active: false })
  })

  test('beyond reach, in another school, or nowhere is not found, with the same bytes', async () => {
    const answers = await Promise.all(
      [class6b.id, deltaClass1.id, closedClass.id, newId()].map((classRoomId) =>
        wire('ClassRoom/GetClassById', { classRoomId }, { as: teacher }),
      ),
    )
    for (const { status, text } of answers) expect([status, text]).toEqual([404, 'Not found'])
  })

  test('is closed to parents and visitors, and requested by its id', async () => {
    await expect(as(parent)(classes.get, { classRoomId: class4a.id })).rejects.toMatchObject(notAllowed)
    expect(await wire('ClassRoom/GetClassById', { classRoomId: class4a.id })).toMatchObject({ status: 401 })
    expect(await wire('ClassRoom/GetClassById', {}, { as: teacher })).toMatchObject({ status: 400, text: 'Required' })
    expect(await wire('ClassRoom/GetClassById', { classRoomId: '4a' }, { as: teacher })).toMatchObject({
      status: 400,
      text: 'Invalid input',
    })
  })
})

describe('the classes one supervises', () => {
  test("are one's own", async () => {
    expect(ids(await as(supervisor)(classes.supervised, { schoolId: nile.id }))).toEqual([class4a.id])
    for (const person of [manager, teacher, idleTeacher])
      expect(await as(person)(classes.supervised, { schoolId: nile.id })).toEqual([])
  })

  test('are those of another only for callers who keep the classes; from all others the name is ignored', async () => {
    const another = { schoolId: nile.id, supervisorId: world.secondSupervisor.id }
    expect(ids(await as(manager)(classes.supervised, another))).toEqual([class4b.id, world.class5a.id])
    expect(ids(await as(supervisor)(classes.supervised, another))).toEqual([class4a.id])
    expect(await as(teacher)(classes.supervised, another)).toEqual([])
    expect(await as(manager)(classes.supervised, { ...another, supervisorId: newId() })).toEqual([])
    expect(await as(manager)(classes.supervised, { ...another, supervisorId: world.deltaSupervisor.id })).toEqual([])
  })

  test('are requested in a school that the caller belongs to', async () => {
    await expect(as(supervisor)(classes.supervised, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(parent)(classes.supervised, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    expect(await wire('ClassRoom/GetSupervisorClasses', {}, { as: supervisor })).toMatchObject({
      status: 400,
      text: 'Required',
    })
  })
})

test('a class taken from a teacher is gone at the next call', async () => {
  await sql('delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2', [class4b.id, teacher.id])
  expect(ids(await as(teacher)(classes.list, { schoolId: nile.id }))).toEqual([class4a.id])
  await expect(as(teacher)(classes.get, { classRoomId: class4b.id })).rejects.toMatchObject(notFound)
})

async function inClassThatIsInactive(id: string, look: () => Promise<void>) {
  await sql('update class_rooms set active = false where id = $1', [id])
  await look()
  await sql('update class_rooms set active = true where id = $1', [id])
}
