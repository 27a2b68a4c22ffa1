import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { today } from '#contract/overviews/today/today.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { clock, now, today as day } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, insert, setWork } = byHandIn(connection)
const { parent, mother, supervisor, manager, teacher, parentInBoth, unpaidParent, nile, delta } = world
const { omar, laila, classmate, class4a, class5a, arabic, maths } = world

const todayOf = (person: { phone: string }) => as(person)(today.get, {})
const childOf = async (person: { phone: string }, { id }: { id: string } = omar) =>
  (await todayOf(person)).children.find(({ studentId }) => studentId === id)!

const nothing = {
  ...Object.fromEntries(['homework', 'exams', 'marks', 'notes'].map((list) => [list, []])),
  ...Object.fromEntries(['homework', 'exam', 'mark', 'note'].map((one) => [`${one}Count`, 0])),
}

/** Moves the term far into the past. */
const longAgo = () =>
  sql(`
    update student_exams set modified_at = now() - interval '8 days';
    update student_homework set modified_at = now() - interval '8 days';
    update student_activities set modified_at = now() - interval '8 days';
    update student_notes set created_at = now() - interval '8 days';
    update homework set assignment_date = assignment_date - 14`)

test('a parent’s day: the parent’s children by name, each with the day at its school', async () => {
  await longAgo()
  const before = clock.now().toISOString()
  const answer = await todayOf(parent)
  expect(answer.asOf >= before && answer.asOf <= clock.now().toISOString()).toBe(true)
  expect(answer.unread).toBe(0)
  expect(answer.children.map(({ firstName }) => firstName)).toEqual(['عمر', 'ليلى'])
  expect(answer.children[0]).toEqual({
    studentId: omar.id,
    studentName: 'عمر كريم الجندي',
    firstName: 'عمر',
    imageUrl: null,
    relationName: 'father',
    schoolId: nile.id,
    schoolName: nile.name,
    classRoomId: class4a.id,
    classRoomName: 'فصل 4أ',
    seatEndedOn: null,
    pays: true,
    missing: expect.any(Array),
    isConfirmed: false,
    today: day,
    weekDay: weekDayOf(day),
    unread: 0,
    attendance: null,
    excuse: null,
    closing: null,
    fee: null,
    nextHoliday: null,
    nextLessons: null,
    month: expect.objectContaining({ present: expect.any(Number), days: expect.any(Number) }),
    ...nothing,
  })
  expect((await todayOf(parentInBoth)).children.map(({ schoolId }) => schoolId).toSorted()).toEqual(
    [nile.id, delta.id].toSorted(),
  )
})

