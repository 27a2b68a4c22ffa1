import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ClosedRemark } from '#server/results/results/remarks.queries.ts'

type MarkOfTerm = { mark: string | null; state: string | null; fullMark: string | null }

/** The terms of the year to which a term belongs, in order. */
export async function termsOfSameYear(db: Db, schoolId: string, termId: string) {
  const { rows } = await sql<{ id: string; name: string; yearName: string }>`
    select t.id, t.name, y.name as year_name
    from terms chosen
    join terms t on t.school_id = chosen.school_id and t.school_year_id = chosen.school_year_id
    join school_years y on y.school_id = t.school_id and y.id = t.school_year_id
    where chosen.school_id = ${schoolId} and chosen.id = ${termId}
    order by t.start_date, t.id`.execute(db)
  return rows
}

/** A course, or the total (course null), of a pupil over the terms of a year. Sums exist only if each term has its mark. */
export type YearRow = {
  studentId: string
  courseId: string | null
  courseName: string | null
  courseNameEn: string | null
  gradeName: string
  classRoomName: string
  closings: string[]
  marks: Record<string, MarkOfTerm>
  total: string | null
  fullMark: string | null
  percent: string | null
  /** On the row of the total: those of the latest term. */
  remarks: ClosedRemark[] | null
}

/** The rows of students in these terms from closings that are published and whose hour has come; courses by name, the total last. */
export async function closedRowsOfYear(
  db: Db,
  schoolId: string,
  studentIds: readonly string[],
  termIds: readonly string[],
  now: Date,
) {
  const { rows } = await sql<YearRow>`
    select r.student_id, r.course_id, co.name as course_name, co.name_en as course_name_en, array_agg(c.id order by t.start_date, t.id) as closings,
      (array_agg(g.name order by t.start_date desc, t.id))[1] as grade_name,
      (array_agg(k.name order by t.start_date desc, t.id))[1] as class_room_name,
      jsonb_object_agg(t.id, jsonb_build_object('mark', trim_scale(r.total)::text, 'state', r.state,
        'fullMark', trim_scale(r.full_mark)::text)) as marks,
      case when count(r.total) = ${termIds.length} then trim_scale(sum(r.total))::text end as total,
      case when count(r.total) = ${termIds.length} then trim_scale(sum(r.full_mark))::text end as full_mark,
      case when count(r.total) = ${termIds.length} then trim_scale(round(100 * sum(r.total) / nullif(sum(r.full_mark), 0), 2))::text
        end as percent,
      (array_agg(r.remarks order by t.start_date desc, t.id))[1] as remarks
    from term_results r
    join term_closings c on c.school_id = r.school_id and c.id = r.closing_id
    join terms t on t.school_id = c.school_id and t.id = c.term_id
    join grades g on g.school_id = c.school_id and g.id = c.grade_id
    join class_rooms k on k.school_id = r.school_id and k.id = r.class_room_id
    left join courses co on co.school_id = r.school_id and co.id = r.course_id
    where r.school_id = ${schoolId} and r.student_id = any (${[...studentIds]}::uuid[])
      and c.term_id = any (${[...termIds]}::uuid[])
      and c.reopened_at is null and c.published_at is not null and c.visible_from <= ${now}
    group by r.student_id, r.course_id, co.name, co.name_en
    order by r.student_id, co.name collate by_name nulls last, r.course_id`.execute(db)
  return rows
}
