import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { rows } from '#test/harness/registering.ts'
import { notAllowed, notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { admin, manager, supervisor, teacher, parent, mother, classmatesParent, otherManager, deltaParent } = world
const { nile, omar, classmate } = world

const readersAs = (person: { phone: string }, studentId = omar.id) =>
  as(person)(auditLog.readersOfStudent, { studentId })
const opened = (person: { phone: string }, studentId = omar.id) => as(person)(studentRecords.get, { studentId })
const named = (person: { firstName: string; lastName: string }) =>
  expect.stringMatching(new RegExp(`^${person.firstName} .*${person.lastName}$`))

test('parents and the school read who of the staff opened a record, how often on a day, the latest first', async () => {
  expect(await readersAs(parent)).toEqual([])
  await opened(teacher)
  await opened(teacher)
  await opened(supervisor, classmate.id)
  await expect.poll(async () => (await readersAs(parent))[0]?.times).toBe(2)
  await opened(supervisor)
  await expect.poll(async () => (await readersAs(parent)).length).toBe(2)
  const seen = await readersAs(parent)
  expect(seen).toEqual([
    expect.objectContaining({ personName: named(supervisor), times: 1, throughSupport: false }),
    expect.objectContaining({ personName: named(teacher), times: 2, throughSupport: false }),
  ])
  expect(await readersAs(mother)).toEqual(seen)
  expect((await readersAs(manager)).filter(({ personId }) => personId !== manager.id)).toEqual(seen)
})

test('a night between two days is divided where the school is', async () => {
  const at = (moment: string) =>
    rows(
      connection,
      `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind, target_id, request_id)
       values ($1, $2, 'Student/GetStudent', 'read', $3, 'student', $4, $5)`,
      [moment, otherManager.id, nile.id, omar.id, moment],
    )
  await at('2026-03-04T21:30:00Z')
  await at('2026-03-04T22:30:00Z')
  const days = (await readersAs(parent)).filter(({ personId }) => personId === otherManager.id)
  expect(days.map(({ date, times }) => [date, times])).toEqual([
    ['2026-03-05', 1],
    ['2026-03-04', 1],
  ])
})

test('that it was the platform, through a support window, is said', async () => {
  await as(manager)(platformSchools.openSupport, { schoolId: nile.id, hours: 1 })
  await opened(admin)
  await expect
    .poll(async () => (await readersAs(parent)).filter(({ personId }) => personId === admin.id))
    .toMatchObject([{ times: 1, throughSupport: true }])
  // The rows of what was read of a child have ids of their own.
  await as(admin)(attendance.list, { studentId: classmate.id })
  await expect
    .poll(async () => (await readersAs(classmatesParent, classmate.id)).filter(({ personId }) => personId === admin.id))
    .toMatchObject([{ times: 1, throughSupport: true }])
  await as(manager)(platformSchools.closeSupport, { schoolId: nile.id })
})

test('who read an entry that was merged read the student who was kept, until the merge is undone', async () => {
  const { classRoomId } = await as(manager)(studentRecords.get, { studentId: omar.id })
  const [first, second, kept] = await Promise.all(
    ['أول', 'ثان', 'ثالث'].map((firstName) =>
      as(manager)(studentRecords.add, {
        schoolId: nile.id,
        classRoomId,
        firstName,
        middleName: 'هاني',
        lastName: 'فهمي',
      }),
    ),
  )
  const { id: relationId } = (await as(manager)(reference.relations, {}))[0]!
  await as(manager)(studentParents.add, { studentId: kept!.id, parentId: parent.id, relationId })
  await opened(teacher, first!.id)
  await opened(supervisor, second!.id)
  const merge = (studentId: string, otherId: string) =>
    as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })
  const others = async (person: { phone: string }) =>
    (await readersAs(person, kept!.id)).map(({ personId }) => personId).filter((id) => id !== manager.id)
  await expect.poll(async () => (await readersAs(manager, first!.id)).length).toBeGreaterThan(1)
  await expect.poll(async () => (await readersAs(manager, second!.id)).length).toBeGreaterThan(1)

  const ofOmar = await readersAs(parent)
  await merge(second!.id, first!.id)
  const { id: mergeId } = await merge(kept!.id, second!.id)
  for (const person of [manager, parent])
    expect(new Set(await others(person))).toEqual(new Set([teacher.id, supervisor.id]))
  // The list of another child is as it was, and nothing else of the other entries can be read.
  expect(await readersAs(parent)).toEqual(ofOmar)
  for (const { id } of [first!, second!]) await expect(readersAs(parent, id)).rejects.toMatchObject(notFound)

  await as(manager)(studentMerges.undo, { studentId: kept!.id, mergeId })
  for (const person of [manager, parent]) expect(await others(person)).toEqual([])
})

test('nobody reads it of a child that is not theirs, nor staff without the key', async () => {
  for (const person of [classmatesParent, deltaParent, otherManager])
    await expect(readersAs(person)).rejects.toMatchObject(notFound)
  await expect(readersAs(teacher)).rejects.toMatchObject(notAllowed)
})
