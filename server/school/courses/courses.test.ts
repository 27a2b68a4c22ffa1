import { beforeAll, describe, expect, test } from 'vitest'
import { courses } from '#contract/school/courses/courses.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, parent, dual, newcomer, otherManager, closedManager, formerParent, idleTeacher } = world
const { nile, delta, closed, arabic, maths, english, deltaArabic, deltaMaths, deltaArt } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)

const taken = refused(409, 'A course with this name already exists')
const unassigned = refused(400, 'This language is not assigned to the school')
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

const languages: Record<string, string> = {}
const languageId = (name: string) => languages[name]!
const course = (name: string, more: object = {}) => ({
  schoolId: nile.id,
  languageId: languageId('Arabic'),
  name,
  description: 'What it is about',
  ...more,
})

beforeAll(async () => {
  await sql('insert into languages (id, name) values ($1, $2)', [newId(), 'French'])
  for (const { id, name } of await sql('select id, name from languages')) languages[name] = id
})

describe('the courses of a school', () => {
  test('are read by its members, and by the parents of its students', async () => {
    const rows = await as(teacher)(courses.list, { schoolId: nile.id })
    expect(rows).toHaveLength(6)
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted(new Intl.Collator('ar').compare))
    expect(await as(parent)(courses.list, { schoolId: nile.id })).toEqual(rows)
    expect(ids(await as(dual)(courses.list, { schoolId: delta.id })).toSorted()).toEqual(
      [deltaArabic.id, deltaMaths.id, deltaArt.id].toSorted(),
    )
  })

  test('have every field of a course under its name on the wire', async () => {
    const answer = await wire('SchoolCources/GetSchoolCourceById', { courseId: english.id }, { as: parent })
    expect(answer.json()).toEqual({
      id: english.id,
      name: english.name,
      nameEn: null,
      description: english.description,
      languageId: languageId('English'),
      languageName: 'English',
      schoolId: nile.id,
      schoolName: nile.name,
      version: 1,
    })
  })

  test('are distinguished by language', async () => {
    const inEnglish = { schoolId: nile.id, languageId: languageId('English') }
    expect(ids(await as(teacher)(courses.ofLanguage, inEnglish))).toEqual([english.id])
    expect(await as(teacher)(courses.ofLanguage, { ...inEnglish, languageId: newId() })).toEqual([])
    await expect(as(parent)(courses.ofLanguage, inEnglish)).rejects.toMatchObject(notAllowed)
  })

  test('come one page at a time when the query requests a page', async () => {
    const whole = await as(teacher)(courses.list, { schoolId: nile.id })
    const paged = await as(teacher).listed(courses.list, { schoolId: nile.id, pageNumber: 2, pageSize: 4 })
    expect(paged).toEqual({ rows: whole.slice(4), total: 6 })
  })

  test('are closed to members of other schools and of none', async () => {
    for (const person of [teacher, parent]) {
      await expect(as(person)(courses.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
      await expect(as(person)(courses.get, { courseId: deltaMaths.id })).rejects.toMatchObject(notFound)
      await expect(as(person)(courses.get, { courseId: newId() })).rejects.toMatchObject(notFound)
    }
    for (const person of [newcomer, formerParent])
      await expect(as(person)(courses.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('a course is added', () => {
  test('by callers who may add one or several', async () => {
    const added = await as(manager)(courses.add, course('Music'))
    expect(added).toMatchObject({ name: 'Music', languageName: 'Arabic', schoolName: nile.name, version: 1 })
    expect(await as(parent)(courses.get, { courseId: added.id })).toEqual(added)
    await giveKey(idleTeacher, 'AddMultipleCourses', nile)
    expect(await as(idleTeacher)(courses.add, course('Chess'))).toMatchObject({ name: 'Chess' })
  })

  test('under a name that no other has in that language', async () => {
    await as(manager)(courses.add, course('Drama'))
    const before = await rowsOf('courses')
    for (const name of ['DRAMA', 'الرّياضيات'])
      await expect(as(manager)(courses.add, course(name))).rejects.toMatchObject(taken)
    expect(await rowsOf('courses')).toEqual(before)
    expect(await as(manager)(courses.add, course('Drama', { languageId: languageId('English') }))).toMatchObject({
      languageName: 'English',
    })
  })

  test('in a language of the school, and of no other', async () => {
    const before = await rowsOf('courses')
    for (const id of [languageId('French'), newId()])
      await expect(as(manager)(courses.add, course('Latin', { languageId: id }))).rejects.toMatchObject({
        ...unassigned,
        errors: { languageId: [unassigned.message] },
      })
    expect(await rowsOf('courses')).toEqual(before)
  })

  test('in a closed school by its administrator', async () => {
    const added = await as(closedManager)(courses.add, course('For later', { schoolId: closed.id }))
    expect(added).toMatchObject({ schoolId: closed.id })
  })

  test.each<[object, number, string]>([
    [{ name: undefined }, 400, 'Required'],
    [{ name: 'ab' }, 400, 'String must contain at least 3 character(s)'],
    [{ name: 'x'.repeat(101) }, 400, 'String must contain at most 100 character(s)'],
    [{ description: undefined }, 400, 'Required'],
    [{ description: 'ab' }, 400, 'String must contain at least 3 character(s)'],
    [{ description: 'x'.repeat(2001) }, 400, 'String must contain at most 2000 character(s)'],
    [{ languageId: undefined }, 400, 'Required'],
    [{ languageId: 'Arabic' }, 400, 'Invalid input'],
    [{ schoolId: delta.id }, 404, 'Not found'],
  ])('not with %j', async (wrong, status, sentence) => {
    const before = await rowsOf('courses')
    expect(await wire('SchoolCources/AddCourse', { ...course('Seventh'), ...wrong }, { as: manager })).toMatchObject({
      status,
      text: sentence,
    })
    expect(await rowsOf('courses')).toEqual(before)
  })

  test('by nobody without the key', async () => {
    for (const person of [teacher, parent])
      await expect(as(person)(courses.add, course('Mine'))).rejects.toMatchObject(notAllowed)
  })
})

describe('several courses are added', () => {
  test('in the order sent, all or none', async () => {
    const rows = await as(manager)(courses.addSeveral, { items: [course('Zoology'), course('Botany')] })
    expect(rows.map(({ name }) => name)).toEqual(['Zoology', 'Botany'])

    const before = await rowsOf('courses')
    const items = [
      course('Good'),
      course('In French', { languageId: languageId('French') }),
      course('good'),
      course(maths.name),
    ]
    await expect(as(manager)(courses.addSeveral, { items })).rejects.toMatchObject({
      ...unassigned,
      errors: {
        'items[1].languageId': [unassigned.message],
        'items[2].name': [taken.message],
        'items[3].name': [taken.message],
      },
    })
    expect(await rowsOf('courses')).toEqual(before)
  })

  test('of one school, by a caller who may add several', async () => {
    const mixed = { items: [course('Here'), course('There', { schoolId: delta.id })] }
    await expect(as(manager)(courses.addSeveral, mixed)).rejects.toMatchObject(refused(400, 'Invalid input'))
    await giveKey(world.mathsTeacher, 'AddCourse', nile)
    const one = { items: [course('Not mine')] }
    await expect(as(world.mathsTeacher)(courses.addSeveral, one)).rejects.toMatchObject(notAllowed)
  })
})

describe('a course is edited', () => {
  test('in the fields that are sent', async () => {
    const { id } = await as(manager)(courses.add, course('To be edited'))
    expect(await as(manager)(courses.update, { id, description: 'Another' })).toMatchObject({
      name: 'To be edited',
      description: 'Another',
      version: 2,
    })
    expect(await as(manager)(courses.update, { id, languageId: languageId('English') })).toMatchObject({
      languageName: 'English',
      version: 3,
    })
    expect(await as(manager)(courses.update, { id, name: 'To be edited' })).toMatchObject({ version: 3 })
  })

  test('when it is sent back as it was read', async () => {
    const row = await as(manager)(courses.get, { courseId: arabic.id })
    const answer = await wire('SchoolCources/UpdateCourse', { ...row, schoolName: 'x' }, { as: manager })
    expect(answer.json()).toEqual(row)
  })

  test('from the version it was read in: the second of two is refused, and sees the current row', async () => {
    const { id, version } = await as(manager)(courses.add, course('Edited by two'))
    const first = await as(manager)(courses.update, { id, name: 'By the first', baseVersion: version })
    const second = as(manager)(courses.update, { id, name: 'By the second', baseVersion: version })
    await expect(second).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: first,
    })
  })

  test('not into what adding would refuse, nor into another school', async () => {
    const before = await rowsOf('courses')
    await expect(as(manager)(courses.update, { id: arabic.id, name: maths.name })).rejects.toMatchObject(taken)
    const french = { id: arabic.id, languageId: languageId('French') }
    await expect(as(manager)(courses.update, french)).rejects.toMatchObject(unassigned)
    for (const empty of ['name', 'description', 'languageId'])
      expect(await wire('SchoolCources/UpdateCourse', { id: arabic.id, [empty]: null }, { as: manager })).toMatchObject(
        {
          status: 400,
          text: 'Required',
        },
      )
    await expect(as(manager)(courses.update, { id: arabic.id, schoolId: delta.id })).rejects.toMatchObject(
      refused(400, 'Invalid input'),
    )
    await expect(as(otherManager)(courses.update, { id: arabic.id, name: 'Mine' })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(courses.update, { id: arabic.id, name: 'Mine' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('courses')).toEqual(before)
  })
})
