import { beforeAll, describe, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, registrar, supervisor, teacher, parent, idleTeacher, otherManager, closedManager } = world
const { nile, delta, closed, class4a } = world
const { grade4, grade5, deltaGrade1, closedGrade } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)

const taken = refused(409, 'A class with this name already exists')
const unassigned = refused(400, 'This language is not assigned to the school')

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
  test('are the grades and languages of the school, and the possible supervisors there, in their order', async () => {
    const answer = await wire('ClassRoom/GetInitialData', { schoolId: delta.id }, { as: otherManager })
    const item = (id: string, name: string) => ({ id, value: id, name, label: name })
    expect(answer.json()).toEqual({
      schoolGrades: [world.deltaGrade1, world.deltaGrade2, world.deltaGrade3].map(({ id, name }) => item(id, name)),
      schoolLanguages: [item(languages.Arabic!, 'Arabic')],
      genders: { 1: 'male', 2: 'female', 3: 'both' },
      supervisors: [
        item(world.deltaTeacher.id, 'سحر وجدي المحلاوي'),
        item(world.deltaSupervisor.id, 'عماد شوقي الدمنهوري'),
        item(otherManager.id, 'وائل صبحي الشناوي'),
      ],
    })
  })

  test('name nobody with only a direct permission, or with a role that is not active', async () => {
    await sql(`insert into roles (id, name, type, active) values ($1, 'Asleep', 1, false)`, [asleep])
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [parent.id, asleep, nile.id])
    const { supervisors } = await as(manager)(classSettings.formData, { schoolId: nile.id })
    const ids = supervisors.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([manager.id, deputy.id, teacher.id, supervisor.id, idleTeacher.id]))
    for (const { id } of [registrar, parent, world.removedTeacher, otherManager]) expect(ids).not.toContain(id)
  })

  test('are for callers who see the list, add or edit', async () => {
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

  test('by callers who may add one or several', async () => {
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
    [{ maxOfStudents: '٠' }, 400, 'capacity is required'],
    [{ maxOfStudents: 'thirty' }, 400, 'capacity is required'],
    [{ maxOfStudents: 2.5 }, 400, 'capacity is required'],
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
    // This language is taught only in another school.
    await sql('insert into school_languages (school_id, language_id) values ($1, $2)', [delta.id, languages.French])
    await expect(add('En français', { languageId: languages.French })).rejects.toMatchObject(unassigned)
    expect(await add('In digits', { maxOfStudents: '٢٨', gender: '2' })).toMatchObject({ maxOfStudents: 28, gender: 2 })
  })

  test('by nobody without the key', async () => {
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

  test('of one school, by a caller who may add several', async () => {
    const mixed = { items: [classRoom('Here'), classRoom('There', { schoolId: delta.id })] }
    await expect(as(manager)(classSettings.addSeveral, mixed)).rejects.toMatchObject(refused(400, 'Invalid input'))
    const one = { items: [classRoom('Not mine')] }
    await expect(as(world.mathsTeacher)(classSettings.addSeveral, one)).rejects.toMatchObject(notAllowed)
    expect(
      await as(world.scienceTeacher)(classSettings.addSeveral, { items: [classRoom('Mine to add')] }),
    ).toHaveLength(1)
  })
})
