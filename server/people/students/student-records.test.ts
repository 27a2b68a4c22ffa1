import { describe, expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, otherManager, registrar, deputy, teacher, parent, idleTeacher, nile, delta } = world
const { class4a, class4b, deltaClass1, omar, laila, deltaStudent, inactiveStudent } = world

const notFound = { status: 404, message: 'Not found' }

const sql = sqlIn(connection)
const holding = (person: { id: string }, key: string, school: { id: string } = nile) =>
  sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
    person.id,
    permissionId(key),
    school.id,
  ])

describe('a student', () => {
  test('is read by the staff of the class with everything they may know', async () => {
    expect(await as(teacher)(studentRecords.get, { studentId: omar.id })).toEqual({
      id: omar.id,
      code: omar.code,
      firstName: 'عمر',
      middleName: 'كريم',
      lastName: 'الجندي',
      imageUrl: null,
      schoolId: nile.id,
      schoolName: nile.name,
      classRoomId: class4a.id,
      classRoomName: 'فصل 4أ',
      birthDate: null,
      active: true,
      isPaid: true,
      seatEndedOn: null,
      leftOn: null,
      leavingReason: null,
      leavingNote: null,
      destination: null,
      coursesCount: 5,
      version: 1,
      isMerged: false,
    })
    expect((await as(registrar)(studentRecords.get, { studentId: omar.id })).birthDate).toMatch(/^\d{4}-/)
  })

  test('is read by the parents without the code and the payments', async () => {
    const { code, isPaid, birthDate } = await as(parent)(studentRecords.get, { studentId: omar.id })
    expect([code, isPaid, birthDate]).toEqual([null, null, expect.stringMatching(/^\d{4}-/)])
  })

  test('is not found by other parents, other classes and other schools', async () => {
    for (const [person, studentId] of [
      [parent, world.classmate.id],
      [idleTeacher, omar.id],
      [otherManager, omar.id],
      [manager, newId()],
    ] as const)
      await expect(as(person)(studentRecords.get, { studentId })).rejects.toMatchObject(notFound)
  })

  test('leaves a line in the audit when staff read it', async () => {
    const read = async () =>
      (await sql(`select count(*)::int from audit_lines where target_id = $1 and outcome = 'read'`, [laila.id]))[0]
        .count
    await as(parent)(studentRecords.get, { studentId: laila.id })
    const before = await read()
    await as(manager)(studentRecords.get, { studentId: laila.id })
    await expect.poll(read).toBe(before + 1)
  })
})

describe('the students of a school', () => {
  const found = async (filter: object) =>
    (await as(manager)(studentRecords.list, { schoolId: nile.id, ...filter })).map(({ id }) => id)

  test('are all of them by name, active or not', async () => {
    const { rows, total } = await as(manager).listed(studentRecords.list, { schoolId: nile.id })
    const [{ all }] = await sql('select count(*)::int as all from students where school_id = $1', [nile.id])
    expect([rows.length, total]).toEqual([all, all])
    const inArabic = new Intl.Collator('und', { numeric: true })
    const full = rows.map(({ firstName, middleName, lastName }) => `${firstName} ${middleName} ${lastName}`)
    expect(full).toEqual(full.toSorted(inArabic.compare))
    expect(rows.map(({ id }) => id)).toContain(inactiveStudent.id)
  })

  test('are found by any part of the full name, however it is spelt, and by code', async () => {
    for (const search of ['عمر كريم', 'كريم الجندى', 'عُمـر', omar.code.toLowerCase(), '٠٠٠٠٠٠٠٠١'])
      expect(await found({ search }), search).toContain(omar.id)
    for (const search of ['%', '_', 'كريم عمر', 'ST9']) expect(await found({ search }), search).not.toContain(omar.id)
    expect(await found({ search: '' })).toEqual(await found({}))
  })

  test('are narrowed to a class and to the active ones', async () => {
    expect(await found({ classRoomId: class4b.id, active: false })).toEqual([inactiveStudent.id])
    expect(await found({ classRoomId: class4b.id })).toHaveLength(20)
    expect(await found({ classRoomId: deltaClass1.id })).toEqual([])
  })

  test('are narrowed to those whose seat is paid, or is not', async () => {
    const all = await as(manager)(studentRecords.list, { schoolId: nile.id })
    for (const isPaid of [true, false]) {
      const ids = all.filter((row) => row.isPaid === isPaid).map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(0)
      expect(await found({ isPaid })).toEqual(ids)
    }
    expect(
      await wire('Student/GetSchoolStudents', { schoolId: nile.id, isPayed: 'maybe' }, { as: manager }),
    ).toMatchObject({ status: 400 })
  })

  test('are for callers who may see them all', async () => {
    await expect(as(teacher)(studentRecords.list, { schoolId: nile.id })).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(studentRecords.list, { schoolId: nile.id })).rejects.toMatchObject(notFound)
    expect(
      await wire('Student/GetSchoolStudents', { schoolId: nile.id, search: 'x'.repeat(201) }, { as: manager }),
    ).toMatchObject({
      status: 400,
      text: 'String must contain at most 200 character(s)',
    })
  })
})

describe('a student is found by the code', () => {
  test('in any digits and case', async () => {
    const arabic = omar.code.toLowerCase().replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    for (const code of [omar.code, arabic])
      expect(await as(registrar)(studentRecords.byCode, { code })).toMatchObject({ id: omar.id, code: omar.code })
    for (const code of ['ST9999999999', '1'])
      await expect(as(registrar)(studentRecords.byCode, { code })).rejects.toMatchObject(notFound)
  })

  test('among the schools where the caller may look, and requires the school when two have it', async () => {
    await expect(as(teacher)(studentRecords.byCode, { code: omar.code })).rejects.toMatchObject({ status: 403 })
    await holding(registrar, 'ViewSchoolStudentsList', delta)
    const code = deltaStudent.code
    await expect(as(registrar)(studentRecords.byCode, { code })).rejects.toMatchObject({
      status: 409,
      message: 'More than one of your schools has this code',
    })
    const there = await as(registrar)(studentRecords.byCode, { code, schoolId: delta.id })
    // At Delta this teacher may see students, but not their birth dates.
    expect([there.id, there.birthDate]).toEqual([deltaStudent.id, null])
    await expect(as(manager)(studentRecords.byCode, { code, schoolId: delta.id })).rejects.toMatchObject(notFound)
  })
})

test('a person may look up ten students by code a minute', async () => {
  const limited = await testApp({ connection, studentCodes: 10 })
  const look = () => limited.wire('Student/GetStudentByCode', { studentCode: omar.code }, { as: deputy })
  for (let n = 0; n < 10; n++) expect((await look()).status).toBe(200)
  expect(await look()).toMatchObject({
    status: 429,
    text: 'Too many requests, please wait',
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
})
