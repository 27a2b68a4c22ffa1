import { describe, expect, test } from 'vitest'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { search } from '#contract/overviews/search/search.ts'
import { teacherCourses } from '#contract/people/teachers/teaching.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, teacher, registrar, idleTeacher, otherManager, parent, admin, mother } = world
const { nile, omar, laila, class4a, class5a } = world

const find = (person: { phone: string }, text: string) => as(person)(search.find, { schoolId: nile.id, text })
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('a student is found', () => {
  test('by parts of the name in any order, however its letters are written', async () => {
    expect(ids((await find(manager, 'الجندى عمر')).students)).toEqual([omar.id])
    expect(ids((await find(manager, 'عُمَر كريـم')).students)).toEqual([omar.id])
    expect((await find(manager, 'عمر زيد')).students).toEqual([])
    const [found] = (await find(manager, 'عمر كريم الجندي')).students
    expect(found).toEqual({
      id: omar.id,
      name: 'عمر كريم الجندي',
      imageUrl: null,
      classRoomName: 'فصل 4أ',
      guardianName: null,
    })
  })

  test('by the name as in the passport', async () => {
    await as(manager)(officialRecords.update, { id: omar.id, latinFirst: 'Omar', latinLast: 'El Gendy' })
    expect(ids((await find(manager, 'gendy omar')).students)).toEqual([omar.id])
    expect((await find(manager, 'gendy sara')).students).toEqual([])
    expect((await find(idleTeacher, 'gendy omar')).students).toEqual([])
  })

  test('but not by signs alone that count as nothing', async () => {
    expect(await find(manager, "''")).toMatchObject({ students: [], classes: [], teachers: [] })
  })

  test('by the code', async () => {
    const [{ code }] = await sql('select code from students where id = $1', [omar.id])
    expect(ids((await find(manager, code)).students)).toContain(omar.id)
  })

  test('by a guardian’s phone, for those who may see it, in both kinds of digits', async () => {
    const found = await find(manager, mother.phone)
    expect(found.students).toEqual([expect.objectContaining({ id: omar.id, guardianName: 'نهى عصام الشافعي' })])
    const arabic = [...mother.phone].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('')
    expect(ids((await find(manager, arabic)).students)).toEqual([omar.id])
    expect(ids((await find(manager, `+2${mother.phone}`)).students)).toEqual([omar.id])
    for (const code of ['20', '0020'])
      expect(ids((await find(manager, `${code}${mother.phone.slice(1)}`)).students)).toEqual([omar.id])
    expect(ids((await find(manager, `+20 ${mother.phone.slice(1, 9)}`)).students)).toContain(omar.id)
    const year = mother.phone.includes('2011') ? '2012' : '2011'
    await sql('update users set phone_number = $2 where id = $1', [mother.id, '01100000987'])
    expect((await find(manager, year)).students).toEqual([])
    expect(ids((await find(manager, '1100')).students)).toContain(omar.id)
    await sql('update users set phone_number = $2 where id = $1', [mother.id, mother.phone])
    expect(
      (await find(manager, mother.phone.slice(-3))).students.map(({ guardianName }) => guardianName),
    ).not.toContain('نهى عصام الشافعي')
    expect((await find(teacher, mother.phone)).students).toEqual([])
    expect((await find(registrar, mother.phone)).students).toEqual([])
  })

  test('only in classes in reach, and only while the student is active', async () => {
    expect(ids((await find(teacher, 'الجندي')).students)).toEqual([omar.id])
    expect(ids((await find(manager, 'ليلى كريم')).students)).toEqual([laila.id])
    await sql('update students set active = false where id = $1', [laila.id])
    expect((await find(manager, 'ليلى كريم')).students).toEqual([])
    await sql('update students set active = true where id = $1', [laila.id])
  })
})

test('classes are found by name and grade, within reach', async () => {
  expect(ids((await find(manager, '5أ')).classes)).toEqual([class5a.id])
  expect(ids((await find(manager, 'الرابع 4أ')).classes)).toEqual([class4a.id])
  expect((await find(teacher, '5أ')).classes).toEqual([])
  expect(await find(idleTeacher, 'فصل')).toEqual({ students: [], classes: [], teachers: [] })
})

