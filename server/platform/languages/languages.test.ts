import { beforeAll, describe, expect, test } from 'vitest'
import { courses } from '#contract/school/courses/courses.ts'
import { languages } from '#contract/platform/languages/languages.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { admin, manager, teacher, parent, newcomer, otherManager, pendingManager } = world
const { nile, delta, pending, closed, class4a } = world
const { sql, giveKey, audited, rowsOf } = tracesIn(connection)

const assigned = refused(409, 'This language is already assigned to the school')
const used = refused(409, 'This language is still used by classes or courses')

const ids: Record<string, string> = {}
const assign = (name: string, school: { id: string } = nile) => ({ schoolId: school.id, languageId: ids[name]! })
const namesIn = async (school: { id: string }, person = manager) =>
  (await as(person)(languages.list, { schoolId: school.id })).map(({ name }) => name)

beforeAll(async () => {
  for (const name of ['French', 'German', 'Spanish'])
    await sql('insert into languages (id, name) values ($1, $2)', [newId(), name])
  for (const { id, name } of await sql('select id, name from languages')) ids[name] = id
})

describe('the languages of a school', () => {
  test('are read by its members, by name', async () => {
    expect(await namesIn(nile, teacher)).toEqual(['Arabic', 'English'])
    const page = await as(teacher).listed(languages.list, { schoolId: nile.id, pageNumber: 2, pageSize: 1 })
    expect(page).toMatchObject({
      rows: [{ id: ids.English, name: 'English', description: null, version: 1 }],
      total: 2,
    })
  })

  test('are closed to members of other schools and of none', async () => {
    await expect(as(teacher)(languages.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    for (const person of [parent, newcomer])
      await expect(as(person)(languages.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('a language is given to a school', () => {
  test('which can use it from then on', async () => {
    const answer = await wire(
      'SchoolLanguage/AssignLanguage',
      { schoolId: nile.id, languageID: ids.French },
      { as: manager },
    )
    expect(answer.json()).toEqual({ schoolId: nile.id, languageId: ids.French, name: 'French', description: null })
    expect(await namesIn(nile)).toEqual(['Arabic', 'English', 'French'])
    const french = { schoolId: nile.id, languageId: ids.French!, name: 'Français', description: 'Lire et écrire' }
    expect(await as(manager)(courses.add, french)).toMatchObject({ languageName: 'French' })
  })

  test('once, also when two give it at the same time', async () => {
    const before = await rowsOf('school_languages')
    await expect(as(manager)(languages.assign, assign('Arabic'))).rejects.toMatchObject(assigned)
    expect(await rowsOf('school_languages')).toEqual(before)

    const give = () => as(pendingManager)(languages.assign, assign('Arabic', pending))
    const outcomes = await Promise.allSettled([give(), give(), give()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(assigned)
  })

  test('that exists, by a caller with the key in that school', async () => {
    await expect(as(manager)(languages.assign, { schoolId: nile.id, languageId: newId() })).rejects.toMatchObject(
      notFound,
    )
    await expect(as(manager)(languages.assign, assign('German', delta))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(languages.assign, assign('German'))).rejects.toMatchObject(notAllowed)
    expect(await wire('SchoolLanguage/AssignLanguage', { schoolId: nile.id }, { as: manager })).toMatchObject({
      status: 400,
      text: 'Required',
    })
  })
})

describe('a language is taken from a school', () => {
  test('and given again; the audit records who removed it', async () => {
    // A class and courses of another school use it.
    await sql('update class_rooms set language_id = $1 where id = $2', [ids.English, class4a.id])
    await as(otherManager)(languages.assign, assign('English', delta))
    expect(await as(otherManager)(languages.remove, assign('English', delta))).toEqual({ done: true, changed: 1 })
    expect(await namesIn(delta, otherManager)).toEqual(['Arabic'])
    await expect(as(otherManager)(languages.remove, assign('English', delta))).rejects.toMatchObject(notFound)
    const course = { schoolId: delta.id, languageId: ids.English!, name: 'English', description: 'Reading' }
    await expect(as(otherManager)(courses.add, course)).rejects.toMatchObject(
      refused(400, 'This language is not assigned to the school'),
    )
    expect(await audited(languages.remove)).toEqual([
      { person_id: otherManager.id, school_id: delta.id, target_kind: 'language', target_id: ids.English },
    ])

    expect(await as(otherManager)(languages.assign, assign('English', delta))).toMatchObject({ name: 'English' })
    expect(await as(otherManager)(courses.add, course)).toMatchObject({ languageName: 'English' })
  })

  test('not while a class or a course is in it', async () => {
    const before = await rowsOf('school_languages')
    for (const name of ['Arabic', 'English'])
      await expect(as(manager)(languages.remove, assign(name))).rejects.toMatchObject(used)
    expect(await rowsOf('school_languages')).toEqual(before)
  })

  test('not while another caller adds a course in it', async () => {
    const course = (n: number) => ({ ...assign('Spanish'), name: `Español ${n}`, description: 'Leer y escribir' })
    for (let n = 0; n < 5; n++) {
      await as(manager)(languages.assign, assign('Spanish')).catch(() => {})
      const [added, removed] = await Promise.allSettled([
        as(manager)(courses.add, course(n)),
        as(manager)(languages.remove, assign('Spanish')),
      ])
      expect([added.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      await sql(`delete from courses where name like 'Español%'`)
    }
  })

  test('that it has, by a caller with the key in that school', async () => {
    await expect(as(manager)(languages.remove, assign('German'))).rejects.toMatchObject(notFound)
    await expect(as(manager)(languages.remove, assign('Arabic', delta))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(languages.remove, assign('Arabic'))).rejects.toMatchObject(notAllowed)
  })
})

describe('the schools that teach in a language', () => {
  const path = 'SchoolLanguage/GetLanguageSchools'

  test('are read by the platform, whatever their state, by name', async () => {
    const rows = await as(admin)(languages.schools, { languageId: ids.Arabic! })
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([nile.id, delta.id, closed.id]))
    expect(rows.find(({ id }) => id === nile.id)).toMatchObject({
      adminId: manager.id,
      availableCoins: expect.any(Number),
    })
    expect(await as(admin)(languages.schools, { languageId: ids.German! })).toEqual([])
  })

  test('are requested by the id alone, too', async () => {
    const bare = await wire(path, JSON.stringify(ids.English), {
      as: admin,
      headers: { 'content-type': 'application/json' },
    })
    expect(bare.json()).toEqual((await wire(path, { languageId: ids.English }, { as: admin })).json())
  })

  test('are shown with their public fields to people who do not review schools', async () => {
    await giveKey(newcomer, 'ViewLanguages', null)
    const [row] = await as(newcomer)(languages.schools, { languageId: ids.Arabic! })
    expect(row).toMatchObject({ name: expect.any(String), adminId: null, coinTypeId: null, availableCoins: null })
  })

  test('are nobody’s to read but the platform’s, of a language there is', async () => {
    for (const person of [manager, teacher, parent])
      await expect(as(person)(languages.schools, { languageId: ids.Arabic! })).rejects.toMatchObject(notAllowed)
    await expect(as(admin)(languages.schools, { languageId: newId() })).rejects.toMatchObject(notFound)
    expect(await wire(path, {})).toMatchObject({ status: 401 })
  })
})
