import { expect, test } from 'vitest'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, nile, omar, class4a } = world
const schoolId = nile.id

const families = process.env.PROOF === 'on' ? 100 : 8
const triesOfEach = 5
const lanesAtOnce = 8

/** Families of two children each in the class of Omar, whose parents sign in like his. */
async function newFamilies() {
  await sql(
    `insert into users (id, phone_number, password_hash, first_name, last_name)
     select gen_random_uuid(), '0155' || lpad(nth::text, 7, '0'), (select password_hash from users where id = $1), 'أب', 'جديد'
     from generate_series(1, $2::integer) nth`,
    [parent.id, families],
  )
  await sql(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid)
     select gen_random_uuid(), $1, $2, 'ST8' || lpad(nth::text, 9, '0'), 'طالب', 'أب', 'جديد', true
     from generate_series(1, 2 * $3::integer) nth`,
    [schoolId, class4a.id, families],
  )
  const linked = await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, st.id, u.id, (select relation_id from student_parents where student_id = $2 limit 1), u.id
     from students st join users u on u.phone_number = '0155' || lpad(((right(st.code, 9)::integer + 1) / 2)::text, 7, '0')
     where st.school_id = $1 and st.code like 'ST8%'
     returning student_id, (select phone_number from users where id = parent_id) as phone`,
    [schoolId, omar.id],
  )
  const phones = [...new Set(linked.map(({ phone }) => phone as string))]
  return phones.map((phone) => ({
    phone,
    children: linked.filter((one) => one.phone === phone).map(({ student_id }) => student_id as string),
  }))
}

/** Numbers that look random and are the same at every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('however many families book, move and swap at once, every time is of one family, no family is in two places, and each has what was answered', async () => {
  const teachers = (await as(manager)(meetings.teachers, { schoolId })).filter((one) =>
    one.classRoomIds.includes(class4a.id),
  )
  const when = { day: daysFrom(today, 7), fromTime: '17:00', toTime: '18:00', minutes: 5, gap: 1, closeHours: 0 }
  const { id: roundId } = await as(manager)(meetings.save, {
    schoolId,
    title: 'لقاء',
    ...when,
    classRoomIds: [],
    teachers: teachers.map(({ teacherId }) => ({ teacherId })),
  })
  await as(manager)(meetings.open, { schoolId, roundId, open: true })
  const times = ['17:00', '17:06', '17:12', '17:18', '17:24', '17:30']

  const kept = new Map<string, string>()
  let booked = 0
  const tryOf = async ({ phone, children }: { phone: string; children: string[] }, seed: number) => {
    const below = numbersFrom(seed)
    for (let nth = 0; nth < triesOfEach; nth++) {
      const wanted = children.map((studentId) => ({
        studentId,
        teacherId: teachers[below(teachers.length)]!.teacherId,
        starts: times[below(times.length)]!,
      }))
      const answer = await as({ phone })(ownMeetings.book, { roundId, meetings: wanted }).catch((refusal) => refusal)
      expect([200, 409]).toContain(answer.done ? 200 : answer.status)
      if (!answer.done) continue
      booked++
      for (const { studentId, teacherId, starts } of wanted) kept.set(`${studentId} ${teacherId}`, starts)
    }
  }
  const all = await newFamilies()
  // As many at once as sign in without waiting; more would be refused as busy, as a deadlock is, which must not happen.
  const lanes = Array.from({ length: lanesAtOnce }, async (_, lane) => {
    for (const [nth, family] of all.entries()) if (nth % lanesAtOnce === lane) await tryOf(family, nth + 1)
  })
  await Promise.all(lanes)

  const rows = await sql(
    `select b.student_id || ' ' || b.teacher_id as pair, to_char(b.starts, 'HH24:MI') as starts, p.parent_id, b.teacher_id
     from meeting_bookings b join student_parents p on p.student_id = b.student_id and p.ended_at is null where b.round_id = $1`,
    [roundId],
  )
  expect(booked).toBeGreaterThan(0)
  expect(new Map(rows.map(({ pair, starts }) => [pair, starts]))).toEqual(kept)
  expect(new Set(rows.map(({ teacher_id, starts }) => teacher_id + starts)).size).toBe(rows.length)
  expect(new Set(rows.map(({ parent_id, starts }) => parent_id + starts)).size).toBe(rows.length)
})
