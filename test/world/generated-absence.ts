import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'

type State = 'present' | 'absent' | 'late' | 'excused'

export type Pupil = {
  id: string
  gradeId: string
  classRoomId: string
  days: { day: string; classRoomId: string; state: State; writtenAt: string; isClosed: boolean; superseded: boolean }[]
  special: { kind: 'mission' | 'suspension'; from: string; to: string }[]
}

export type Term = { from: string; to: string }
type Closing = { from: string; to: string; gradeId: string | null }

type Sql = (text: string, values?: unknown[]) => Promise<{ id: string; grade_id: string; last: string }[]>
type Options = { school: { id: string }; pupils: number; today: string; takenBy: string }

const weeks = 36
const ofClass = 40
const sundayToThursday = 0b11111

/** The same numbers at every run (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A school year up to today in place of the world's: pupils with runs of absence, lateness and excuses, holidays without
 * registers, registers that were forgotten, changes of class within a day, missions and suspensions. Registers were also taken on
 * days that the calendar closes: holidays of all or of one grade, and a week between the terms.
 */
export async function generatedYear(
  sql: Sql,
  { school, pupils, today, takenBy }: Options,
): Promise<{ year: Pupil[]; terms: Term[] }> {
  const random = numbers(20261122)
  await addClasses(sql, school.id, Math.ceil(pupils / ofClass))
  const classes = await sql('select id, grade_id from class_rooms where school_id = $1 and active order by id', [
    school.id,
  ])
  await sql('delete from attendance_marks where school_id = $1', [school.id])
  await sql('delete from attendance_sheets where school_id = $1', [school.id])
  const begin = daysFrom(today, -7 * weeks)
  await sql(
    `update school_year_months m set start_date = $2, end_date = greatest(m.end_date, $2) from school_years y
     where y.id = m.school_year_id and y.school_id = $1 and m.school_id = $1 and y.active and m.position = 1`,
    [school.id, begin],
  )
  const holidays = new Set(Array.from({ length: 14 }, () => daysFrom(begin, Math.floor(random() * weeks * 7))))
  const open = Array.from({ length: 7 * weeks }, (_, at) => daysFrom(begin, at)).filter(
    (day) => !['Friday', 'Saturday'].includes(weekDayOf(day)) && !holidays.has(day),
  )
  const [firstOfBreak, lastOfBreak] = [daysFrom(begin, 120), daysFrom(begin, 126)]
  const terms = [
    { from: begin, to: daysFrom(firstOfBreak, -1) },
    { from: daysFrom(lastOfBreak, 1), to: daysFrom(today, 60) },
  ]
  const closings = Array.from({ length: 8 }, (_, nth): Closing => {
    const from = open[Math.floor(random() * open.length)]!
    const gradeId = nth % 2 === 0 ? null : classes[nth % classes.length]!.grade_id
    return { from, to: daysFrom(from, nth % 3), gradeId }
  })
  const isClosed = (day: string, gradeId: string) =>
    (firstOfBreak <= day && day <= lastOfBreak) ||
    closings.some((one) => one.from <= day && day <= one.to && [null, gradeId].includes(one.gradeId))
  const forgotten = new Set(
    classes.flatMap(({ id }) => open.filter(() => random() < 0.03).map((day) => `${id} ${day}`)),
  )

  const year = Array.from({ length: pupils }, (_, nth): Pupil => {
    const room = classes[nth % classes.length]!
    const from = open[Math.floor(random() * open.length)]!
    const special: Pupil['special'] =
      random() < 0.15
        ? [{ kind: random() < 0.5 ? 'mission' : 'suspension', from, to: daysFrom(from, Math.floor(random() * 9)) }]
        : []
    const illness = 0.02 + random() * 0.12
    let ill = 0
    const days = open.flatMap((day): Pupil['days'] => {
      if (forgotten.has(`${room.id} ${day}`)) return []
      if (ill === 0 && random() < illness / 3) ill = 1 + Math.floor(random() * 7)
      const luck = random()
      const away: State = luck < 0.7 ? 'absent' : 'excused'
      const isSpecial = special.some((one) => one.from <= day && day <= one.to)
      const arrived: State = luck < 0.06 ? 'late' : 'present'
      const alone: State = ill > 0 ? away : arrived
      const state: State = isSpecial ? 'excused' : alone
      if (ill > 0) ill--
      const closed = isClosed(day, room.grade_id)
      const mark = { day, classRoomId: room.id, state, writtenAt: `${day}T06:30:00Z`, isClosed: closed }
      const other = classes[(nth + 1) % classes.length]!
      if (random() > 0.01 || forgotten.has(`${other.id} ${day}`)) return [{ ...mark, superseded: false }]
      const moved: State = random() < 0.5 ? 'absent' : 'present'
      const later = { day, classRoomId: other.id, state: moved, writtenAt: `${day}T09:30:00Z` }
      const isLaterClosed = isClosed(day, other.grade_id)
      // As 0980 left those of before: the one counts that was saved last in a register that counts.
      const isLaterFirst = !isLaterClosed || closed
      return [
        { ...mark, superseded: isLaterFirst },
        { ...later, isClosed: isLaterClosed, superseded: !isLaterFirst },
      ]
    })
    return { id: newId(), gradeId: room.grade_id, classRoomId: room.id, days, special }
  })
  await store(sql, school.id, takenBy, year)
  await storeCalendar(sql, school.id, terms, closings)
  // Not left to autovacuum, which runs a minute later.
  await sql('analyze')
  return { year, terms }
}

