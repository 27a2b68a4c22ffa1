import { beforeAll, describe, expect, test } from 'vitest'
import { classSettings } from '#contract/class-settings.ts'
import { classes } from '#contract/classes.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, registrar, supervisor, teacher, parent, idleTeacher, otherManager, closedManager } = world
const { nile, delta, closed, class4a, class4b, class6c, deltaClass1, closedClass } = world
const { grade4, grade5, deltaGrade1, closedGrade } = world
const { sql, giveKey, announced, rowsOf } = tracesIn(connection)

const taken = refused(409, 'A class with this name already exists')
const unassigned = refused(400, 'This language is not assigned to the school')
const noLink = refused(400, 'This link is not allowed')

const languages: Record<string, string> = {}
const classRoom = (name: string, more: object = {}) => ({
  schoolId: nile.id,
  name,
  maxOfStudents: 30,
  gradeId: grade4.id,
  languageId: languages.Arabic!,
  gender: 3,
  ...more,
})
const add = (name: string, more: object = {}) => as(manager)(classSettings.add, classRoom(name, more))

beforeAll(async () => {
  await sql('insert into languages (id, name) values ($1, $2)', [newId(), 'French'])
  for (const { id, name } of await sql('select id, name from languages')) languages[name] = id
})

describe('the choices of the class form', () => {
  test('are the grades and languages of the school, and who may supervise there, each by name', async () => {
    const answer = await wire('ClassRoom/GetInitialData', { schoolId: delta.id }, { as: otherManager })
    const item = (id: string, name: string) => ({ id, value: id, name, label: name })
    expect(answer.json()).toEqual({
      schoolGrades: [world.deltaGrade1, world.deltaGrade2, world.deltaGrade3]
        .map(({ id, name }) => item(id, name))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'ar')),
      schoolLanguages: [item(languages.Arabic!, 'Arabic')],
      genders: { 1: 'male', 2: 'female', 3: 'both' },
      supervisors: [
        item(world.deltaTeacher.id, 'سحر وجدي المحلاوي'),
        item(world.deltaSupervisor.id, 'عماد شوقي الدمنهوري'),
        item(otherManager.id, 'وائل صبحي الشناوي'),
      ],
    })
  })

  test('name nobody who holds a direct permission alone, or a role that is not active', async () => {
    await sql(`insert into roles (id, name, type, active) values ($1, 'Asleep', 1, false)`, [asleep])
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [parent.id, asleep, nile.id])
    const { supervisors } = await as(manager)(classSettings.formData, { schoolId: nile.id })
    const ids = supervisors.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([manager.id, deputy.id, teacher.id, supervisor.id, idleTeacher.id]))
    for (const { id } of [registrar, parent, world.removedTeacher, otherManager]) expect(ids).not.toContain(id)
  })

  test('are for whoever sees the list, adds or edits', async () => {
    for (const [person, key] of [
      [idleTeacher, 'ViewClassesSettingList'],
      [world.mathsTeacher, 'AddClass'],
      [world.scienceTeacher, 'AddMultipleClasses'],
      [world.englishTeacher, 'UpdateClass'],
    ] as const) {
      await expect(as(person)(classSettings.formData, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
      await giveKey(person, key, nile)
      expect(await as(person)(classSettings.formData, { schoolId: nile.id })).toMatchObject({ genders: { 1: 'male' } })
    }
    await expect(as(manager)(classSettings.formData, { schoolId: delta.id })).rejects.toMatchObject(notFound)
  })
})

const asleep = newId()

