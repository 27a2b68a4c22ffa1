import { describe, expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { newKey, type Person, testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, as, wire, connection, tokenOf } = await testApp()
const { manager, otherManager, registrar, teacher, nile, delta, pending } = world
const { class4b, class5a, class6c, deltaClass1 } = world

const names = { firstName: 'أنس', middleName: 'حمدي', lastName: 'سرحان' }
const fresh = { schoolId: nile.id, classRoomId: class4b.id, ...names }
const omarNames = { firstName: 'عمر', middleName: 'كريم', lastName: 'الجندي' }
const notFound = { status: 404, message: 'Not found' }

const sql = sqlIn(connection)
const stored = async (id: string) => (await sql('select * from students where id = $1', [id]))[0]
const count = async () => (await sql('select count(*)::int from students'))[0].count
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

describe('before a student is added', () => {
  const alike = (more: object = {}) =>
    as(manager)(studentRecords.similar, {
      schoolId: nile.id,
      firstName: 'عُمر',
      middleName: 'كريم',
      lastName: 'الجندى',
      ...more,
    })

  test('the school says who is there already under the same name, however it is written', async () => {
    const { id, code } = world.omar
    expect(await alike()).toMatchObject([{ id, code, studentName: 'عمر كريم الجندي', active: true, leftOn: null }])
    const { birthDate } = await as(manager)(studentRecords.get, { studentId: id })
    expect(await alike({ birthDate })).toHaveLength(1)
    expect(await alike({ birthDate: daysFrom(birthDate!, 1) })).toEqual([])
    expect(await alike({ lastName: 'الجند' })).toEqual([])
    expect(await as(otherManager)(studentRecords.similar, { ...omarNames, schoolId: delta.id })).toEqual([])
  })

  test('people who add no students are not answered', async () => {
    await expect(as(teacher)(studentRecords.similar, { ...names, schoolId: nile.id })).rejects.toMatchObject({
      status: 403,
    })
    await expect(as(otherManager)(studentRecords.similar, { ...names, schoolId: nile.id })).rejects.toMatchObject(
      notFound,
    )
  })
})

describe('adding a student', () => {
  test('gives the student the next code and a place in the class from today, active and paid', async () => {
    const saved = await as(manager)(studentRecords.add, { ...fresh, birthDate: '2016-02-29' })
    expect(saved).toMatchObject({
      ...names,
      classRoomId: class4b.id,
      birthDate: '2016-02-29',
      active: true,
      isPaid: true,
    })
    expect(saved).toMatchObject({ version: 1, code: expect.stringMatching(/^ST\d{10}$/), imageUrl: null })
    const [{ last_number }] = await sql('select last_number from student_codes where school_id = $1', [nile.id])
    expect(saved.code).toBe(`ST${String(last_number).padStart(10, '0')}`)
    expect(await classesOf(saved.id)).toEqual([{ class_room_id: class4b.id, from_day: today, to_day: null }])
    expect((await as(manager)(students.ofClass, { classRoomId: class4b.id })).map(({ id }) => id)).toContain(saved.id)
  })

  test('six times at once gives six codes in a row', async () => {
    const before = await sql('select last_number::int from student_codes where school_id = $1', [delta.id])
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        as(otherManager)(studentRecords.add, { ...fresh, schoolId: delta.id, classRoomId: deltaClass1.id }),
      ),
    )
    const numbers = all.map(({ code }) => Number(code!.slice(2))).toSorted((a, b) => a - b)
    expect(numbers).toEqual(all.map((_, nth) => before[0].last_number + 1 + nth))
  })

  test('takes the second spelling of the middle name, a browser’s birth date, and no code of the client', async () => {
    const { middleName, ...others } = fresh
    const body = { ...others, middelName: middleName, birthDate: '2016-05-31T22:00:00.000Z', code: 'ST0000000001' }
    const answer = (await wire('Student/AddStudent', body, { as: manager })).json() as Record<string, unknown>
    expect(answer).toMatchObject({ midelName: middleName, middelName: middleName, birthDate: '2016-06-01' })
    expect(answer.code).not.toBe('ST0000000001')
  })

  test('takes names of two letters', async () => {
    const names = { firstName: 'مي', middleName: 'طه', lastName: 'عز' }
    expect(await as(manager)(studentRecords.add, { ...fresh, ...names })).toMatchObject(names)
  })

  test('with a key twice adds the student once', async () => {
    const key = newKey()
    const [first, again] = [
      await as(manager)(studentRecords.add, fresh, { key }),
      await as(manager)(studentRecords.add, fresh, { key }),
    ]
    expect(again).toEqual(first)
  })

  test('may show a free picture of the school, which belongs to the student from then on', async () => {
    const imageUrl = await freePicture(manager, nile)
    const { id } = await as(manager)(studentRecords.add, { ...fresh, imageUrl })
    expect((await stored(id)).image_url).toBe(imageUrl)
    expect(await sql('select student_id from media where name = $1', [imageUrl.slice(7)])).toEqual([{ student_id: id }])

    const taken = { status: 400, message: 'This picture is not yours to use' }
    const before = await count()
    const ofDelta = await freePicture(otherManager, delta)
    for (const url of [imageUrl, ofDelta, `/media/${'x'.repeat(43)}`])
      await expect(as(manager)(studentRecords.add, { ...fresh, imageUrl: url })).rejects.toMatchObject(taken)
    const late = await freePicture(manager, nile)
    await sql(`update media set created_at = now() - interval '25 hours' where name = $1`, [late.slice(7)])
    await expect(as(manager)(studentRecords.add, { ...fresh, imageUrl: late })).rejects.toMatchObject(taken)
    expect(await count()).toBe(before)
  })

  test.each([
    [{ firstName: 'ع' }, 400, 'String must contain at least 2 character(s)'],
    [{ lastName: 'x'.repeat(101) }, 400, 'String must contain at most 100 character(s)'],
    [{ middleName: undefined }, 400, 'Required'],
    [{ birthDate: '2015-02-30' }, 400, 'Invalid date'],
    [{ birthDate: daysFrom(today, 2) }, 400, 'Invalid date'],
    [{ classRoomId: deltaClass1.id }, 404, 'Not found'],
    [{ classRoomId: newId() }, 404, 'Not found'],
    [{ schoolId: delta.id }, 404, 'Not found'],
    [{ classRoomId: class6c.id }, 409, 'This class is not active'],
    [{ version: 7 }, 400, "Unrecognized key(s) in object: 'version'"],
  ])('with %j is refused (%i %s), and nobody is added', async (wrong, status, text) => {
    const [before, codes] = [await count(), await sql('select * from student_codes order by 1')]
    const { middleName, ...others } = { ...fresh, ...wrong }
    const answer = await wire('Student/AddStudent', { ...others, midelName: middleName }, { as: manager })
    expect([answer.status, answer.text]).toEqual([status, text])
    expect([await count(), await sql('select * from student_codes order by 1')]).toEqual([before, codes])
  })

  test('fills a class to its last place, also when several come at once, and no further', async () => {
    await sql('update class_rooms set max_of_students = 22 where id = $1', [class5a.id])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => as(manager)(studentRecords.add, { ...fresh, classRoomId: class5a.id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ status: 409, message: 'This class is full' })
    await as(manager)(studentRecords.add, { ...fresh, classRoomId: class5a.id, active: false })
    // An inactive student takes no place.
    await sql('update class_rooms set max_of_students = 23 where id = $1', [class5a.id])
    await as(manager)(studentRecords.add, { ...fresh, classRoomId: class5a.id })
  })

  test('is for callers who may assign students', async () => {
    await expect(as(registrar)(studentRecords.add, fresh)).resolves.toMatchObject({ availableCoins: null })
    await expect(as(teacher)(studentRecords.add, fresh)).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(studentRecords.add, fresh)).rejects.toMatchObject(notFound)
    await expect(
      as(world.pendingManager)(studentRecords.add, { ...fresh, schoolId: pending.id }),
    ).rejects.toMatchObject({ status: 409, message: 'This school is not active' })
  })
})
