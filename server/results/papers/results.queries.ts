import { sql } from 'kysely'
import type { ClosedRemark } from '#server/results/results/remarks.queries.ts'
import type { Db } from '#server/db/db.ts'

type Band = { name: string; nameAr: string | null; colour: string | null } | null

/** A row of a closed result: of a course, or of the pupil's total (course null). Decimals are texts, exactly as they were closed. */
export type ClosedRow = {
  studentId: string
  closingId: string
  issue: number
  termName: string
  yearName: string
  startDate: string
  endDate: string
  gradeName: string
  classRoomName: string
  courseId: string | null
  courseName: string | null
  courseNameEn: string | null
  parts: { name: string; nameAr: string | null; mark: string | null; fullMark: string | null; state: string | null }[]
  total: string | null
  fullMark: string | null
  percent: string | null
  band: Band
  state: string | null
  passed: boolean | null
  needsSecondRound: boolean
  rank: number | null
  /** On the row of the total. */
  remarks: ClosedRemark[] | null
}

/** The rows of students in a term from closings that are published and whose hour has come; courses by name, the total last. */
export async function closedRows(db: Db, schoolId: string, studentIds: readonly string[], termId: string, now: Date) {
  const { rows } = await sql<ClosedRow>`
    select r.student_id, c.id as closing_id, c.issue, t.name as term_name, y.name as year_name, t.start_date, t.end_date,
      g.name as grade_name, k.name as class_room_name, r.course_id, co.name as course_name,
      co.name_en as course_name_en,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', p.part ->> 'name', 'nameAr', p.part ->> 'nameAr', 'state', p.part ->> 'state',
          'mark', trim_scale((p.part ->> 'points')::numeric)::text,
          'fullMark', trim_scale((p.part ->> 'fullMark')::numeric)::text) order by p.nth), '[]')
        from jsonb_array_elements(r.parts) with ordinality as p (part, nth)) as parts,
      trim_scale(r.total)::text as total, trim_scale(r.full_mark)::text as full_mark, trim_scale(r.percent)::text as percent,
      r.band, r.state, r.passed, r.needs_second_round, r.rank, r.remarks
    from term_results r
    join term_closings c on c.school_id = r.school_id and c.id = r.closing_id
    join terms t on t.school_id = c.school_id and t.id = c.term_id
    join school_years y on y.school_id = t.school_id and y.id = t.school_year_id
    join grades g on g.school_id = c.school_id and g.id = c.grade_id
    join class_rooms k on k.school_id = r.school_id and k.id = r.class_room_id
    left join courses co on co.school_id = r.school_id and co.id = r.course_id
    where r.school_id = ${schoolId} and r.student_id = any (${[...studentIds]}::uuid[]) and c.term_id = ${termId}
      and c.reopened_at is null and c.published_at is not null and c.visible_from <= ${now}
    order by r.student_id, co.name collate by_name nulls last, r.course_id`.execute(db)
  return rows
}

/** Keeps closings from being reopened until the call ends; returns those that are not reopened. */
export async function keepClosings(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from term_closings
    where school_id = ${schoolId} and id = any (${[...ids]}::uuid[]) and reopened_at is null order by id for share`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The terms with a valid published result, latest first. */
export async function publishedTerms(db: Db, schoolId: string, now: Date) {
  const { rows } = await sql<{ termId: string; termName: string; yearName: string }>`
    select t.id as term_id, t.name as term_name, y.name as year_name
    from terms t
    join school_years y on y.school_id = t.school_id and y.id = t.school_year_id
    where t.school_id = ${schoolId} and exists (
      select from term_closings c
      where c.school_id = t.school_id and c.term_id = t.id and c.reopened_at is null and c.published_at is not null
        and c.visible_from <= ${now})
    order by t.start_date desc, t.id`.execute(db)
  return rows
}
