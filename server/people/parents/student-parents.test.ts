import { describe, expect, test } from 'vitest'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, otherManager, registrar, teacher, parent, mother, newcomer, guardian, nile } = world
const { omar, laila, deltaStudent, classmate, class4a } = world

const sql = sqlIn(connection)
const relation = async (name: string) =>
  (await sql('select id from relation_types where name = $1', [name]))[0].id as string
const linksOf = (id: string) => sql('select * from student_parents where student_id = $1 order by id', [id])
const linkEvents = () => sql(`select school_id, actor_id, payload from outbox where event = 'parent link' order by id`)
const childrenOf = async (person: { phone: string }) =>
  (await as(person)(parents.children, {})).map(({ studentId }) => studentId)
const holding = (person: { id: string }, key: string) =>
  sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
    person.id,
    permissionId(key),
    nile.id,
  ])

const notFound = { status: 404, message: 'Not found' }
const [father, motherly, guardianly] = [await relation('father'), await relation('mother'), await relation('guardian')]

describe('the parents of a student', () => {
  test('are read by staff, by name, with the phones only for callers who link parents', async () => {
    const rows = await as(manager)(studentParents.list, { studentId: omar.id })
    expect(rows).toHaveLength(2)
    expect(rows.find(({ parentId }) => parentId === parent.id)).toEqual({
      studentId: omar.id,
      studentName: 'عمر كريم الجندي',
      studentImage: null,
      parentId: parent.id,
      parentName: [parent.firstName, parent.middleName, parent.lastName].filter(Boolean).join(' '),
      parentImage: null,
      phoneNumber: parent.phone,
      relationId: father,
      relationName: 'father',
      seeFrom: expect.any(String),
      seeUntil: null,
      notifyFrom: expect.any(String),
      notifyUntil: null,
      fetchFrom: expect.any(String),
      fetchUntil: null,
      payFrom: expect.any(String),
      payUntil: null,
      sees: true,
      isNotified: true,
      fetches: true,
      pays: true,
      version: 1,
      may: { update: true, remove: true },
    })
    for (const { phoneNumber } of await as(registrar)(studentParents.list, { studentId: omar.id }))
      expect(phoneNumber).toBeNull()
    const narrowed = await as(manager)(studentParents.list, { studentId: omar.id, relationId: motherly })
    expect(narrowed.map(({ parentId }) => parentId)).toEqual([mother.id])
  })

  test('are for the parents themselves alone', async () => {
    const own = await as(parent)(studentParents.list, { studentId: omar.id })
    expect(own.map(({ parentId, phoneNumber }) => [parentId, phoneNumber])).toEqual([[parent.id, null]])
    expect(await as(parent)(studentParents.get, { studentId: omar.id, parentId: parent.id })).toEqual(own[0])
    for (const body of [
      { studentId: omar.id, parentId: mother.id },
      { studentId: classmate.id, parentId: parent.id },
    ])
      await expect(as(parent)(studentParents.get, body)).rejects.toMatchObject(notFound)
  })

  test('are not for teachers, nor for another school', async () => {
    await expect(as(teacher)(studentParents.list, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(studentParents.list, { studentId: omar.id })).rejects.toMatchObject(notFound)
    expect(await as(manager)(studentParents.get, { studentId: omar.id, parentId: mother.id })).toMatchObject({
      relationName: 'mother',
    })
    await expect(as(manager)(studentParents.get, { studentId: omar.id, parentId: guardian.id })).rejects.toMatchObject(
      notFound,
    )
  })
})

describe('linking a parent', () => {
  test('shows the child to the parent from then on, and records the consent of the parent', async () => {
    const published = (await linkEvents()).length
    const link = { studentId: laila.id, parentId: newcomer.id, relationId: guardianly }
    expect(await as(manager)(studentParents.add, link)).toMatchObject({
      ...link,
      phoneNumber: null,
      version: 1,
    })
    expect(await childrenOf(newcomer)).toEqual([laila.id])
    expect((await linksOf(laila.id)).find(({ parent_id }) => parent_id === newcomer.id)).toMatchObject({
      consent_by: manager.id,
      consent_at: expect.any(Date),
      consent_text_version: 1,
    })
    const { relationId: _, ...ids } = link
    expect((await linkEvents()).slice(published)).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { links: [ids], linked: true } },
    ])
    const [line] = await sql(
      `select person_id, operation from audit_lines where target_id = $1 and target_kind <> 'account' and outcome = 'done' order by id desc limit 1`,
      [newcomer.id],
    )
    expect(line).toEqual({ person_id: manager.id, operation: 'StudentParent/AddStudentParent' })
  })

  test('may be done again after it ended', async () => {
    const link = { studentId: laila.id, parentId: newcomer.id }
    const again = { ...link, relationId: father }
    await expect(as(manager)(studentParents.add, again)).rejects.toMatchObject({
      status: 409,
      message: 'This parent is already linked to this student',
    })
    const published = (await linkEvents()).length
    expect(await as(manager)(studentParents.remove, link)).toEqual({ done: true, changed: 1 })
    expect(await childrenOf(newcomer)).toEqual([])
    await expect(as(newcomer)(studentRecords.get, { studentId: laila.id })).rejects.toMatchObject({ status: 403 })
    for (const operation of [studentParents.remove, studentParents.get])
      await expect(as(manager)(operation, link)).rejects.toMatchObject(notFound)
    expect((await linkEvents()).slice(published)).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { links: [link], linked: false } },
    ])
    expect((await linksOf(laila.id)).find(({ parent_id }) => parent_id === newcomer.id)).toMatchObject({
      ended_at: expect.any(Date),
      ended_by: manager.id,
    })
    await as(manager)(studentParents.add, again)
    expect(await childrenOf(newcomer)).toEqual([laila.id])
  })

  test('of oneself requires the sight of all students', async () => {
    const himself = { studentId: omar.id, parentId: teacher.id, relationId: father }
    await holding(teacher, 'LinkParentToStudent')
    await expect(as(teacher)(studentParents.add, himself)).rejects.toMatchObject({
      status: 403,
      message: 'You cannot link yourself',
    })
    expect((await linksOf(omar.id)).filter(({ parent_id }) => parent_id === teacher.id)).toEqual([])
    await expect(as(deputy)(studentParents.add, { ...himself, parentId: deputy.id })).resolves.toMatchObject({
      parentId: deputy.id,
    })
  })

  test('stops at ten, also when several come at once', async () => {
    const people = await sql('select id from users where id <> all($1) limit 12', [[parent.id, mother.id, deputy.id]])
    const outcomes = await Promise.allSettled(
      people.map(({ id }) =>
        as(manager)(studentParents.add, { studentId: classmate.id, parentId: id, relationId: father }),
      ),
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []))
    expect(new Set(refusals).size === 1 || refusals.includes('This parent is already linked to this student')).toBe(
      true,
    )
    expect(refusals).toContain('A student has at most 10 parents')
    expect((await linksOf(classmate.id)).filter(({ ended_at }) => ended_at === null)).toHaveLength(10)
  })

  test.each([
    [{ parentId: newId() }, 404, 'Not found'],
    [{ relationId: newId() }, 404, 'Not found'],
    [{ studentId: deltaStudent.id }, 404, 'Not found'],
    [{ parentId: undefined }, 400, 'Required'],
    [{ consent: true }, 400, "Unrecognized key(s) in object: 'consent'"],
  ])('with %j is refused (%i %s), and nobody is linked', async (wrong, status, text) => {
    const before = await sql('select count(*) from student_parents')
    const body = { studentId: omar.id, parentId: guardian.id, relationId: father, ...wrong }
    expect(await wire('StudentParent/AddStudentParent', body, { as: manager })).toMatchObject({ status, text })
    expect(await sql('select count(*) from student_parents')).toEqual(before)
  })

  test('is for callers with the key: not for teachers, registrars or parents', async () => {
    const body = { studentId: laila.id, parentId: guardian.id, relationId: father }
    for (const person of [registrar, parent])
      await expect(as(person)(studentParents.add, body)).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(studentParents.add, body)).rejects.toMatchObject(notFound)
    expect((await as(manager)(studentRecords.list, { schoolId: nile.id, classRoomId: class4a.id })).length).toBe(20)
  })
})

