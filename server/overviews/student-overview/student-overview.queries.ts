import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { fullName } from '#server/db/search.ts'
import { isOpen, joinClosures } from '#server/school/presence/open-days.queries.ts'
import { settledMarks } from '#server/school/presence/settled-marks.queries.ts'

/** A student of a school, and the days of interest. */
export type Asked = { schoolId: string; studentId: string; today: string }

type Days = { from: string; to: string }

/** The days of a student in registers that count, earliest first. */
export const marksOnDays = (db: Db, { schoolId, studentId }: Asked, reach: Reach, { from, to }: Days) =>
  db
    .selectFrom(settledMarks(schoolId, sql`m.student_id = ${studentId} and m.date between ${from} and ${to}`).as('m'))
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'm.classRoomId', student: 'm.studentId', date: 'm.date' }))
    .select(['m.date as day', 'm.state'])
    .orderBy('m.date')

/** The days on which the class of a student has no school. */
export const closedOnDays = ({ schoolId, studentId }: Asked, { from, to }: Days) =>
  sql<{ day: string }>`
    select one.day::date as day
    from students st
    join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id ${joinClosures('c')}
    cross join generate_series(${from}::date, ${to}::date, interval '1 day') as one (day)
    where st.school_id = ${schoolId} and st.id = ${studentId} and not ${isOpen(sql`one.day::date`)}
    order by one.day`

type CalendarKind = 'holiday' | 'exam' | 'remote' | 'event' | 'otherHours'

/** What the calendar says of these days for the grade of a student. */
export const calendarOnDays = ({ schoolId, studentId }: Asked, { from, to }: Days) =>
  sql<{ id: string; kind: CalendarKind; name: string; fromDay: string; toDay: string }>`
    select d.id, d.kind, d.name, d.from_day, d.to_day
    from students st
    join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id
    join calendar_days d on d.school_id = ${schoolId} and d.removed_at is null
      and d.from_day <= ${to} and d.to_day >= ${from} and (d.grade_ids is null or c.grade_id = any (d.grade_ids))
    where st.school_id = ${schoolId} and st.id = ${studentId}
    order by d.from_day, d.to_day, d.id
    limit ${calendarAtMost}`

const calendarAtMost = 6

type Band = { name: string; nameAr: string; colour: string }
type LastTotal = { termName: string; percent: number | null; band: Band | null; passed: boolean | null }

/**
 * The total of the latest closed term. Teachers who do not supervise the class read no total, as in the results of the student; a parent reads
 * what is published.
 */
export function lastTotal({ schoolId, studentId }: Asked, reach: Reach, now: Date) {
  const published = sql<boolean>`k.visible_from <= ${now}`
  const seen = (): RawBuilder<boolean> => {
    if (reach.of === 'school') return sql<boolean>`true`
    if (reach.of !== 'classes') return published
    const supervises = sql<boolean>`exists (
      select from students st join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id
      where st.school_id = ${schoolId} and st.id = ${studentId} and c.supervisor_id = ${reach.personId})`
    return reach.childIds ? sql<boolean>`(${supervises} or ${published})` : supervises
  }
  return sql<LastTotal>`
    select t.name as term_name, r.percent, r.band, r.passed
    from term_results r
    join term_closings k on k.school_id = ${schoolId} and k.id = r.closing_id and k.reopened_at is null
    join terms t on t.school_id = ${schoolId} and t.id = k.term_id
    where r.school_id = ${schoolId} and r.student_id = ${studentId} and r.course_id is null and ${seen()}
    order by t.start_date desc limit 1`
}

/** Until which day a student's seat was paid, if it ended; their parents read up to it. */
export const lastPaidDay = ({ schoolId, studentId }: Asked) =>
  sql<{ seatEndedOn: string | null }>`
    select seat_ended_on from students where school_id = ${schoolId} and id = ${studentId}`

/** Whether the school has noted anything about the health of a student; not what. */
export const hasHealthNotes = ({ schoolId, studentId }: Asked) =>
  sql<{ noted: boolean }>`
    select exists (select from student_health
      where school_id = ${schoolId} and student_id = ${studentId} and coalesce(health_notes, '') <> '')
      or exists (select from health_alerts where school_id = ${schoolId} and student_id = ${studentId}) as noted`

/** What the class reached in each of these exams, in percent. */
export const classInExams = ({ schoolId, studentId }: Asked, examIds: readonly string[]) =>
  sql<{ id: string; percent: number | null }>`
    select e.id, class_behind(${schoolId}, ${studentId}, array[e.id]) as percent
    from unnest(${[...examIds]}::uuid[]) as e (id)`

type Paper = { id: string; kind: string; number: number; year: number; day: string; byName: string }

/** The valid papers of a student, latest first. */
export const latestPapers = ({ schoolId, studentId }: Asked, atMost: number) =>
  sql<Paper>`
    select p.id, p.kind, p.number, p.year, p.issued_on as day, ${fullName('u')} as by_name
    from papers p join users u on u.id = p.issued_by
    where p.school_id = ${schoolId} and p.student_id = ${studentId} and p.revoked_at is null
    order by p.created_at desc, p.number desc, p.id
    limit ${atMost}`

type Call = { id: string; day: string; outcome: 'reached' | 'noAnswer'; details: string | null; byName: string }

/** The phone calls to the family of a student since a day, latest first. */
export const callsSince = ({ schoolId, studentId }: Asked, from: string) =>
  sql<Call>`
    select k.id, k.day, k.outcome, k.note as details, ${fullName('u')} as by_name
    from absence_calls k join users u on u.id = k.made_by
    where k.school_id = ${schoolId} and k.student_id = ${studentId} and k.day >= ${from}
    order by k.created_at desc, k.id
    limit ${messagesAtMost}`

type Message = { id: string; day: string; title: string; byName: string }

/** The announcements since a day that address the family of a student, latest first; with `authorId`, only those of this person. */
export const messagesSince = (
  { schoolId, studentId }: Asked,
  from: string,
  timeZone: string,
  authorId: string | null,
) =>
  sql<Message>`
    select p.id, (p.published_at at time zone ${timeZone})::date as day, p.title, ${fullName('u')} as by_name
    from students st
    join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id
    join posts p on p.school_id = ${schoolId} and p.published_at >= ${from}::date and p.taken_back_at is null
      and (${authorId}::uuid is null or p.author_id = ${authorId})
    join users u on u.id = p.author_id
    where st.school_id = ${schoolId} and st.id = ${studentId} and exists (
      select from post_audience a
      where a.school_id = ${schoolId} and a.post_id = p.id
        and (a.kind = 'school' or (a.kind, a.target_id) in (('grade', c.grade_id), ('class', c.id), ('student', st.id))))
    order by p.published_at desc, p.id
    limit ${messagesAtMost}`

const messagesAtMost = 10
