import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { parts } from './parts.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, newcomer, otherManager, nile, nileYear, class4a, arabic, omar } = world

const linesOf = `select target_id from audit_lines where operation = $1 and target_id = any ($2) and outcome = 'done'`

const relationId = (await as(manager)(reference.relations, {})).find(({ name }) => name === 'father')!.id

await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])

/** Two entries of one child in Omar's class, both with parents, registers and marks. */
async function twoEntries() {
  const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
  const kept = await as(manager)(studentRecords.add, named)
  const other = await as(manager)(studentRecords.add, { ...named, birthDate: '2016-03-04' })
  return { kept: kept.id, other: other.id, two: { studentId: kept.id, otherId: other.id } }
}

const mark = (studentId: string, date: string, state: 'present' | 'absent' = 'present') =>
  as(supervisor)(attendance.save, { classRoomId: class4a.id, date, students: [{ studentId, state }] })

async function exam(studentIds: string[], ...results: (number | null)[]) {
  const month = monthId(nileYear, 1)
  const set = { classRoomId: class4a.id, courseId: arabic.id, monthId: month, date: today, rate: 20, studentIds }
  const { id } = await as(manager)(exams.add, set)
  for (const [nth, result] of results.entries())
    if (result !== null) await as(manager)(studentExams.rate, { workId: id, studentId: studentIds[nth]!, result })
  return id
}

async function resultOf(studentId: string, examId: string) {
  const now = 'student_id = $1 and exam_id = $2 and removed_at is null'
  const rows = await sql(`select total_result from student_exams where ${now}`, [studentId, examId])
  return rows.map(({ total_result }) => Number(total_result))
}

const plan = (two: { studentId: string; otherId: string }) => as(manager)(studentMerges.plan, two)
const merge = (two: object, marks: { workId: string; ofOther: boolean }[] = []) =>
  as(manager)(studentMerges.merge, { ...(two as { studentId: string; otherId: string }), marks })

/** All rows of all tables that are no journals, for comparing. */
async function everything() {
  const journals =
    'audit_lines audit_origins former_values student_merges outbox idempotency_keys sessions student_readings'
  const tables = await sql(
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all (string_to_array($1, ' '))
     order by 1`,
    [journals],
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables)
    rows[name] = (await sql(`select to_jsonb(t)::text as row from "${name}" t order by 1`)).map(({ row }) => row)
  return rows
}

describe('two students who are one', () => {
  test('are merged as the plan says, with everything that the kept one lacks', async () => {
    const { kept, other, two } = await twoEntries()
    await as(manager)(studentParents.add, { studentId: kept, parentId: parent.id, relationId })
    await as(manager)(studentParents.add, { studentId: other, parentId: parent.id, relationId })
    await as(manager)(studentParents.add, { studentId: other, parentId: newcomer.id, relationId })
    await as(manager)(officialRecords.update, { id: other, birthPlace: 'طنطا' })
    await as(manager)(guardians.add, { studentId: other, guardianName: 'هاني فهمي', relationId })
    await as(supervisor)(notes.add, { classRoomId: class4a.id, studentId: other, date: today, notes: 'مجتهد' })
    await mark(other, today)
    const onlyOther = await exam([kept, other], null, 17)

    const counted = Object.fromEntries((await plan(two)).parts.map((one) => [one.part, [one.moves, one.stays]]))
    expect(counted).toMatchObject({
      attendance: [1, 0],
      notes: [1, 0],
      parents: [1, 1],
      record: [1, 0],
      guardians: [1, 0],
    })
    const merged = await merge(two)
    expect(merged).toMatchObject({ studentId: kept, otherId: other, undone: false, hindrance: null })

    expect(await resultOf(kept, onlyOther)).toEqual([17])
    expect((await as(manager)(attendance.list, { studentId: kept })).map(({ date }) => date)).toEqual([today])
    expect((await as(newcomer)(parents.children, {})).map(({ studentId }) => studentId)).toEqual([kept])
    expect(await as(manager)(officialRecords.get, { studentId: kept })).toMatchObject({
      birthPlace: 'طنطا',
      birthDate: '2016-03-04',
    })
    expect(await as(manager)(studentRecords.get, { studentId: other })).toMatchObject({ active: false })
    const listed = await as(manager)(studentRecords.list, { schoolId: nile.id, search: 'زياد هاني فهمي' })
    expect(listed.map(({ id }) => id)).toEqual([kept])
    await expect(as(manager)(studentRecords.update, { id: other, active: true })).rejects.toMatchObject(
      refused(409, 'This student was merged with another'),
    )
    await as(manager)(studentMerges.undo, { studentId: kept, mergeId: merged.id })
  })

  test('are two again after an undo, to the last row', async () => {
    const { kept, other, two } = await twoEntries()
    await as(manager)(studentParents.add, { studentId: other, parentId: newcomer.id, relationId })
    await as(manager)(officialRecords.update, { id: other, birthPlace: 'طنطا' })
    await mark(kept, today)
    await mark(other, today, 'absent')
    const both = await exam([kept, other], 11, 12)
    await exam([kept, other], null, 9)
    await exam([other], 8)
    const before = await everything()

    const { id: mergeId } = await merge(two, [{ workId: both, ofOther: true }])
    expect(await everything()).not.toEqual(before)
    const undone = await as(manager)(studentMerges.undo, { studentId: kept, mergeId })
    expect(undone).toMatchObject({ undone: true, hindrance: null })
    expect(await everything()).toEqual(before)
    expect(await as(manager)(studentMerges.undo, { studentId: kept, mergeId })).toEqual(undone)
    expect(await as(manager)(studentMerges.list, { studentId: other })).toEqual([undone])
  })

  test('with a mark each in one exam: the person chooses, and no work is left out', async () => {
    const { kept, other, two } = await twoEntries()
    const [one, second] = [await exam([kept, other], 5, 6), await exam([kept, other], 7, 8)]
    await exam([kept, other], 9, 9)
    const { marks } = await plan(two)
    expect(marks.map(({ workId, result, otherResult }) => [workId, result, otherResult])).toEqual(
      expect.arrayContaining([
        [one, 5, 6],
        [second, 7, 8],
      ]),
    )
    expect(marks).toHaveLength(2)
    for (const some of [[], [{ workId: one, ofOther: true }]])
      await expect(merge(two, some)).rejects.toMatchObject(refused(409, 'Choose which of the two marks counts'))
    await expect(merge(two, [{ workId: newId(), ofOther: true }])).rejects.toMatchObject(notFound)
    await merge(two, [
      { workId: one, ofOther: true },
      { workId: second, ofOther: false },
    ])
    expect([await resultOf(kept, one), await resultOf(kept, second)]).toEqual([[6], [7]])
  })

  test('keep one seat: that of the kept, or the other’s where the kept has none', async () => {
    const paid = await twoEntries()
    const seats = (id: string) => sql('select id from seats where student_id = $1 and refunded_on is null', [id])
    const [first, second] = [await seats(paid.kept), await seats(paid.other)]
    expect([first.length, second.length]).toEqual([1, 1])
    await merge(paid.two)
    expect([await seats(paid.kept), await seats(paid.other)]).toEqual([first, second])

    const unpaid = await twoEntries()
    await as(manager)(studentRecords.update, { id: unpaid.kept, isPaid: false })
    const [taken] = await seats(unpaid.other)
    await merge(unpaid.two)
    expect(await seats(unpaid.kept)).toContainEqual(taken)
    expect(await as(manager)(studentRecords.get, { studentId: unpaid.kept })).toMatchObject({
      isPaid: true,
      seatEndedOn: null,
    })
  })
})

test('every table about students goes along, or stays for a reason', async () => {
  const named = await sql(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'student_id' and c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace`,
  )
  const whatHappenedThen =
    'class_move_students exam_seats grace_marks group_students hand_overs import_rows inbox_items job_students papers promotion_students term_results'.split(
      ' ',
    )
  // The ledger of fees is never rewritten: the lines of both entries are on the account of their family.
  const ofLedger = 'family_students fee_charges fee_dues fee_grants fee_lines fee_proposals'.split(' ')
  const ofStudents = parts.filter(({ isOf }) => !isOf).map(({ table }) => table)
  const ofMerges = ['student_merge_rows', 'student_merges', 'student_readings']
  expect(named.map(({ name }) => String(name)).toSorted()).toEqual(
    [...ofStudents, ...whatHappenedThen, ...ofLedger, ...ofMerges].toSorted(),
  )
})

