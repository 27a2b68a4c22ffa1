import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type BroughtMark = {
  id: string
  yearName: string
  termName: string | null
  courseName: string | null
  courseId: string | null
  mark: number | null
  fullMark: number | null
  percent: number | null
  word: string | null
  broughtOn: string
  fileName: string | null
  broughtByName: string | null
}

type BroughtTerm = {
  studentId: string
  yearName: string
  termName: string | null
  marks: { course: string | null; shown: string }[]
}

/** What papers print of such marks: by term, oldest first, each mark in words. */
export async function broughtForPapers(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<BroughtTerm>`
    select b.student_id, min(b.year_name) as year_name, min(b.term_name) as term_name,
      jsonb_agg(jsonb_build_object('course', b.course_name, 'shown', concat_ws(' · ',
        trim_scale(b.mark)::text || coalesce(' / ' || trim_scale(b.full_mark), ''), trim_scale(b.percent) || ' %', b.word))
        order by b.course_name is null, b.position, b.id) as marks
    from brought_marks b
    where b.school_id = ${schoolId} and b.student_id = any (${[...studentIds]}::uuid[])
    group by b.student_id, b.year_key, b.term_key order by b.student_id, b.year_key, b.term_key = '', b.term_key`.execute(
    db,
  )
  return rows
}

/** The marks of a student that another school or system gave, latest year first; in a term as in the file, the total last. */
export async function broughtMarksOf(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<BroughtMark>`
    select b.id, b.year_name, b.term_name, b.course_name, c.id as course_id, b.mark::float8 as mark, b.full_mark::float8 as full_mark,
      b.percent::float8 as percent, b.word, b.brought_on, b.file_name, concat_ws(' ', u.first_name, u.middle_name, u.last_name) as brought_by_name
    from brought_marks b join users u on u.id = b.brought_by
    left join lateral (
      select min(k.id::text)::uuid as id from courses k
      where k.school_id = ${schoolId} and b.course_key <> '' and (fold(k.name) = b.course_key or fold(k.name_en) = b.course_key)
      having count(*) = 1
    ) as c on true
    where b.school_id = ${schoolId} and b.student_id = ${studentId}
    order by b.year_key desc, b.term_key desc, b.course_name is null, b.position, b.id`.execute(db)
  return rows
}