describe('a class is added', () => {
  test('to a grade in a language of the school, active and empty', async () => {
    const added = await add('فصل 4ج', { wcsUrl: 'https://nile.example/week' })
    expect(added).toMatchObject({
      name: 'فصل 4ج',
      gender: 3,
      gradeId: grade4.id,
      gradeName: grade4.name,
      languageName: 'Arabic',
      maxOfStudents: 30,
      studentsCount: 0,
      supervisorId: null,
      supervisorName: null,
      active: true,
      wcsUrl: 'https://nile.example/week',
      schoolName: nile.name,
      version: 1,
    })
    expect(await as(registrar)(classes.get, { classRoomId: added.id })).toEqual(added)
    expect(await add('Not yet', { active: false, wcsUrl: '' })).toMatchObject({ active: false, wcsUrl: null })
  })

  test('by whoever may add one or several', async () => {
    const two = [
      [world.mathsTeacher, 'One key'],
      [world.scienceTeacher, 'The other key'],
    ] as const
    for (const [person, name] of two)
      expect(await as(person)(classSettings.add, classRoom(name))).toMatchObject({ name })
  })

  test('under a name that no other has in that grade and language', async () => {
    await add('Class A')
    const before = await rowsOf('class_rooms')
    for (const name of ['class a', 'فصل ٤ا']) await expect(add(name)).rejects.toMatchObject(taken)
    expect(await rowsOf('class_rooms')).toEqual(before)
    expect(await add('Class A', { gradeId: grade5.id })).toMatchObject({ gradeId: grade5.id })
    expect(await add('Class A', { languageId: languages.English })).toMatchObject({ languageName: 'English' })
  })

  test('in a closed school by its administrator', async () => {
    const more = { schoolId: closed.id, gradeId: closedGrade.id }
    expect(await as(closedManager)(classSettings.add, classRoom('Later', more))).toMatchObject({ schoolId: closed.id })
  })

  test.each<[object, number, string]>([
    [{ name: 'ab' }, 400, 'String must contain at least 3 character(s)'],
    [{ name: 'x'.repeat(101) }, 400, 'String must contain at most 100 character(s)'],
    [{ maxOfStudents: undefined }, 400, 'capacity is required'],
    [{ maxOfStudents: '' }, 400, 'capacity is required'],
    [{ maxOfStudents: 0 }, 400, 'capacity is required'],
    [{ maxOfStudents: 501 }, 400, 'Number must be less than or equal to 500'],
    [{ gender: 4 }, 400, 'Invalid enum value'],
    [{ gender: undefined }, 400, 'Required'],
    [{ gradeId: undefined }, 400, 'Required'],
    [{ gradeId: newId() }, 404, 'Not found'],
    [{ gradeId: deltaGrade1.id }, 404, 'Not found'],
    [{ gradeId: newId(), languageId: newId() }, 404, 'Not found'],
    [{ languageId: newId() }, 400, 'This language is not assigned to the school'],
    [{ wcsUrl: 'javascript:alert(1)' }, 400, 'This link is not allowed'],
    [{ wcsUrl: 'data:text/html,x' }, 400, 'This link is not allowed'],
    [{ wcsUrl: '//evil.example' }, 400, 'This link is not allowed'],
    [{ wcsUrl: `https://nile.example/${'x'.repeat(500)}` }, 400, 'This link is not allowed'],
    [{ schoolId: delta.id }, 404, 'Not found'],
    [{ studentsCount: 3 }, 400, "Unrecognized key(s) in object: 'studentsCount'"],
  ])('not with %j', async (wrong, status, sentence) => {
    const before = await rowsOf('class_rooms', 'user_roles')
    const body = { ...classRoom('Wrong'), ...wrong }
    expect(await wire('ClassRoom/AddClass', body, { as: manager })).toMatchObject({ status, text: sentence })
    expect(await rowsOf('class_rooms', 'user_roles')).toEqual(before)
  })

  test('in a language of the school and in digits of any kind', async () => {
    await expect(add('En français', { languageId: languages.French })).rejects.toMatchObject(unassigned)
    expect(await add('In digits', { maxOfStudents: '٢٨', gender: '2' })).toMatchObject({ maxOfStudents: 28, gender: 2 })
  })

  test('by nobody who does not hold the key', async () => {
    for (const person of [teacher, supervisor, parent])
      await expect(as(person)(classSettings.add, classRoom('Mine'))).rejects.toMatchObject(notAllowed)
  })
})

