import { expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, registrar, newcomer, nile, class5a, class5b } = world
const schoolId = nile.id
await sql('update class_rooms set max_of_students = 200 where id = any ($1)', [[class5a.id, class5b.id]])

const named = { schoolId, classRoomId: class5a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const entries = async (count: number, more: { isPaid?: boolean } = {}) => {
  const added = []
  for (const nth of Array.from({ length: count }).keys())
    added.push(await as(manager)(studentRecords.add, { ...named, birthDate: `2015-03-0${nth + 1}`, ...more }))
  return added
}
const merge = (studentId: string, otherId: string) =>
  as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })

test('the code of an entry that was merged leads to the student who was kept at last', async () => {
  const [first, second, third] = await entries(3)
  await merge(second!.id, first!.id)
  await merge(third!.id, second!.id)
  for (const { code } of [first!, second!, third!])
    expect(await as(manager)(studentRecords.byCode, { code: code!, schoolId })).toMatchObject({
      id: third!.id,
      code: third!.code,
      active: true,
    })
})

test('staff who read an entry see whether it was merged with another, until the merge is undone', async () => {
  const [kept, other] = await entries(2)
  const isMerged = async () =>
    Promise.all(
      [kept!, other!].flatMap(({ id: studentId }) =>
        [manager, registrar].map(async (person) => (await as(person)(studentRecords.get, { studentId })).isMerged),
      ),
    )
  const { id: mergeId } = await merge(kept!.id, other!.id)
  expect(await isMerged()).toEqual([false, false, true, true])
  await as(manager)(studentMerges.undo, { studentId: kept!.id, mergeId })
  expect(await isMerged()).toEqual([false, false, false, false])
})

test('no seat, class, leaving, parent or conduct is written of an entry that was merged', async () => {
  const [kept, other, former] = await entries(3, { isPaid: false })
  const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
  await as(manager)(leavings.enter, { studentId: former!.id, reasonId })
  for (const { id } of [other!, former!]) await merge(kept!.id, id)
  const [studentId, leaverId] = [other!.id, former!.id]
  const { id: relationId } = (await as(manager)(reference.relations, {}))[0]!
  const kind = { kindName: 'ساعد زميلًا', isMerit: true, points: 1, measures: [], parentsSee: true }
  const { kinds } = await as(manager)(conductKinds.save, { schoolId, fullMark: 10, startsAt: 8, kinds: [kind] })

  const writes: (() => Promise<unknown>)[] = [
    () => as(manager)(studentRecords.update, { id: studentId, isPaid: true }),
    () => as(manager)(studentRecords.update, { id: studentId, firstName: 'زيد' }),
    () => as(manager)(studentRecords.update, { id: studentId, classRoomId: class5b.id }),
    () => as(manager)(studentRecords.renewSeats, { schoolId, studentIds: [studentId] }),
    () => as(manager)(leavings.enter, { studentId, reasonId }),
    () => as(manager)(leavings.change, { studentId: leaverId, leavingNote: 'x' }),
    () => as(manager)(leavings.return, { studentId: leaverId }),
    () => as(manager)(studentParents.add, { studentId, parentId: newcomer.id, relationId }),
    () => as(manager)(invitations.invite, { studentId, phoneNumber: '01055550123', relationId }),
    () => as(manager)(conduct.record, { studentId, kindId: kinds[0]!.id, day: today }),
  ]
  for (const write of writes)
    await expect(write()).rejects.toMatchObject(refused(409, 'This student was merged with another'))
  const plan = await as(manager)(studentRecords.renewalPlan, { schoolId, studentIds: [studentId] })
  expect(plan).toMatchObject({ students: 0, coins: 0 })
  const moved = await as(manager)(severalStudents.move, { classRoomId: class5b.id, studentIds: [studentId] })
  expect(moved).toMatchObject({ changed: 0 })
  expect(await sql('select from seats where student_id = $1', [studentId])).toEqual([])
  await as(manager)(studentRecords.update, { id: kept!.id, firstName: 'زيد' })
})

test('no official record, guardian, health note or excuse is written of an entry that was merged', async () => {
  const [kept, other] = await entries(2)
  const studentId = other!.id
  const { id: relationId } = (await as(manager)(reference.relations, {}))[0]!
  const guardian = { guardianName: 'هاني فهمي', relationId }
  // A guardian who is in both records stays with the other entry.
  await as(manager)(guardians.add, { ...guardian, studentId: kept!.id })
  const { id: guardianId } = await as(manager)(guardians.add, { ...guardian, studentId })
  await merge(kept!.id, studentId)
  const everything = async () => [
    await sql('select * from official_records where student_id = $1', [studentId]),
    await sql('select * from student_health where student_id = $1', [studentId]),
    await sql('select * from guardians where student_id = $1', [studentId]),
    await sql('select * from excuses where student_id = $1', [studentId]),
  ]
  const before = await everything()

  const writes: (() => Promise<unknown>)[] = [
    () => as(manager)(officialRecords.update, { id: studentId, address: 'شارع النيل' }),
    () => as(manager)(officialRecords.updateHealth, { id: studentId, healthNotes: 'حساسية' }),
    () => as(manager)(guardians.add, { ...guardian, guardianName: 'سعاد فؤاد', studentId }),
    () => as(manager)(guardians.update, { studentId, guardianId, guardianName: 'هاني سعد' }),
    () => as(manager)(excuses.enter, { studentId, fromDay: today, excuseKind: 'illness' }),
  ]
  for (const write of writes)
    await expect(write()).rejects.toMatchObject(refused(409, 'This student was merged with another'))
  expect(await everything()).toEqual(before)
})
