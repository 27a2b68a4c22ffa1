import { expect, test } from 'vitest'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { insert, type Row } from '#test/world/insert.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, newcomer, nile, nileYear, class4a, arabic } = world

const put = (table: string, ...rows: Row[]) =>
  withClient(connection, (client) =>
    insert(
      client,
      table,
      rows.map((row) => ({ school_id: nile.id, ...row })),
    ),
  )

await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])
const [{ id: relation_id }] = await sql('select id from relation_types limit 1')
const [{ id: reason_id }] = await sql('select id from leaving_reasons limit 1')
const by = manager.id
const day = '2026-11-10'

const add = async () => {
  const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
  return (await as(manager)(studentRecords.add, named)).id
}

/**
 * Fills the tables in which a student may have only one row of a kind: both students get one, and the other one gets a second where several
 * are allowed.
 */
async function fillBoth(kept: string, other: string) {
  const [rule, term, part, mark] = [newId(), newId(), newId(), newId()]
  const posts = [newId(), newId()]
  const rules = { counts: 'running', period: 'year', counted: 'all', steps: [], active: false }
  await put('absence_rules', { id: rule, position: 9, name: 'running', ...rules })
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  await put('terms', {
    id: term,
    school_year_id: nileYear.id,
    name: 'a term',
    position: 9,
    start_date: '1999-09-01',
    end_date: '1999-12-31',
  })
  const forms = [newId(), newId()]
  for (const form_id of forms) {
    await put('forms', { id: form_id, kind: 'consent', title: 'a form', body: 'a text', made_by: by })
    const text = { form_id, text_version: 1, title: 'a form', body: 'a text', hash: 'a'.repeat(64), made_by: by }
    await put('form_texts', { id: newId(), ...text })
  }
  const evenings = [newId(), newId()]
  for (const round_id of evenings) {
    const times = { from_time: '17:00', to_time: '20:00', minutes: 10 }
    await put('meeting_rounds', { id: round_id, title: 'an evening', day, made_by: by, ...times })
    await put('meeting_teachers', { round_id, teacher_id: by })
  }
  for (const id of posts)
    await put('posts', { id, author_id: by, title: 'a title', body: 'a text', public: false, important: false })
  for (const [student_id, several] of [
    [kept, 1],
    [other, 2],
  ] as const) {
    await put('official_records', { id: newId(), student_id, birth_place: 'طنطا' })
    await put('student_health', { id: newId(), student_id, health_notes: 'a note' })
    for (let nth = 0; nth < several; nth++) {
      const id = newId()
      const step = { rule_id: rule, rule_version: 1, period_id: nileYear.id, name: 'first', action: 'letter' }
      await put('guardians', { id, student_id, name: `guardian ${nth}`, relation_id, from_day: day })
      await put('parent_invitations', { id, student_id, phone_number: `0128888888${nth}`, relation_id, consent_by: by })
      await put('absence_steps', {
        id,
        student_id,
        ...step,
        position: nth + 1,
        at: nth + 1,
        reached_on: day,
        days: [day],
      })
      const cell = { term_id: term, course_id: arabic.id, part_id: nth === 0 ? part : mark }
      await put('part_marks', { id, student_id, ...cell, mark: 40, marked_by: by })
      const remark = { term_id: term, course_id: nth === 0 ? null : arabic.id, language: 'ar' }
      const asked = { field: nth === 0 ? 'sex' : 'birthPlace', value: 'a value', asked_by: by }
      await put('record_proposals', { id: newId(), student_id, ...asked })
      const kind = nth === 0 ? 'asthma' : 'allergy'
      const given = { form_id: forms[nth], text_version: 1, agrees: false, answered_by: by, answered_at: day }
      await put('form_answers', { id: newId(), student_id, ...given })
      const meeting = { round_id: evenings[nth], teacher_id: by, student_id }
      await put('meeting_wishes', { id: newId(), ...meeting })
      await put('meeting_bookings', {
        id: newId(),
        ...meeting,
        starts: student_id === kept ? '17:00' : '17:12',
        booked_by: by,
      })
      const thread = { thread_id: newId(), student_id }
      const begun = {
        both_parents: true,
        subject: 'other',
        begun_by: by,
        begun_by_school: false,
        turn: 'school',
        last_at: day,
      }
      await put('threads', { id: thread.thread_id, student_id, ...begun })
      const text = { number: 1, author_id: by, by_school: false, body: 'a text', sent_at: day, visible_from: day }
      await put('thread_texts', { id: newId(), ...thread, ...text })
      await put('thread_reads', { id: newId(), ...thread, person_id: by, up_to: 1, read_at: day })
      await put('thread_acts', { id: newId(), ...thread, kind: 'done', by_id: by, after: 1 })
      await put('health_alerts', {
        id: newId(),
        student_id,
        kind,
        to_do: 'call',
        shown: true,
        entered_by: by,
        by_parent: false,
      })
      await put('emergency_contacts', { id: newId(), student_id, given_by: nth === 0 ? null : by })
      const person_id = nth === 0 ? by : newcomer.id
      await put('record_confirmations', { id: newId(), student_id, person_id, on_day: day })
      await put('remarks', { id, student_id, ...remark, body: 'a remark', author_id: by })
      const year_name = nth === 0 ? '2023/2024' : '2024/2025'
      const brought = { year_name, position: 0, mark: 40, import_id: newId(), brought_on: day, brought_by: by }
      await put('brought_marks', { id: newId(), student_id, ...brought })
      await put('post_audience', { post_id: posts[nth], kind: 'student', target_id: student_id })
    }
    const name = `picture-of-${student_id}`
    await put('media', { name, kind: 'student', student_id, content: '\\x00', uploaded_by: by })
    await sql('update students set image_url = $2 where id = $1', [student_id, `/media/${name}`])
  }
  return posts
}

