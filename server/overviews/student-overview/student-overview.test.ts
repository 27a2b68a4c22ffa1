import { describe, expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, insert, setWork } = byHandIn(connection)
const { giveKey } = tracesIn(connection)
const { manager, supervisor, mathsTeacher, parent, mother, otherManager, idleTeacher, newcomer } = world
const { nile, omar, laila, maths, nileSister, parentInBoth, unpaidParent, unpaidStudent } = world

const of = (person: { phone: string }, { id }: { id: string } = omar) =>
  as(person)(studentOverview.get, { studentId: id })
const kindsIn = (all: { kind: string }[] | null) => [...new Set((all ?? []).map(({ kind }) => kind))]

/** A piece of work, notes, conduct, a call, an excuse, a paper and an announcement, each with the longest usual text. */
async function fill() {
  const long = 'كلمات '.repeat(40)
  await as(manager)(attendance.save, {
    classRoomId: omar.classRoomId,
    date: today,
    students: [{ studentId: omar.id, state: 'absent' }],
  })
  await as(manager)(desk.noteCall, { studentId: omar.id, outcome: 'noAnswer', note: long.slice(0, 400) })
  await as(parent)(excuses.ask, { studentId: omar.id, fromDay: today, excuseKind: 'illness', text: long })
  const kind = { isMerit: false, level: 1, points: 1, measures: [], parentsSee: false }
  await as(manager)(conductKinds.save, {
    schoolId: nile.id,
    fullMark: 10,
    startsAt: 8,
    kinds: [{ ...kind, kindName: 'إزعاج' }],
  })
  const { kinds } = await as(manager)(conductKinds.get, { schoolId: nile.id })
  await as(supervisor)(conduct.record, { studentId: omar.id, kindId: kinds[0]!.id, day: today, details: long })
  await as(manager)(papers.issue, { schoolId: nile.id, kind: 'enrolment', studentIds: [omar.id] })
  for (let nth = 0; nth < 12; nth++) {
    await as(supervisor)(notes.add, {
      classRoomId: omar.classRoomId,
      studentId: omar.id,
      date: daysFrom(today, -nth),
      notes: long,
    })
    const result = { total_result: 17.25, is_attend: true }
    await setWork('exam', daysFrom(today, -nth), { details: long, result })
    await setWork('homework', daysFrom(today, nth), { details: long })
  }
  const calendar = { school_id: nile.id, kind: 'event', from_day: daysFrom(today, 2), to_day: daysFrom(today, 2) }
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  await insert('calendar_days', { ...calendar, id: newId(), name: 'رحلة إلى المتحف المصري الكبير' })
  await insert('student_health', { id: newId(), school_id: nile.id, student_id: omar.id, health_notes: 'سكر' })
}

await fill()

describe('a student at first sight', () => {
  test('is one answer of at most 12 kB, however much there is to say', async () => {
    for (const person of [manager, supervisor, parent]) {
      const { text } = await wire(studentOverview.get.path, { studentId: omar.id }, { as: person })
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000)
    }
  })

  test('says who they are, who cares for them, and what has to be done', async () => {
    const seen = await of(manager)
    expect(seen).toMatchObject({ studentName: 'عمر كريم الجندي', code: omar.code, today, own: null, active: true })
    expect(seen.guardians).toContainEqual(
      expect.objectContaining({ phone: parent.phone, relationName: 'father', linked: true, sees: true, pays: true }),
    )
    expect(seen.alerts).toEqual([
      { kind: 'excuse', count: 1, name: null },
      { kind: 'conduct', count: 1, name: null },
      { kind: 'health', count: 1, name: null },
    ])
  })

  test('tells the last weeks, the latest day first', async () => {
    const { timeline } = await of(manager)
    expect(timeline).toHaveLength(15)
    expect(timeline!.map(({ day }) => day)).toEqual(
      timeline!
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    )
    expect(kindsIn(timeline!.filter(({ day }) => day === today))).toEqual(
      expect.arrayContaining(['attendance', 'call', 'excuse', 'conduct', 'paper', 'note', 'exam']),
    )
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'call', state: 'noAnswer' }))
    expect(timeline!.every(({ details }) => (details?.length ?? 0) <= 60)).toBe(true)
  })

  test('shows the month, the days ahead and the last marks with what the class reached', async () => {
    const { attendance: month, ahead, marks } = await of(parent)
    const [{ days, present }] = await sql(
      `select count(*)::int as days, (count(*) filter (where state in ('present', 'late')))::int as present
       from attendance_marks where student_id = $1 and date >= $2`,
      [omar.id, `${today.slice(0, 8)}01`],
    )
    expect(month).toMatchObject({ days, present })
    expect(month!.marks.at(-1)).toEqual({ day: today, state: 'absent' })
    expect(ahead.map(({ fromDay }) => fromDay)).toEqual(ahead.map(({ fromDay }) => fromDay).toSorted())
    expect(ahead.every(({ toDay }) => toDay >= today && toDay <= daysFrom(today, 7))).toBe(true)
    expect(marks).toHaveLength(5)
    expect(marks![0]).toMatchObject({ result: 17.25, rate: 20, classPercent: null, date: today })
  })
})

