import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { nameAtSchoolOf } from '#server/school/classes/teacher-names.queries.ts'
import { lessonWords } from '#server/school/timetable/week.queries.ts'
import type { CoverWay } from './facts.queries.ts'

type Person = { schoolId: string; personId: string }

/** The number of the period of lesson `l` on the day of `d`, with its times. */
const period = (schoolId: string) => sql`
  join class_rooms k on k.school_id = ${schoolId} and k.id = l.class_ids[1]
  left join numbered_periods(${schoolId}) p on p.hours_set_id = hours_set_on(${schoolId}, k.grade_id, d.day) and p.number = l.number`

const words = (schoolId: string) => sql`
  l.id as lesson_id, l.number, to_char(p.starts, 'HH24:MI') as starts,
  to_char(p.starts + make_interval(mins => p.minutes), 'HH24:MI') as ends, ${lessonWords(schoolId)}`

type Words = {
  lessonId: string
  number: number
  starts: string | null
  ends: string | null
  courseName: string
  classNames: string[]
  teacherNames: string[]
  roomNames: string[]
  lacksTeacher: boolean
}

export type OwnCoverRow = Words & {
  id: string
  day: string
  classes: { id: string; name: string; groupId: string | null; takesLessons: boolean }[]
  absentName: string
  way: CoverWay
  state: 'asked' | 'given'
  note: string | null
  report: string | null
  lateAskedAt: string | null
  reopenedUntil: string | null
}

const textBy = (author: string) => sql`(
  select n.text from cover_notes n
  where n.school_id = d.school_id and n.day = d.day and n.lesson_id = d.lesson_id and n.author_id = ${sql.ref(author)})`

/** What a person covers from yesterday on; yesterday's are those whose register may still be on its way. */
export const ownCoversFrom = ({ schoolId, personId }: Person, from: string) => sql<OwnCoverRow>`
  select d.id, d.day, ${words(schoolId)}, (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'groupId', one.group_id,
        'takesLessons', exists (select from day_rule_on(${schoolId}, c.grade_id, d.day))) order by c.name)
      from unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
      join class_rooms c on c.school_id = ${schoolId} and c.id = one.class_id) as classes,
    ${nameAtSchoolOf(schoolId, 'd.absent_id')} as absent_name, d.way, d.state, ${textBy('d.absent_id')} as note,
    ${textBy('d.teacher_id')} as report, d.late_asked_at, d.reopened_until
  from covers d
  join lessons l on l.school_id = ${schoolId} and l.id = d.lesson_id
  join lateral timetable_on(${schoolId}, d.day) t on t.timetable_id = l.timetable_id
  ${period(schoolId)}
  where d.school_id = ${schoolId} and d.teacher_id = ${personId} and d.state in ('asked', 'given') and d.day >= ${from}::date - 1
  order by d.day, p.starts nulls first, l.number, d.id`

export type LeftRow = Words & {
  day: string
  way: CoverWay | null
  coveredByName: string | null
  note: string | null
  report: string | null
  /** Of the absence on that day. */
  fromTime: string | null
  toTime: string | null
  numbers: number[] | null
}

/** The lessons of a person in the next two weeks on days of absences that are taken over, also those that the absence does not concern. */
export const lessonsOfAbsentDays = ({ schoolId, personId }: Person, from: string) => sql<LeftRow>`
  select d.day, ${words(schoolId)}, d.way, ${nameAtSchoolOf(schoolId, 'd.teacher_id')} as covered_by_name, ${textBy('d.absent_id')} as note,
    ${textBy('d.teacher_id')} as report, to_char(d.from_time, 'HH24:MI') as from_time, to_char(d.to_time, 'HH24:MI') as to_time, d.numbers
  from (
    select e.school_id, one.day::date as day, m.id as lesson_id, ${personId}::uuid as absent_id, c.teacher_id, c.way,
      e.from_time, e.to_time, e.numbers
    from staff_absences e
    cross join generate_series(greatest(e.from_day, ${from}::date)::timestamp, least(e.to_day, ${from}::date + 13)::timestamp,
      interval '1 day') as one (day)
    cross join lateral timetable_on(${schoolId}, one.day::date) t
    join lessons m on m.school_id = ${schoolId} and m.timetable_id = t.timetable_id
      and m.weekday = extract(dow from one.day) and m.week in (0, t.week) and ${personId}::uuid = any (m.teacher_ids)
    left join covers c on c.school_id = ${schoolId} and c.day = one.day::date and c.lesson_id = m.id and c.state = 'given'
    where e.school_id = ${schoolId} and e.teacher_id = ${personId} and e.removed_at is null and e.decided_by is not null
  ) d
  join lessons l on l.school_id = ${schoolId} and l.id = d.lesson_id
  ${period(schoolId)}
  where open_day(${schoolId}, k.grade_id, d.day)
  order by d.day, p.starts nulls first, l.number, l.id`

/** Answers a cover for a person; 0 if it is not one that they are asked for. */
export async function answerCover(
  db: Db,
  { schoolId, personId }: Person,
  { id, state, answer }: { id: string; state: 'given' | 'declined'; answer: string | null },
) {
  const { numAffectedRows } = await sql`
    update covers set state = ${state}, answer = ${answer}, decided_at = now(), version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and teacher_id = ${personId}
      and (state = 'asked' or state = 'given' and ${state} = 'declined')`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Asks once for a register that came after the end of a lesson that the person covered. */
export async function askLate(db: Db, { schoolId, personId }: Person, id: string, now: Date) {
  const { numAffectedRows } = await sql`
    update covers set late_asked_at = ${now.toISOString()}, reopened_until = null, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and teacher_id = ${personId} and state = 'given'
      and (reopened_until is null or reopened_until <= ${now.toISOString()})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type Note = { schoolId: string; day: string; lessonId: string; authorId: string }

export const storeNote = (db: Db, { schoolId, day, lessonId, authorId }: Note, text: string) =>
  sql`
    insert into cover_notes (school_id, id, day, lesson_id, author_id, text)
    values (${schoolId}, ${newId()}, ${day}, ${lessonId}, ${authorId}, ${text})
    on conflict (school_id, day, lesson_id, author_id) do update
      set text = excluded.text, version = cover_notes.version + 1, modified_at = now()`.execute(db)

export const deleteNote = (db: Db, { schoolId, day, lessonId, authorId }: Note) =>
  sql`
    delete from cover_notes
    where school_id = ${schoolId} and day = ${day} and lesson_id = ${lessonId} and author_id = ${authorId}`.execute(db)
