import { beforeAll, describe, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, supervisor, teacher, parent, englishTeacher, otherManager, closedManager } = world
const { nile, delta, class4a, class4b, class6c, deltaClass1, closedClass, grade4, grade5, deltaGrade1 } = world
const { sql, giveKey, published, rowsOf } = tracesIn(connection)

const languages: Record<string, string> = {}
const add = (name: string) =>
  as(manager)(classSettings.add, {
    schoolId: nile.id,
    name,
    maxOfStudents: 30,
    gradeId: grade4.id,
    languageId: languages.Arabic!,
    gender: 3,
  })

beforeAll(async () => {
  await sql('insert into languages (id, name) values ($1, $2)', [newId(), 'French'])
  for (const { id, name } of await sql('select id, name from languages')) languages[name] = id
})

describe('a class is edited', () => {
  test('in the fields that are sent', async () => {
    const { id } = await add('To be edited')
    const english = { gradeId: grade5.id, languageId: languages.English!, gender: 1 }
    expect(await as(manager)(classSettings.update, { id, ...english })).toMatchObject({
      ...english,
      name: 'To be edited',
      gradeName: grade5.name,
      version: 2,
    })
    expect(await as(manager)(classSettings.update, { id, wcsUrl: 'http://nile.example' })).toMatchObject({ version: 3 })
    expect(await as(manager)(classSettings.update, { id, wcsUrl: null })).toMatchObject({ wcsUrl: null, version: 4 })
    expect(await as(manager)(classSettings.update, { id, name: 'To be edited' })).toMatchObject({ version: 4 })
  })

  test('to a capacity below the number of students, who stay', async () => {
    const full = await as(manager)(classSettings.update, { id: class4a.id, maxOfStudents: 3 })
    expect(full).toMatchObject({ maxOfStudents: 3, studentsCount: 20 })
  })

  test('when it is sent back as it was read', async () => {
    const row = (await wire('ClassRoom/GetClassById', { classRoomId: class4b.id }, { as: manager })).json()
    const answer = await wire('ClassRoom/UpdateClass', row, { as: manager })
    expect([answer.status, answer.json()]).toEqual([200, row])
  })

  test('from the version it was read in: the second of two is refused, and sees the current row', async () => {
    const { id, version } = await add('Edited by two')
    const first = await as(deputy)(classSettings.update, { id, gender: 1, baseVersion: version })
    await expect(as(manager)(classSettings.update, { id, gender: 2, baseVersion: version })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id, gender: 1, version: first.version },
    })
  })

  test('not into what adding would refuse, nor into another school', async () => {
    const { id } = await add('Keeps')
    const before = await rowsOf('class_rooms')
    const change = (changes: object) => as(manager)(classSettings.update, { id, ...changes })
    await expect(change({ name: class4a.name })).rejects.toMatchObject(
      refused(409, 'A class with this name already exists'),
    )
    await expect(change({ languageId: languages.French })).rejects.toMatchObject(
      refused(400, 'This language is not assigned to the school'),
    )
    await expect(change({ gradeId: deltaGrade1.id })).rejects.toMatchObject(notFound)
    await expect(change({ wcsUrl: 'javascript:1' })).rejects.toMatchObject(refused(400, 'This link is not allowed'))
    await expect(change({ schoolId: delta.id })).rejects.toMatchObject(refused(400, 'Invalid input'))
    for (const [empty, sentence] of [
      ['name', 'Required'],
      ['maxOfStudents', 'capacity is required'],
      ['gradeId', 'Required'],
      ['languageId', 'Required'],
      ['gender', 'Required'],
      ['active', 'Required'],
    ])
      expect(await wire('ClassRoom/UpdateClass', { id, [empty!]: null }, { as: manager })).toMatchObject({
        status: 400,
        text: sentence,
      })
    await expect(as(otherManager)(classSettings.update, { id, name: 'Mine' })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(classSettings.update, { id, name: 'Mine' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('class_rooms')).toEqual(before)
  })

  test('on or off by nobody without the key to that', async () => {
    const { id } = await add('Stays on')
    await giveKey(englishTeacher, 'UpdateClass', nile)
    await expect(as(englishTeacher)(classSettings.update, { id, active: false })).rejects.toMatchObject(notAllowed)
    expect(await as(englishTeacher)(classSettings.update, { id, active: true, gender: 1 })).toMatchObject({
      active: true,
      gender: 1,
    })
    await giveKey(englishTeacher, 'ChangeClassActivation', nile)
    expect(await as(englishTeacher)(classSettings.update, { id, active: false })).toMatchObject({ active: false })
    expect((await published('class activation')).at(-1)).toEqual({
      school_id: nile.id,
      actor_id: englishTeacher.id,
      payload: { classRoomId: id, active: false },
    })
  })
})

describe('a class is taken out of use and into it again', () => {
  test('and its supervisor is notified, once', async () => {
    const before = (await published('class activation')).length
    const off = await as(manager)(classSettings.deactivate, { classRoomId: class4a.id })
    expect(off).toMatchObject({ id: class4a.id, active: false })
    expect(await as(manager)(classSettings.deactivate, { classRoomId: class4a.id })).toEqual(off)
    const on = await as(manager)(classSettings.activate, { classRoomId: class4a.id })
    expect(on).toMatchObject({ active: true, version: off.version + 1 })
    expect(await as(manager)(classSettings.activate, { classRoomId: class4a.id })).toEqual(on)
    expect((await published('class activation')).slice(before).map(({ payload }) => payload)).toEqual([
      { classRoomId: class4a.id, active: false },
      { classRoomId: class4a.id, active: true },
    ])
  })

  test('in a closed school by its administrator', async () => {
    const off = await as(closedManager)(classSettings.deactivate, { classRoomId: closedClass.id })
    expect(off).toMatchObject({ active: false })
  })

  test('by a caller with the key in its school', async () => {
    const before = await rowsOf('class_rooms')
    for (const classRoomId of [deltaClass1.id, newId()])
      await expect(as(manager)(classSettings.deactivate, { classRoomId })).rejects.toMatchObject(notFound)
    for (const person of [teacher, supervisor, parent])
      await expect(as(person)(classSettings.activate, { classRoomId: class6c.id })).rejects.toMatchObject(notAllowed)
    expect(await wire('ClassRoom/ActivateClass', {}, { as: manager })).toMatchObject({ status: 400, text: 'Required' })
    expect(await rowsOf('class_rooms')).toEqual(before)
  })
})