describe('a child’s day shows', () => {
  test('today’s attendance', async () => {
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: day,
      students: [{ studentId: omar.id, state: 'late', minutesLate: 7 }],
    })
    expect((await childOf(parent)).attendance).toEqual({ state: 'late', minutesLate: 7, unread: false })
    await deliverAll(connection)
    expect((await childOf(parent)).attendance).toEqual({ state: 'late', minutesLate: 7, unread: true })
    const [published] = await as(parent)(inbox.items, { topic: 'attendance' })
    await as(parent)(inbox.markRead, { ids: [published!.id] })
    expect((await childOf(parent)).attendance).toMatchObject({ unread: false })
    expect((await childOf(parent, laila)).attendance).toBeNull()
  })

  test('the homework of today and later that is not handed in: what is unread, then the next, and how much there is', async () => {
    await setWork('homework', daysFrom(day, -1))
    await setWork('homework', daysFrom(day, 1), { result: { is_delivered: true, delivered_date: day } })
    const tomorrow = await setWork('homework', daysFrom(day, 1), { course: maths, details: 'x'.repeat(500) })
    const now = await setWork('homework', day)
    for (const days of [5, 6]) await setWork('homework', daysFrom(day, days))
    const last = await setWork('homework', daysFrom(day, 7))
    await setWork('homework', day, { student: classmate })

    const { homework, homeworkCount } = await childOf(parent)
    expect(homeworkCount).toBe(5)
    expect(homework.map(({ date }) => date)).toEqual([0, 1, 5].map((days) => daysFrom(day, days)))
    expect(homework.slice(0, 2)).toEqual([
      { id: now, courseName: arabic.name, date: day, details: 'Something', unread: false },
      { id: tomorrow, courseName: maths.name, date: daysFrom(day, 1), details: `${'x'.repeat(54)}…`, unread: false },
    ])

    await sql(`insert into outbox (event, school_id, payload) values ('homework', $1, $2)`, [
      nile.id,
      JSON.stringify({ set: [{ workId: last, studentIds: [omar.id] }] }),
    ])
    await deliverAll(connection)
    expect((await childOf(parent)).homework.map(({ id, unread }) => [id, unread])).toEqual([
      [last, true],
      [now, false],
      [tomorrow, false],
    ])
  })

  test('the exams of the coming two weeks', async () => {
    const exam = await setWork('exam', daysFrom(day, 14))
    await setWork('exam', daysFrom(day, 15))
    expect(await childOf(parent)).toMatchObject({ exams: [{ id: exam, courseName: arabic.name }], examCount: 1 })
  })

  test('the marks of the last seven days, and older ones that the parent has not read about', async () => {
    const absent = await setWork('exam', daysFrom(day, -2), { result: { total_result: 0, is_attend: false } })
    const old = await setWork('activity', daysFrom(day, -30), {
      result: { result: 19.5, is_attend: true, modified_at: new Date(now() - 9 * 86_400_000) },
    })
    await setWork('homework', daysFrom(day, -3))
    expect((await childOf(parent)).marks.map(({ id }) => id)).toEqual(expect.arrayContaining([absent]))

    await sql(`insert into outbox (event, school_id, payload) values ('result', $1, $2)`, [
      nile.id,
      JSON.stringify({ kind: 'activity', workId: old, studentIds: [omar.id] }),
    ])
    await deliverAll(connection)
    const { marks, unread } = await childOf(parent)
    expect(unread).toBe(2)
    expect(marks[0]).toEqual({
      kind: 'activity',
      id: old,
      courseName: arabic.name,
      date: daysFrom(day, -30),
      result: 19.5,
      rate: 20,
      tookPart: true,
      classAverage: null,
      percentBefore: null,
      unread: true,
    })
    expect(marks).toContainEqual(
      expect.objectContaining({ kind: 'exam', id: absent, result: 0, tookPart: false, unread: false }),
    )
    const [newest] = await as(parent)(inbox.items, {})
    await as(parent)(inbox.markRead, { upTo: newest!.id })
    expect(await childOf(parent)).toMatchObject({ unread: 0 })
    expect((await childOf(parent)).marks.map(({ id }) => id)).not.toContain(old)
  })

  test('the notes of the last seven days', async () => {
    const id = newId()
    const place = { school_id: nile.id, class_room_id: class4a.id, student_id: omar.id, supervisor_id: supervisor.id }
    await insert('student_notes', { ...place, id, date: day, notes: 'Reads aloud' })
    expect(await childOf(mother)).toMatchObject({
      notes: [
        { id, courseName: null, date: day, authorName: 'طارق عبدالعزيز شلبي', notes: 'Reads aloud', unread: false },
      ],
      noteCount: 1,
    })
  })

  test('nothing of what was taken away', async () => {
    await sql('update student_notes set removed_at = now(), removed_by = supervisor_id')
    await sql('update student_homework set removed_at = now(), removed_by = $1', [teacher.id])
    expect(await childOf(mother)).toMatchObject({ notes: [], noteCount: 0, homework: [], homeworkCount: 0 })
  })
})

test('with an ended seat nothing is shown that was after it', async () => {
  const [{ seat }] = await sql('select seat_ended_on::text as seat from students where id = $1', [
    world.unpaidStudent.id,
  ])
  const [before] = (await todayOf(unpaidParent)).children
  await as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date: day,
    students: [{ studentId: world.unpaidStudent.id, state: 'present' }],
  })
  await setWork('homework', day, { student: world.unpaidStudent })
  const mark = { student: world.unpaidStudent, result: { total_result: 7, is_attend: true } }
  await setWork('exam', daysFrom(seat, 1), mark)
  const until = await setWork('exam', seat, mark)
  const [child] = (await todayOf(unpaidParent)).children
  expect(child).toMatchObject({ seatEndedOn: seat, attendance: null, homework: [], exams: [], unread: 0 })
  expect(child!.month).toEqual(before!.month)
  expect(child!.marks.map(({ id }) => id)).toContain(until)
  for (const { date } of [...child!.marks, ...child!.notes]) expect(date <= seat).toBe(true)
})

