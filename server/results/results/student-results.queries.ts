import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName } from '#server/db/search.ts'

type Query = { schoolId: string; studentId: string; termId: string | null; publishedBy: Date | null }

/** The valid closed results of a student, latest term first; with `publishedBy`, only those that were published by then. */
export async function resultsOfStudent<Result>(db: Db, { schoolId, studentId, termId, publishedBy }: Query) {
  const figures = (of: string, courseName?: string) => sql`jsonb_build_object('courseId', ${sql.ref(`${of}.course_id`)},
    'courseName', ${courseName ? sql.ref(courseName) : sql`null::text`}, 'parts', ${sql.ref(`${of}.parts`)}, 'total', ${sql.ref(`${of}.total`)},
    'fullMark', ${sql.ref(`${of}.full_mark`)}, 'percent', ${sql.ref(`${of}.percent`)}, 'band', ${sql.ref(`${of}.band`)},
    'state', ${sql.ref(`${of}.state`)}, 'passed', ${sql.ref(`${of}.passed`)},
    'needsSecondRound', ${sql.ref(`${of}.needs_second_round`)}, 'round', ${sql.ref(`${of}.round`)}, 'grace', coalesce((
      select (p ->> 'points')::numeric from jsonb_array_elements(${sql.ref(`${of}.parts`)}) p where p ->> 'id' = 'grace'), 0))`
  const { rows } = await sql<Result>`
    select k.id as closing_id, t.id as term_id, t.name as term_name, y.name as year_name, g.name as grade_name, k.issue, k.closed_at,
      k.published_at, k.visible_from, c.name as class_room_name, ${publishedBy ? sql`null::integer` : sql`r.rank`} as rank,
      ${
        publishedBy
          ? sql`null::integer`
          : sql`(select count(*)::integer from term_results a
              where a.school_id = ${schoolId} and a.closing_id = k.id and a.course_id is null)`
      } as pupils,
      coalesce((
        select jsonb_agg(${figures('a', 'n.name')} order by ${byName('n.name')}, n.id)
        from term_results a join courses n on n.school_id = a.school_id and n.id = a.course_id
        where a.school_id = ${schoolId} and a.closing_id = r.closing_id and a.student_id = r.student_id), '[]') as courses,
      ${figures('r')} as total, coalesce(r.remarks, '[]') as remarks
    from term_results r
    join term_closings k on k.school_id = r.school_id and k.id = r.closing_id and k.reopened_at is null
    join terms t on t.school_id = k.school_id and t.id = k.term_id
    join school_years y on y.school_id = t.school_id and y.id = t.school_year_id
    join grades g on g.school_id = k.school_id and g.id = k.grade_id
    join class_rooms c on c.school_id = r.school_id and c.id = r.class_room_id
    where r.school_id = ${schoolId} and r.student_id = ${studentId} and r.course_id is null
      ${termId ? sql`and t.id = ${termId}` : sql``}
      ${publishedBy ? sql`and k.visible_from <= ${publishedBy}` : sql``}
    order by t.start_date desc`.execute(db)
  return rows
}

/** Whether a person supervises the class of a student, and which courses they teach there. */
export async function taughtTo(
  db: Db,
  { schoolId, studentId, personId }: { schoolId: string; studentId: string; personId: string },
) {
  const { rows } = await sql<{ supervises: boolean; courseIds: string[] }>`
    select coalesce(c.supervisor_id = ${personId}, false) as supervises, to_jsonb(array(
      select t.course_id from class_teacher_courses t
      where t.school_id = ${schoolId} and t.class_room_id = c.id and t.teacher_id = ${personId})) as course_ids
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and st.id = ${studentId}`.execute(db)
  return rows[0] ?? { supervises: false, courseIds: [] }
}