/** Fills the tables whose rows always go along. */
async function fillOther(other: string, posts: string[]) {
  const kind = newId()
  const what = { name: 'late', is_merit: false, points: 1 }
  await put('conduct_kinds', { id: kind, position: 9, ...what, parents_see: false })
  const about = { class_room_id: class4a.id, kind_id: kind, kind_version: 1, day, recorded_by: by }
  await put('conduct_records', { id: newId(), student_id: other, ...what, ...about })
  const asked = { from_day: day, to_day: day, kind: 'illness', by_parent: true, asked_by: newcomer.id }
  await put('excuses', { id: newId(), student_id: other, ...asked })
  const name = `excuse-of-${other}`
  await put('media', { name, kind: 'excuse', student_id: other, content: '\\x00', uploaded_by: newcomer.id })
  await put('absence_calls', { id: newId(), student_id: other, day, outcome: 'reached', made_by: by })
  const left = { left_on: '2026-10-01', returned_on: '2026-10-02', returned_by: by, seat_ended: false }
  await put('student_leavings', { id: newId(), student_id: other, reason_id, entered_by: by, ...left })
  await put('student_parents', { id: newId(), student_id: other, parent_id: newcomer.id, relation_id, consent_by: by })
  await put('post_readers', { post_id: posts[0], person_id: newcomer.id, addressed: true, student_ids: [other] })
  await put('seats', { id: newId(), student_id: other, charged_on: day, refunded_on: day })
  await sql('update student_classes set from_day = from_day - 30 where student_id = $1', [other])
}

test('of each part just what the plan counts goes along, and the rest stays', async () => {
  const [kept, other] = [await add(), await add()]
  await fillOther(other, await fillBoth(kept, other))
  const { parts } = await as(manager)(studentMerges.plan, { studentId: kept, otherId: other })
  expect(Object.fromEntries(parts.map(({ part, moves, stays }) => [part, [moves, stays]]))).toEqual({
    excuses: [1, 0],
    calls: [1, 0],
    steps: [1, 1],
    conduct: [1, 0],
    results: [1, 1],
    remarks: [1, 1],
    proposals: [1, 1],
    parents: [1, 0],
    invitations: [1, 1],
    record: [0, 1],
    health: [0, 1],
    guardians: [1, 1],
    leavings: [1, 0],
    seats: [1, 1],
    pictures: [1, 1],
    posts: [1, 1],
    classes: [1, 0],
  })

  const { id: mergeId, hindrance } = await as(manager)(studentMerges.merge, { studentId: kept, otherId: other })
  expect(hindrance).toBeNull()
  const moved = await sql(
    `select table_name, count(*)::integer as moved from student_merge_rows where merge_id = $1 group by 1`,
    [mergeId],
  )
  expect(Object.fromEntries(moved.map(({ table_name, moved }) => [table_name, moved]))).toEqual({
    excuses: 1,
    absence_calls: 1,
    absence_steps: 1,
    conduct_records: 1,
    part_marks: 1,
    brought_marks: 1,
    remarks: 1,
    health_alerts: 1,
    form_answers: 1,
    meeting_wishes: 1,
    meeting_bookings: 1,
    threads: 2,
    thread_texts: 2,
    thread_reads: 2,
    thread_acts: 2,
    emergency_contacts: 1,
    record_proposals: 1,
    record_confirmations: 1,
    student_parents: 1,
    // One that moved, and one that stayed and was withdrawn.
    parent_invitations: 2,
    guardians: 1,
    student_leavings: 1,
    seats: 1,
    media: 1,
    post_audience: 1,
    post_readers: 1,
    student_classes: 1,
    students: 2,
  })
  const pictures = await sql('select name from media where student_id = $1 order by 1', [kept])
  expect(pictures.map(({ name }) => name)).toEqual([`excuse-of-${other}`, `picture-of-${kept}`])
})

test('links that have ended are none of the ten of a student', async () => {
  const [kept, other] = [await add(), await add()]
  const people = await sql('select id from users limit 11')
  const link = { student_id: kept, relation_id, consent_by: by }
  for (const [nth, { id }] of people.entries())
    await put('student_parents', {
      ...link,
      id: newId(),
      parent_id: id,
      ...(nth === 0 && { ended_at: `${day}T09:00:00Z`, ended_by: by }),
    })
  await expect(as(manager)(studentMerges.merge, { studentId: kept, otherId: other })).resolves.toMatchObject({
    studentId: kept,
  })
})