test('teachers are found by those who may list them', async () => {
  expect(ids((await find(manager, 'منى الحلواني')).teachers)).toEqual([teacher.id])
  expect((await find(teacher, 'منى')).teachers).toEqual([])
})

test('of a teacher who has not agreed yet the school finds first and last name, and no picture', async () => {
  const { id, firstName, middleName, lastName } = world.newcomer
  await sql('insert into school_teachers (school_id, teacher_id, accepted_at) values ($1, $2, null)', [nile.id, id])
  await sql(`update users set image_url = '/media/' || repeat('x', 43) where id = $1`, [id])
  const found = async (text: string) => (await find(manager, text)).teachers.filter((one) => one.id === id)
  const choices = async () =>
    (await as(manager)(teacherCourses.formData, { schoolId: nile.id })).schoolTeachers.find((one) => one.id === id)
  const name = `${firstName} ${lastName}`
  expect([await found(name), await choices()]).toEqual([[{ id, name, imageUrl: null }], { id, name }])
  expect(await found(middleName)).toEqual([])
  await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [id])
  const whole = `${firstName} ${middleName} ${lastName}`
  expect([await found(name), await choices()]).toEqual([
    [{ id, name: whole, imageUrl: expect.stringContaining('/media/') }],
    { id, name: whole },
  ])
})

test('each key opens its own part', async () => {
  await giveKey(idleTeacher, 'ViewTeachersList', nile)
  const seen = await find(idleTeacher, 'منى')
  expect([seen.students, seen.classes, ids(seen.teachers)]).toEqual([[], [], [teacher.id]])
})

test('no school is searched by people who are not of it', async () => {
  await expect(find(otherManager, 'عمر')).rejects.toMatchObject(notFound)
  for (const person of [parent, admin]) await expect(find(person, 'عمر')).rejects.toMatchObject(notAllowed)
  expect((await wire('Search/Find', { schoolId: nile.id, text: 'عمر' })).status).toBe(401)
})

describe('the names of those opened before', () => {
  const named = (person: { phone: string }, idsOf: string[], schoolId = nile.id) =>
    as(person)(search.named, { schoolId, ids: idsOf })

  test('are read by their ids, of students and classes, and of no other ids', async () => {
    const seen = await named(manager, [omar.id, class5a.id, teacher.id, world.deltaStudent.id, world.deltaClass1.id])
    expect(seen.students).toEqual([{ id: omar.id, name: 'عمر كريم الجندي', classRoomName: 'فصل 4أ' }])
    expect(seen.classes).toEqual([expect.objectContaining({ id: class5a.id, name: 'فصل 5أ', otherYearName: null })])
  })

  test('only within reach, and only while they are active', async () => {
    expect(await named(teacher, [omar.id, laila.id, class4a.id, class5a.id])).toMatchObject({
      students: [{ id: omar.id }],
      classes: [{ id: class4a.id }],
    })
    await sql('update students set active = false where id = $1', [omar.id])
    expect((await named(manager, [omar.id])).students).toEqual([])
    await sql('update students set active = true where id = $1', [omar.id])
    await sql('update class_rooms set active = false where id = $1', [class5a.id])
    expect((await named(manager, [class5a.id])).classes).toEqual([])
    await sql('update class_rooms set active = true where id = $1', [class5a.id])
  })

  test('for nobody outside the school, and students only for those who see the roll of a class', async () => {
    await expect(named(otherManager, [omar.id])).rejects.toMatchObject(notFound)
    for (const person of [parent, admin]) await expect(named(person, [omar.id])).rejects.toMatchObject(notAllowed)
    expect(await named(idleTeacher, [omar.id, class4a.id])).toEqual({ students: [], classes: [] })
  })

  test('of eight at once', async () => {
    await expect(named(manager, [])).rejects.toMatchObject({ status: 400 })
    await expect(
      named(
        manager,
        Array.from({ length: 9 }, () => omar.id),
      ),
    ).rejects.toMatchObject({ status: 400 })
  })
})

test('at most six of a kind, and signs of a pattern are letters like others', async () => {
  expect((await find(manager, 'ا')).students).toHaveLength(6)
  expect(await find(manager, '%')).toEqual({ students: [], classes: [], teachers: [] })
})
