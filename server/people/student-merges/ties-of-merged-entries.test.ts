import { expect, test } from 'vitest'
import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { home } from '#contract/overviews/home/home.ts'
import { users } from '#contract/platform/identity/users.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection } = app
const { sql } = tracesIn(connection)
const { manager, otherManager, newcomer, nile, delta, class4a, deltaStudent } = world

const relationId = (await as(manager)(reference.relations, {}))[0]!.id
await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])

/** Merges two entries of one child with the same parent; the link of the kept one has ended. */
async function endedByMerge() {
  const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
  const entered = async () => {
    const { id: studentId } = await as(manager)(studentRecords.add, { ...named, isPaid: true })
    await as(manager)(studentParents.add, { studentId, parentId: newcomer.id, relationId })
    return studentId
  }
  const [kept, other] = [await entered(), await entered()]
  const { id: mergeId } = await as(manager)(studentMerges.merge, { studentId: kept, otherId: other, marks: [] })
  await as(manager)(studentParents.remove, { studentId: kept, parentId: newcomer.id })
  return { undo: () => as(manager)(studentMerges.undo, { studentId: kept, mergeId }) }
}

/** Who has signed in since they were linked has confirmed it. */
const signIn = () => asVisitor(identity.login, { phoneNumber: newcomer.phone, password: demoPassword })

const endEveryLink = () =>
  sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [newcomer.id, manager.id])

test('a link that stayed with a merged entry ties nobody to the school, until the merge is undone', async () => {
  const { undo } = await endedByMerge()
  const meet = () => as(manager)(users.get, { userId: newcomer.id })
  const vouch = () => as(manager)(phoneChanges.issueProof, { schoolId: nile.id, userId: newcomer.id, seenInPerson: 1 })
  const isTied = async () => (await sql('select has_ties($1) as tied', [newcomer.id]))[0].tied
  const notInDoubt = refused(409, 'This account needs no second proof')

  await expect(meet()).rejects.toMatchObject(notFound)
  await expect(vouch()).rejects.toMatchObject(notFound)
  expect(await isTied()).toBe(false)
  await undo()
  await signIn()
  expect((await meet()).id).toBe(newcomer.id)
  await expect(vouch()).rejects.toMatchObject(notInDoubt)
  expect(await isTied()).toBe(true)
})

test('nor does it make somebody a person of two schools', async () => {
  await endEveryLink()
  const { undo } = await endedByMerge()
  await as(otherManager)(studentParents.add, { studentId: deltaStudent.id, parentId: newcomer.id, relationId })
  await signIn()
  const report = () => as(otherManager)(phoneChanges.reportLost, { schoolId: delta.id, userId: newcomer.id })

  expect(await report()).toMatchObject({ done: true })
  await undo()
  await expect(report()).rejects.toMatchObject(
    refused(403, 'This person belongs to another school too, so the platform has to do this'),
  )
})

test('nor is their number one that the school knows, which an import may bring for nothing', async () => {
  await endEveryLink()
  const { undo } = await endedByMerge()
  const few = await testApp({ connection, lookUps: { importDay: 0, importStudent: 0 } })
  const table = [
    ['الاسم', 'الفصل', 'هاتف الأب'],
    ['كريم حازم النجار', class4a.name, newcomer.phone],
  ]
  const { id: importId } = await importing(app, { working: false }).upload(csvOf(table))
  const started = async () => (await few.wire(imports.start.path, { importId }, { as: manager })).status

  expect(await started()).toBe(429)
  await undo()
  expect(await started()).toBe(200)
})

test('nor does the setup of the school count it as a parent', async () => {
  /** The steps are shown while one of them is missing: classes that are active. */
  const parents = async () => {
    await sql('update class_rooms set active = false where school_id = $1', [nile.id])
    const { steps } = await as(manager)(home.school, { schoolId: nile.id })
    await sql('update class_rooms set active = true where school_id = $1', [nile.id])
    return steps!.find(({ key }) => key === 'parents')!.count
  }
  await endEveryLink()
  const before = await parents()
  const { undo } = await endedByMerge()
  expect(await parents()).toBe(before)
  await undo()
  expect(await parents()).toBe(before + 1)
})