describe('several classes are added', () => {
  test('in the order sent, all or none, each line in error with its reason', async () => {
    const rows = await as(manager)(classSettings.addSeveral, { items: [classRoom('Zed'), classRoom('Abc')] })
    expect(rows.map(({ name }) => name)).toEqual(['Zed', 'Abc'])

    const before = await rowsOf('class_rooms', 'user_roles', 'outbox')
    const items = [
      classRoom('Good', { supervisorId: idleTeacher.id }),
      classRoom(class4a.name),
      classRoom('GOOD'),
      classRoom('In French', { languageId: languages.French }),
      classRoom('Elsewhere', { gradeId: deltaGrade1.id }),
    ]
    await expect(as(manager)(classSettings.addSeveral, { items })).rejects.toMatchObject({
      ...taken,
      errors: {
        'items[1].name': [taken.message],
        'items[2].name': [taken.message],
        'items[3].languageId': [unassigned.message],
        'items[4]': ['Not found'],
      },
    })
    expect(await rowsOf('class_rooms', 'user_roles', 'outbox')).toEqual(before)
  })

  test('of one school, by whoever may add several', async () => {
    const mixed = { items: [classRoom('Here'), classRoom('There', { schoolId: delta.id })] }
    await expect(as(manager)(classSettings.addSeveral, mixed)).rejects.toMatchObject(refused(400, 'Invalid input'))
    const one = { items: [classRoom('Not mine')] }
    await expect(as(world.mathsTeacher)(classSettings.addSeveral, one)).rejects.toMatchObject(notAllowed)
    expect(
      await as(world.scienceTeacher)(classSettings.addSeveral, { items: [classRoom('Mine to add')] }),
    ).toHaveLength(1)
  })
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

  test('down to less room than it has students, who stay', async () => {
    const full = await as(manager)(classSettings.update, { id: class4a.id, maxOfStudents: 3 })
    expect(full).toMatchObject({ maxOfStudents: 3, studentsCount: 20 })
  })

  test('when it is sent back as it was read', async () => {
    const row = (await wire('ClassRoom/GetClassById', { classRoomId: class4b.id }, { as: manager })).json()
    const answer = await wire('ClassRoom/UpdateClass', row, { as: manager })
    expect([answer.status, answer.json()]).toEqual([200, row])
  })

  test('from the version it was read in: the second of two is told, and sees what stands now', async () => {
    const { id, version } = await add('Edited by two')
    const first = await as(deputy)(classSettings.update, { id, gender: 1, baseVersion: version })
    await expect(as(manager)(classSettings.update, { id, gender: 2, baseVersion: version })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id, gender: 1, version: first.version },
    })
  })

  test('not into what would be refused anew, nor into another school', async () => {
    const { id } = await add('Keeps')
    const before = await rowsOf('class_rooms')
    const change = (changes: object) => as(manager)(classSettings.update, { id, ...changes })
    await expect(change({ name: class4a.name })).rejects.toMatchObject(taken)
    await expect(change({ languageId: languages.French })).rejects.toMatchObject(unassigned)
    await expect(change({ gradeId: deltaGrade1.id })).rejects.toMatchObject(notFound)
    await expect(change({ wcsUrl: 'javascript:1' })).rejects.toMatchObject(noLink)
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
    await expect(as(world.englishTeacher)(classSettings.update, { id, active: false })).rejects.toMatchObject(
      notAllowed,
    )
    expect(await as(world.englishTeacher)(classSettings.update, { id, active: true, gender: 1 })).toMatchObject({
      active: true,
      gender: 1,
    })
    await giveKey(world.englishTeacher, 'ChangeClassActivation', nile)
    expect(await as(world.englishTeacher)(classSettings.update, { id, active: false })).toMatchObject({ active: false })
    expect((await announced('class activation')).at(-1)).toEqual({
      school_id: nile.id,
      actor_id: world.englishTeacher.id,
      payload: { classRoomId: id, active: false },
    })
  })
})

describe('a class is taken out of use and into it again', () => {
  test('and its supervisor is told, once', async () => {
    const before = (await announced('class activation')).length
    const off = await as(manager)(classSettings.deactivate, { classRoomId: class4a.id })
    expect(off).toMatchObject({ id: class4a.id, active: false })
    expect(await as(manager)(classSettings.deactivate, { classRoomId: class4a.id })).toEqual(off)
    const on = await as(manager)(classSettings.activate, { classRoomId: class4a.id })
    expect(on).toMatchObject({ active: true, version: off.version + 1 })
    expect(await as(manager)(classSettings.activate, { classRoomId: class4a.id })).toEqual(on)
    expect((await announced('class activation')).slice(before).map(({ payload }) => payload)).toEqual([
      { classRoomId: class4a.id, active: false },
      { classRoomId: class4a.id, active: true },
    ])
  })

  test('in a closed school by its administrator', async () => {
    const off = await as(closedManager)(classSettings.deactivate, { classRoomId: closedClass.id })
    expect(off).toMatchObject({ active: false })
  })

  test('by whoever holds the key in its school', async () => {
    const before = await rowsOf('class_rooms')
    for (const classRoomId of [deltaClass1.id, newId()])
      await expect(as(manager)(classSettings.deactivate, { classRoomId })).rejects.toMatchObject(notFound)
    for (const person of [teacher, supervisor, parent])
      await expect(as(person)(classSettings.activate, { classRoomId: class6c.id })).rejects.toMatchObject(notAllowed)
    expect(await wire('ClassRoom/ActivateClass', {}, { as: manager })).toMatchObject({ status: 400, text: 'Required' })
    expect(await rowsOf('class_rooms')).toEqual(before)
  })
})