test('no parent sees a child that is not theirs, from the next call on', async () => {
  expect((await todayOf(mother)).children.map(({ studentId }) => studentId)).toEqual([omar.id])
  for (const person of [manager, supervisor, world.formerParent, world.inactiveParent, world.closedParent])
    expect((await todayOf(person)).children).toEqual([])
  await sql('update student_parents set ended_at = now(), ended_by = consent_by where parent_id = $1', [mother.id])
  expect((await todayOf(mother)).children).toEqual([])
  expect(await wire('Parent/GetToday', {})).toMatchObject({ status: 401, text: 'Please sign in' })
})

test('six children with the longest words fit into 30 kB', async () => {
  await sql(`update courses set name = repeat('ش', 90) || right(id::text, 8) where school_id = $1`, [nile.id])
  const others = await sql(
    `update students set first_name = repeat('ع', 40), last_name = repeat('ي', 40) where id in (
       select id from students where class_room_id = $1 and active and is_paid and id <> $2 limit 4) returning id`,
    [class5a.id, laila.id],
  )
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, unnest($2::uuid[]), $3, (select id from relation_types limit 1), $4`,
    [nile.id, others.map(({ id }) => id), parent.id, manager.id],
  )
  const work = [
    ['homework', 'student_homework', 'homework_id', 'assignment_date', '', 'null, null'],
    ['exams', 'student_exams', 'exam_id', 'exam_date', 'month_id,', 'null, null'],
    ['activities', 'student_activities', 'activity_id', 'activity_date', '', '17.25, true'],
  ] as const
  const students = [omar.id, laila.id, ...others.map(({ id }) => id)]
  for (const [table, results, key, date, month, result] of work)
    await sql(
      `with set as (
         insert into ${table} (${month} id, school_id, class_room_id, course_id, ${date}, details, rate, supervisor_id)
         select ${month && '(select month_id from exams where school_id = $1 limit 1),'} gen_random_uuid(), $1, $2, $3, $4::date + n, repeat('ك', 4000), 20, $5
         from generate_series(0, 5) as n returning id)
       insert into ${results} (${key}, school_id, student_id, ${table === 'exams' ? 'total_result' : 'result'}, ${table === 'homework' ? 'is_delivered' : 'is_attend'})
       select set.id, $1, student, ${result} from set cross join unnest($6::uuid[]) as student`,
      [nile.id, class4a.id, arabic.id, day, teacher.id, students],
    )
  await sql(
    `insert into student_notes (id, school_id, class_room_id, student_id, course_id, supervisor_id, date, notes)
     select gen_random_uuid(), $1, $2, student, $3, $4, $5, repeat('ك', 4000)
     from unnest($6::uuid[]) as student cross join generate_series(1, 6)`,
    [nile.id, class4a.id, arabic.id, teacher.id, day, students],
  )
  await sql(
    `with version as (
       insert into timetables (school_id, id, year_id, name, anchor)
       select $1, gen_random_uuid(), id, 'week', $2 from school_years where school_id = $1 and active and not completed returning id)
     insert into lessons (school_id, id, timetable_id, course_id, weekday, number, class_ids, group_ids)
     select $1, gen_random_uuid(), version.id, $3, extract(dow from $2::date + 1), n, array[$4, $5]::uuid[], array[null, null]::uuid[]
     from version cross join generate_series(1, 8) n`,
    [nile.id, day, arabic.id, class4a.id, class5a.id],
  )
  await sql('update timetables set valid_from = $1, published_at = now(), published_by = $2', [day, manager.id])
  const { text } = await wire('Parent/GetToday', {}, { as: parent })
  const { children } = JSON.parse(text)
  expect(children).toHaveLength(6)
  for (const child of children) expect(child.nextLessons.courses).toHaveLength(7)
  for (const child of children)
    for (const list of ['homework', 'exams', 'marks', 'notes'] as const) expect(child[list]).toHaveLength(3)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000)
})