describe('a merge', () => {
  test('is not undone once one of its rows was changed, and says so', async () => {
    const { kept, other, two } = await twoEntries()
    await mark(other, today)
    const { id: mergeId } = await merge(two)
    await mark(kept, today, 'absent')
    const sentence = 'Something of these students was changed later'
    expect(await as(manager)(studentMerges.list, { studentId: kept })).toMatchObject([
      { id: mergeId, hindrance: sentence },
    ])
    const page = { studentId: kept, pageNumber: 2, pageSize: 1 }
    expect(await as(manager).listed(studentMerges.list, page)).toEqual({ rows: [], total: 1 })
    await expect(as(manager)(studentMerges.undo, { studentId: kept, mergeId })).rejects.toMatchObject(
      refused(409, sentence),
    )
    expect(await as(manager)(studentRecords.get, { studentId: other })).toMatchObject({ active: false })
  })

  test('is undone once by two people at the same moment', async () => {
    const { kept, other, two } = await twoEntries()
    const { id: mergeId } = await merge(two)
    await withClient(connection, async (client) => {
      await client.query(`begin; select from students where school_id = '${nile.id}' and id = '${kept}' for update`)
      const both = [manager, world.deputy].map((one) => as(one)(studentMerges.undo, { studentId: kept, mergeId }))
      await expect.poll(() => sql(whoWaits)).toHaveLength(2)
      await client.query('commit')
      await Promise.all(both)
    })
    expect(await sql(linesOf, ['StudentMerge/UndoMerge', [kept, other]])).toHaveLength(2)
  })

  test('is refused for one student, for another school, for one merged already, and for one on the roll', async () => {
    const { kept, other, two } = await twoEntries()
    await expect(merge({ studentId: kept, otherId: kept })).rejects.toMatchObject(refused(400, 'Invalid input'))
    for (const otherId of [world.deltaStudent.id, newId()])
      await expect(merge({ studentId: kept, otherId })).rejects.toMatchObject(notFound)
    await as(manager)(studentRecords.update, { id: kept, active: false })
    await expect(plan(two)).rejects.toMatchObject(refused(409, 'Keep the student who is on the roll'))
    await merge({ studentId: other, otherId: kept })
    for (const again of [two, { studentId: omar.id, otherId: kept }])
      await expect(merge(again)).rejects.toMatchObject(refused(409, 'This student was merged with another'))
  })

  test('is for people who keep students and see them all, and leaves a line in the audit for each of the two', async () => {
    const { kept, other, two } = await twoEntries()
    for (const person of [supervisor, parent])
      await expect(as(person)(studentMerges.merge, two)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(studentMerges.plan, two)).rejects.toMatchObject(notFound)
    await merge(two)
    const lines = await sql(linesOf, ['StudentMerge/MergeStudents', [kept, other]])
    expect(lines.map(({ target_id }) => String(target_id)).toSorted()).toEqual([kept, other].toSorted())
  })
})