describe('the relation of a parent', () => {
  const link = { studentId: omar.id, parentId: mother.id }

  test('is changed, and what it was is kept', async () => {
    const saved = await as(manager)(studentParents.update, { ...link, relationId: guardianly, baseVersion: 1 })
    expect(saved).toMatchObject({ ...link, relationName: 'guardian', version: 2 })
    const row = (await wire('StudentParent/GetStudentParent', link, { as: manager })).json() as object
    expect((await wire('StudentParent/UpdateStudentParent', row, { as: manager })).json()).toEqual(row)
    const [was] = await sql(
      `select was ->> 'relation_id' as relation, changed_by from former_values
       where table_name = 'student_parents' order by id desc limit 1`,
    )
    expect(was).toEqual({ relation: motherly, changed_by: manager.id })
  })

  test('changed in the meantime is refused with the present one', async () => {
    await expect(
      as(deputy)(studentParents.update, { ...link, relationId: father, baseVersion: 1 }),
    ).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: expect.objectContaining({ relationName: 'guardian', version: 2 }),
    })
  })

  test('is of a link there is, and of a relation there is', async () => {
    for (const wrong of [{ parentId: guardian.id }, { relationId: newId() }, { studentId: deltaStudent.id }])
      await expect(as(manager)(studentParents.update, { ...link, relationId: father, ...wrong })).rejects.toMatchObject(
        notFound,
      )
  })
})
