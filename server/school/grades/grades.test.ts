import { describe, expect, test } from 'vitest'
import { grades } from '#contract/school/grades/grades.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, parent, newcomer, otherManager, closedManager, pendingManager, idleTeacher } = world
const { nile, delta, closed, pending, grade4, grade5, grade6, deltaGrade1 } = world
const { giveKey, rowsOf } = tracesIn(connection)

const taken = refused(409, 'A grade with this name already exists')
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the grades of a school', () => {
  test('are read by its members, in their order', async () => {
    for (const name of ['Grade 10', 'grade 2']) await as(otherManager)(grades.add, { schoolId: delta.id, name })
    const rows = await as(otherManager)(grades.list, { schoolId: delta.id })
    expect(names(rows).filter((name) => /grade/i.test(name))).toEqual(['grade 2', 'Grade 10'])
    expect(names(await as(teacher)(grades.list, { schoolId: nile.id }))).toEqual([
      grade4.name,
      grade5.name,
      grade6.name,
    ])
  })

  test('have every field of a grade under its name on the wire', async () => {
    const answer = await wire('Grade/GetSchoolGradeById', { gradeId: grade4.id }, { as: teacher })
    expect(answer.json()).toEqual({
      id: grade4.id,
      name: grade4.name,
      notes: null,
      schoolId: nile.id,
      createDate: expect.stringMatching(/^\d{4}-.*Z$/),
      lastModifyDate: expect.stringMatching(/^\d{4}-.*Z$/),
      version: 1,
    })
  })

  test('come one page at a time when the query requests a page', async () => {
    const paged = await as(teacher).listed(grades.list, { schoolId: nile.id, pageNumber: 2, pageSize: 2 })
    expect(paged).toMatchObject({ rows: [{ id: grade6.id }], total: 3 })
  })

  test('are closed to members of other schools and of none', async () => {
    await expect(as(teacher)(grades.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(grades.get, { gradeId: deltaGrade1.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(grades.get, { gradeId: newId() })).rejects.toMatchObject(notFound)
    for (const person of [parent, newcomer])
      await expect(as(person)(grades.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('a grade is added', () => {
  test('with its notes, by callers who may add one or several', async () => {
    const added = await as(manager)(grades.add, { schoolId: nile.id, name: '  الصف الأول ', notes: 'a\nb' })
    expect(added).toMatchObject({ name: 'الصف الأول', notes: 'a\nb', schoolId: nile.id, version: 1 })
    expect(await as(teacher)(grades.get, { gradeId: added.id })).toEqual(added)

    await giveKey(idleTeacher, 'AddMultipleGrades', nile)
    expect(await as(idleTeacher)(grades.add, { schoolId: nile.id, name: 'Reception', notes: '' })).toMatchObject({
      notes: null,
    })
  })

  test('under a name that no other of its school has, letters and case folded', async () => {
    await as(manager)(grades.add, { schoolId: nile.id, name: 'Sixth Form' })
    await as(manager)(grades.add, { schoolId: nile.id, name: 'أحمد' })
    const before = await rowsOf('grades')
    for (const name of ['sixth form', 'SIXTH  FORM', 'احمد', 'أحـمد', 'الصف الرّابع'])
      await expect(as(manager)(grades.add, { schoolId: nile.id, name })).rejects.toMatchObject(taken)
    expect(await rowsOf('grades')).toEqual(before)
    expect(await as(otherManager)(grades.add, { schoolId: delta.id, name: 'Sixth Form' })).toMatchObject({ version: 1 })
  })

  test('once, when two add it at the same time', async () => {
    const add = () => as(manager)(grades.add, { schoolId: nile.id, name: 'At once' })
    const outcomes = await Promise.allSettled([add(), add(), add()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken)
  })

  test('in a school that waits for approval or was closed, by its administrator', async () => {
    const first = { schoolId: pending.id, name: 'The first' }
    expect(await as(pendingManager)(grades.add, first)).toMatchObject({ schoolId: pending.id })
    expect(await as(closedManager)(grades.add, { schoolId: closed.id, name: 'One more' })).toMatchObject({ version: 1 })
  })

  test.each<[object, number, string]>([
    [{ name: undefined }, 400, 'Required'],
    [{ name: '' }, 400, 'String must contain at least 3 character(s)'],
    [{ name: 'ab' }, 400, 'String must contain at least 3 character(s)'],
    [{ name: 'x'.repeat(101) }, 400, 'String must contain at most 100 character(s)'],
    [{ name: 7 }, 400, 'Expected string, received number'],
    [{ notes: 'x'.repeat(2001) }, 400, 'String must contain at most 2000 character(s)'],
    [{ schoolId: null }, 400, 'Required'],
    [{ schoolId: 'nile' }, 400, 'Invalid input'],
    [{ id: newId() }, 400, "Unrecognized key(s) in object: 'id'"],
    [{ schoolId: delta.id }, 404, 'Not found'],
  ])('not with %j', async (wrong, status, sentence) => {
    const before = await rowsOf('grades')
    const body = { schoolId: nile.id, name: 'Seventh', ...wrong }
    expect(await wire('Grade/AddGrade', body, { as: manager })).toMatchObject({ status, text: sentence })
    expect(await rowsOf('grades')).toEqual(before)
  })

  test('by nobody without the key', async () => {
    for (const person of [teacher, parent])
      await expect(as(person)(grades.add, { schoolId: nile.id, name: 'Mine' })).rejects.toMatchObject(notAllowed)
  })
})

describe('several grades are added', () => {
  const several = (...all: string[]) => ({ items: all.map((name) => ({ schoolId: nile.id, name })) })

  test('in the order sent', async () => {
    const rows = await as(manager)(grades.addSeveral, several('Zeta', 'Alpha', 'Beta'))
    expect(names(rows)).toEqual(['Zeta', 'Alpha', 'Beta'])
    expect(names(await as(teacher)(grades.list, { schoolId: nile.id }))).toEqual(expect.arrayContaining(names(rows)))
  })

  test('all or none: every line in error is listed, and nothing is stored', async () => {
    const before = await rowsOf('grades')
    const refusal = as(manager)(grades.addSeveral, several('Fine', grade4.name, 'Also fine', 'also FINE'))
    await expect(refusal).rejects.toMatchObject({
      ...taken,
      errors: { 'items[1].name': [taken.message], 'items[3].name': [taken.message] },
    })
    expect(await rowsOf('grades')).toEqual(before)
  })

  test('not when a line is malformed', async () => {
    await expect(as(manager)(grades.addSeveral, several('Fine too', 'x'))).rejects.toMatchObject({
      ...refused(400, 'String must contain at least 3 character(s)'),
      errors: { 'items[1].name': ['String must contain at least 3 character(s)'] },
    })
  })

  test('1 to 200, of one school', async () => {
    const most = several(...Array.from({ length: 201 }, (_, n) => `Line ${n}`))
    await expect(as(manager)(grades.addSeveral, { items: [] })).rejects.toMatchObject(
      refused(400, 'Array must contain at least 1 element(s)'),
    )
    await expect(as(manager)(grades.addSeveral, most)).rejects.toMatchObject(
      refused(400, 'Array must contain at most 200 element(s)'),
    )
    const mixed = [
      { schoolId: nile.id, name: 'Here' },
      { schoolId: delta.id, name: 'There' },
    ]
    await expect(as(manager)(grades.addSeveral, { items: mixed })).rejects.toMatchObject(refused(400, 'Invalid input'))
    expect(await as(manager)(grades.addSeveral, { items: most.items.slice(0, 200) })).toHaveLength(200)
  })

  test('by callers who may add several, not by those who may add one', async () => {
    await giveKey(world.mathsTeacher, 'AddGrade', nile)
    await expect(as(world.mathsTeacher)(grades.addSeveral, several('Not mine'))).rejects.toMatchObject(notAllowed)
  })
})

describe('a grade is edited', () => {
  const fresh = (name: string) => as(manager)(grades.add, { schoolId: nile.id, name, notes: 'some' })

  test('in the fields that are sent, and its version rises by one with each change', async () => {
    const { id } = await fresh('To be edited')
    expect(await as(manager)(grades.update, { id, name: 'Edited' })).toMatchObject({
      name: 'Edited',
      notes: 'some',
      version: 2,
    })
    expect(await as(manager)(grades.update, { id, notes: null })).toMatchObject({
      name: 'Edited',
      notes: null,
      version: 3,
    })
    expect(await as(manager)(grades.update, { id, name: 'Edited' })).toMatchObject({ version: 3 })
    expect(await as(manager)(grades.update, { id })).toMatchObject({ version: 3 })
  })

  test('when it is sent back as it was read', async () => {
    const row = await fresh('Sent back')
    const answer = await wire('Grade/EditGrade', { ...row, notes: 'new' }, { as: manager })
    expect(answer.json()).toMatchObject({ id: row.id, notes: 'new', version: 2, createDate: row.createDate })
  })

  test('from the version it was read in: the second of two is refused, and sees the current row', async () => {
    const { id, version } = await fresh('Edited by two')
    const first = await as(manager)(grades.update, { id, notes: 'first', baseVersion: version })
    await expect(as(manager)(grades.update, { id, notes: 'second', baseVersion: version })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: first,
    })
    expect(await as(manager)(grades.get, { gradeId: id })).toEqual(first)
  })

  test('not into a name that is taken, an empty one, or another school', async () => {
    const { id } = await fresh('Keeps its name')
    const before = await rowsOf('grades')
    await expect(as(manager)(grades.update, { id, name: grade4.name })).rejects.toMatchObject(taken)
    expect(await wire('Grade/EditGrade', { id, name: null }, { as: manager })).toMatchObject({
      status: 400,
      text: 'Required',
    })
    expect(await wire('Grade/EditGrade', { id, schoolId: delta.id }, { as: manager })).toMatchObject({
      status: 400,
      text: 'Invalid input',
    })
    await expect(as(manager)(grades.update, { id: deltaGrade1.id, name: 'Mine now' })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(grades.update, { id, name: 'Mine now' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('grades')).toEqual(before)
  })
})
