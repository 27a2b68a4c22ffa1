import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Conduct = { merits: number; breaches: number; mark: string | null; fullMark: string | null }
type Place = { yearName: string; gradeName: string | null; classRoomName: string | null }

/**
 * What parents were shown of the conduct of students in the current year, the mark of the current or last term, and the class of that year
 * (students may already have a class of the next year). Empty if no year is current, because then it is unclear what a certificate of
 * conduct is about.
 */
export async function conductForPapers(db: Db, schoolId: string, studentIds: readonly string[], today: string) {
  const { rows } = await sql<Conduct & Place & { studentId: string }>`
    with year as (
      select p.id, y.name, p.first_day, p.last_day from absence_periods(${schoolId}) p
      join school_years y on y.school_id = ${schoolId} and y.id = p.id
      where p.kind = 'year'
    ), term as (
      select first_day, last_day from absence_periods(${schoolId})
      where kind = 'term' and first_day <= ${today} order by first_day desc limit 1
    )
    select one.id as student_id, counted.merits, counted.breaches,
      trim_scale(m.mark)::text as mark, trim_scale(m.full_mark)::text as full_mark,
      year.name as year_name, was_in.grade_name, was_in.class_room_name
    from year
    cross join unnest(${[...studentIds]}::uuid[]) as one (id)
    left join term on true
    cross join lateral (
      select count(*) filter (where c.is_merit)::integer as merits, count(*) filter (where not c.is_merit)::integer as breaches
      from conduct_records c
      where c.school_id = ${schoolId} and c.student_id = one.id and c.day between year.first_day and year.last_day
        and c.published_at is not null and c.withdrawn_at is null) counted
    left join lateral (
      select g.name as grade_name, c.name as class_room_name from student_classes h
      join class_rooms c on c.school_id = h.school_id and c.id = h.class_room_id and c.school_year_id = year.id
      join grades g on g.school_id = c.school_id and g.id = c.grade_id
      where h.school_id = ${schoolId} and h.student_id = one.id
      order by h.from_day desc, h.id desc limit 1) was_in on true
    left join lateral conduct_marks(${schoolId}, array[one.id], term.first_day, term.last_day) m on true`.execute(db)
  return new Map(
    rows.map(({ studentId, yearName, gradeName, classRoomName, ...conduct }) => [
      studentId,
      { conduct, yearName, ...(gradeName && classRoomName && { gradeName, classRoomName }) },
    ]),
  )
}