describe('each part is read by those who read its list', () => {
  test('parents read no code, no other guardian and no timeline, and hear of no conduct that waits', async () => {
    const seen = await of(parent)
    expect(seen).toMatchObject({ code: null, isPaid: null, guardians: null, timeline: null })
    expect(seen.own).toEqual({ relationName: 'father', pays: true, seatEndedOn: null })
    expect(seen.alerts).toEqual([{ kind: 'excuse', count: 1, name: null }])
    expect(seen.paper).toMatchObject({ kind: 'enrolment', day: today })
    expect(seen.note).toMatchObject({ date: today, courseName: null })
  })

  test('a link that does not let its parent see the child answers nothing', async () => {
    expect((await of(mother)).own).toMatchObject({ relationName: 'mother' })
    await sql('update student_parents set see_until = $2, see_from = $3 where parent_id = $1', [
      mother.id,
      daysFrom(today, -1),
      daysFrom(today, -9),
    ])
    await expect(of(mother)).rejects.toMatchObject(notAllowed)
    expect((await of(manager)).guardians).toContainEqual(expect.objectContaining({ phone: mother.phone, sees: false }))
  })

  test('a parent hears until which day they read, and reads no further', async () => {
    const seen = await of(unpaidParent, unpaidStudent)
    const end = seen.own!.seatEndedOn!
    expect(end < today).toBe(true)
    expect(seen.marks!.every(({ date }) => date <= end)).toBe(true)
    expect(seen.attendance!.marks.every(({ day }) => day <= end)).toBe(true)
  })

  test('a supervisor reads the class, without phones of guardians, health, papers and what others decide', async () => {
    const seen = await of(supervisor)
    expect(seen).toMatchObject({ guardians: null, alerts: [], paper: null, code: omar.code, birthDate: null })
    expect(kindsIn(seen.timeline)).toEqual(expect.arrayContaining(['attendance', 'note', 'exam', 'conduct']))
    for (const kind of ['call', 'excuse', 'paper']) expect(kindsIn(seen.timeline)).not.toContain(kind)
  })

  test('a teacher reads the work of the own course', async () => {
    const seen = await of(mathsTeacher)
    expect(seen.marks!.every(({ courseName }) => courseName === maths.name)).toBe(true)
    expect(seen.ahead.filter(({ kind }) => kind === 'homework').every(({ name }) => name === maths.name)).toBe(true)
    expect(seen.lastResult).toBeNull()
  })

  test('one key opens its own part', async () => {
    await giveKey(newcomer, 'ViewSchoolStudentsList', nile)
    const seen = await of(newcomer)
    expect(seen).toMatchObject({ attendance: null, marks: null, note: null, alerts: [], timeline: [] })
    expect(seen.guardians!.every(({ phone }) => phone === null)).toBe(true)
    await giveKey(newcomer, 'ViewNotes', nile)
    expect(await of(newcomer)).toMatchObject({ attendance: null, marks: null, note: { date: today } })
    await giveKey(newcomer, 'LinkParentToStudent', nile)
    expect((await of(newcomer)).guardians).toContainEqual(expect.objectContaining({ phone: parent.phone }))
  })

  test('staff who are a parent of the student read beside their work what parents read', async () => {
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, id, $5::uuid from relation_types where name = 'mother'`,
      [newId(), nile.id, laila.id, newcomer.id, manager.id],
    )
    const seen = await of(newcomer, laila)
    expect(seen.own).toMatchObject({ relationName: 'mother' })
    expect(seen.marks!.length).toBeGreaterThan(0)
    expect(seen.attendance).not.toBeNull()
  })

  test('nobody else reads anything, and reading is recorded', async () => {
    for (const person of [otherManager, idleTeacher, parentInBoth])
      await expect(of(person)).rejects.toMatchObject(notFound)
    await expect(of(manager, { id: newId() })).rejects.toMatchObject(notFound)
    expect((await of(parentInBoth, nileSister)).own).not.toBeNull()
    // Reads are recorded after their answers.
    const readers = () =>
      sql(`select distinct person_id from audit_lines where operation = $1 and outcome = 'read' and target_id = $2`, [
        studentOverview.get.path,
        omar.id,
      ])
    await expect.poll(readers).toContainEqual({ person_id: supervisor.id })
    expect(await readers()).not.toContainEqual({ person_id: parent.id })
  })
})

test('a guardian of the record without an account stands beside the parents, as long as they are one', async () => {
  const [relation] = await as(manager)(reference.relations, {})
  const guardian = {
    studentId: omar.id,
    guardianName: 'سعاد الجندي',
    relationId: relation!.id,
    mayFetch: 'yes' as const,
  }
  await as(manager)(guardians.add, { ...guardian, phone: '0222222222' })
  await as(manager)(guardians.add, {
    ...guardian,
    guardianName: 'سابقة',
    fromDay: '2020-01-01',
    untilDay: '2020-02-01',
  })
  const named = (await of(manager)).guardians!.filter(({ linked }) => !linked)
  expect(named).toEqual([
    expect.objectContaining({ name: 'سعاد الجندي', phone: '0222222222', fetches: true, sees: null, pays: null }),
  ])
})

test('of a student who is off the roll nothing waits for anybody', async () => {
  const step = { name: 'إنذار أول', at: 1, action: 'letter' as const }
  const rule = { ruleName: 'غياب', gradeIds: [], counts: 'separate' as const, period: 'year' as const }
  await as(manager)(absenceRules.save, {
    schoolId: nile.id,
    excuseWithin: 7,
    rules: [{ ...rule, counted: 'all', active: true, steps: [step] }],
  })
  await recordAbsence(connection)
  await giveKey(supervisor, 'DecideExcuses', nile)
  const kinds = async (person: { phone: string }) => kindsIn((await of(person)).alerts)
  expect(await kinds(manager)).toEqual(expect.arrayContaining(['letter', 'excuse']))
  expect(await kinds(supervisor)).toContain('excuse')
  await sql('update students set active = false where id = $1', [omar.id])
  expect(await kinds(manager)).toEqual(['conduct', 'health'])
  expect(await kinds(supervisor)).toEqual([])
  await sql('update students set active = true where id = $1', [omar.id])
})

test('somebody whose link has ended is a guardian of the record again', async () => {
  const [relation] = await as(manager)(reference.relations, {})
  await as(manager)(guardians.add, {
    studentId: omar.id,
    guardianName: 'كريم ماهر الجندي',
    relationId: relation!.id,
    phone: parent.phone,
  })
  const named = async () => (await of(manager)).guardians!.filter(({ phone }) => phone === parent.phone)
  expect(await named()).toMatchObject([{ linked: true }])
  await sql('update student_parents set ended_at = now(), ended_by = $2 where student_id = $1 and parent_id = $3', [
    omar.id,
    manager.id,
    parent.id,
  ])
  expect(await named()).toMatchObject([{ linked: false }])
})
