import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** People are notified of a newly closed day only if it is within this number of days. */
const noticeDays = 14

export type OpenSoon = { gradeId: string; day: string }[]

/** The open days of each grade in the near future, for comparison after a change. */
export async function openSoon(db: Db, schoolId: string, today: string): Promise<OpenSoon> {
  const { rows } = await sql<OpenSoon[number]>`
    select g.id as grade_id, one.day
    from grades g cross join lateral open_days(g.school_id, g.id, ${today}, ${today}::date + ${noticeDays}::integer) as one (day)
    where g.school_id = ${schoolId}`.execute(db)
  return rows
}

/**
 * Those of the open days that a holiday closes now. A changed week or term is part of the school's plan, so nobody is notified
 * of it.
 */
export async function closedByHoliday(db: Db, schoolId: string, wereOpen: OpenSoon): Promise<OpenSoon> {
  const { rows } = await sql<OpenSoon[number]>`
    select b."gradeId" as grade_id, b.day
    from jsonb_to_recordset(${JSON.stringify(wereOpen)}::jsonb) as b ("gradeId" uuid, day date)
    where not open_day(${schoolId}, b."gradeId", b.day) and exists (
      select from calendar_days d
      where d.school_id = ${schoolId} and d.kind = 'holiday' and d.removed_at is null
        and b.day between d.from_day and d.to_day and (d.grade_ids is null or b."gradeId" = any (d.grade_ids)))
    order by b.day, b."gradeId"`.execute(db)
  return rows
}

type Recipient = { personId: string; studentId: string | null; day: string; gradeIds: string[] }

/**
 * The people to notify, with the first of the days: parents of students in the closed grades, once for each child, and the
 * teachers and supervisors of their classes. A person who already got an item about that day gets no other one, so a holiday
 * that is removed and entered again is not sent twice.
 */
export async function notifiedOfClosing(db: Db, schoolId: string, closed: OpenSoon) {
  const { rows } = await sql<Recipient>`
    with closed as (
      select c."gradeId" as grade_id, min(c.day) as day
      from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as c ("gradeId" uuid, day date) group by c."gradeId"
    ), class as (
      select r.id, r.supervisor_id, closed.grade_id, closed.day
      from class_rooms r join closed on closed.grade_id = r.grade_id where r.school_id = ${schoolId} and r.active
    ), recipient as (
      select l.parent_id as person_id, l.student_id, class.day, class.grade_id
      from class
      join students st on st.school_id = ${schoolId} and st.class_room_id = class.id and st.active and st.is_paid
      join parent_links l on l.school_id = ${schoolId} and l.student_id = st.id and l.is_notified
      union
      select class.supervisor_id, null, class.day, class.grade_id from class where class.supervisor_id is not null
      union
      select t.teacher_id, null, class.day, class.grade_id
      from class join class_teacher_courses t on t.school_id = ${schoolId} and t.class_room_id = class.id
      join school_teachers l on l.school_id = ${schoolId} and l.teacher_id = t.teacher_id and l.accepted_at is not null
    )
    select r.person_id, r.student_id, min(r.day) as day, array_agg(distinct r.grade_id) as grade_ids
    from recipient r
    join schools s on s.id = ${schoolId} and s.active
    where not exists (
      select from inbox_items i
      where i.person_id = r.person_id and i.kind = 'dayClosed' and i.at_school_id = ${schoolId} and i.day = r.day
        and i.student_id is not distinct from r.student_id)
    group by r.person_id, r.student_id`.execute(db)
  return rows
}