/** As many active classes as a school of this size has, spread over its grades. */
async function addClasses(sql: Sql, schoolId: string, needed: number) {
  await sql(
    `with known as (
       select c.*, row_number() over (order by c.id) as nth, count(*) over () as many from class_rooms c
       where c.school_id = $1 and c.active
     )
     insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students)
     select gen_random_uuid(), k.school_id, k.grade_id, k.language_id, 'class ' || more, k.gender, k.max_of_students
     from generate_series(1, $2::integer) as more
     join known k on k.nth = 1 + more % k.many
     where more > k.many`,
    [schoolId, needed],
  )
}

/** Stored after the registers, as a school does that enters its calendar late. */
async function storeCalendar(sql: Sql, schoolId: string, terms: Term[], closings: Closing[]) {
  for (const table of ['calendar_days', 'terms', 'school_week', 'calendar_closures', 'school_calendars'])
    await sql(`delete from ${table} where school_id = $1`, [schoolId])
  await sql('insert into school_calendars (school_id) values ($1)', [schoolId])
  await sql('insert into school_week (school_id, open_weekdays) values ($1, $2)', [schoolId, sundayToThursday])
  await sql(
    `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
     select y.school_id, gen_random_uuid(), y.id, 'term ' || nth, nth, t."from", t."to"
     from school_years y
     cross join rows from (jsonb_to_recordset($2::jsonb) as ("from" date, "to" date)) with ordinality as t ("from", "to", nth)
     where y.school_id = $1 and y.active`,
    [schoolId, JSON.stringify(terms)],
  )
  await sql(
    `insert into calendar_days (school_id, id, kind, name, from_day, to_day, grade_ids)
     select $1, gen_random_uuid(), 'holiday', 'holiday', h."from", h."to", case when h."gradeId" is not null then array[h."gradeId"] end
     from jsonb_to_recordset($2::jsonb) as h ("from" date, "to" date, "gradeId" uuid)`,
    [schoolId, JSON.stringify(closings)],
  )
}

async function store(sql: Sql, schoolId: string, takenBy: string, year: Pupil[]) {
  const [codes] = await sql('select coalesce(max(last_number), 0) + 100000 as last from student_codes')
  await sql(
    `insert into students (id, school_id, first_name, middle_name, last_name, class_room_id, code)
     select p.id, $1, 'طالب', 'رقم', 'رقم ' || nth, p."classRoomId", 'ST' || lpad(($3::bigint + nth)::text, 10, '0')
     from rows from (jsonb_to_recordset($2::jsonb) as (id uuid, "classRoomId" uuid)) with ordinality as p (id, "classRoomId", nth)`,
    [schoolId, JSON.stringify(year.map(({ id, classRoomId }) => ({ id, classRoomId }))), codes!.last],
  )
  for (let at = 0; at < year.length; at += 250) {
    const part = year.slice(at, at + 250)
    const marks = part.flatMap(({ id, days }) => days.map((mark) => ({ ...mark, id: newId(), studentId: id })))
    const values = [schoolId, JSON.stringify(marks), takenBy]
    await sql(
      `insert into attendance_sheets (school_id, class_room_id, date, saved_by)
       select distinct $1::uuid, m."classRoomId", m.day, $3::uuid
       from jsonb_to_recordset($2::jsonb) as m ("classRoomId" uuid, day date)
       on conflict do nothing`,
      values,
    )
    await sql(
      `insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id, modified_at, superseded)
       select m.id, $1, m."classRoomId", m."studentId", m.day, m.state, $3, m."writtenAt", m.superseded
       from jsonb_to_recordset($2::jsonb) as m
         (id uuid, "classRoomId" uuid, "studentId" uuid, day date, state text, "writtenAt" timestamptz, superseded boolean)`,
      values,
    )
    const excuses = part.flatMap(({ id, special }) => special.map((one) => ({ ...one, studentId: id, id: newId() })))
    await sql(
      `insert into excuses (school_id, id, student_id, from_day, to_day, kind, by_parent, asked_by, accepted, decided_by, decided_at)
       select $1, e.id, e."studentId", e."from", e."to", e.kind, false, $3, true, $3, now()
       from jsonb_to_recordset($2::jsonb) as e (id uuid, "studentId" uuid, "from" date, "to" date, kind text)`,
      [schoolId, JSON.stringify(excuses), takenBy],
    )
  }
}
