import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { inMonthsOf } from '#server/school/years/year-days.queries.ts'
import type { Reach } from '#server/db/reach.ts'
import { marksState } from '#server/teaching/class-work/drafts.queries.ts'

/** Which exams of a class are read: those of a course or of a month, of all years or of one year. */
export type MarksQuery = {
  schoolId: string
  classRoomId: string
  reach: Reach
  courseId?: string | null | undefined
  monthId?: string | null | undefined
  yearId?: string | null | undefined
}

/** An exam as the heading of a column, with its `place` among the columns. */
export type ExamHead = {
  place: number
  id: string
  date: string
  details: string
  courseId: string
  courseName: string
  monthId: string
  monthName: string
  rate: number
  marksState: 'draft' | 'atOnce' | 'published'
}

/** A student with their marks: the place of the exam, the result, whether the student took part, and the version. */
export type MarksOfStudent = {
  studentId: string
  studentName: string
  marks: [number, number | null, boolean | null, number][]
}

/** More columns than anybody can read at once. If there are more, only the latest are returned. */
const examsAtMost = 200

/**
 * The exams of a class within reach, earliest first. The students who sit one of them or are in the class now, by name. The
 * exams are found once; for each student, only the marks are found.
 */
export async function marksOfClass(
  db: Db,
  query: MarksQuery,
): Promise<{ exams: ExamHead[]; students: MarksOfStudent[] }> {
  const { schoolId, classRoomId } = query
  const { rows } = await sql<{ exams: ExamHead[]; students: MarksOfStudent[] }>`
    with found as materialized (
      select w.id, w.exam_date, w.details, w.course_id, w.month_id, w.rate, w.created_at, ${marksState} as marks_state
      from exams w
      where ${narrowedTo(query)}
      order by w.exam_date desc, w.created_at desc, w.id desc limit ${examsAtMost}
    ), listed as materialized (
      select *, (row_number() over (order by exam_date, created_at, id))::integer - 1 as place from found
    ), marks as materialized (
      select r.student_id, jsonb_agg(jsonb_build_array(l.place, r.total_result, r.is_attend, r.version)) as marks
      from listed l
      join student_exams r on r.school_id = ${schoolId} and r.exam_id = l.id and r.removed_at is null
      group by r.student_id
    ), seated as (
      select student_id from marks
      union
      select id from students where school_id = ${schoolId} and class_room_id = ${classRoomId} and active
    ), named as (
      select st.id, ${fullName('st')} as name, coalesce(marks.marks, '[]') as marks
      from seated
      join students st on st.school_id = ${schoolId} and st.id = seated.student_id
      left join marks on marks.student_id = st.id
    )
    select coalesce((
        select jsonb_agg(jsonb_build_object('place', l.place, 'id', l.id, 'date', l.exam_date,
          'details', coalesce(l.details, ''), 'courseId', l.course_id, 'courseName', c.name, 'monthId', l.month_id,
          'monthName', m.name, 'rate', l.rate, 'marksState', l.marks_state) order by l.place)
        from listed l join courses c on c.school_id = ${schoolId} and c.id = l.course_id
          join school_year_months m on m.school_id = ${schoolId} and m.id = l.month_id), '[]') as exams,
      coalesce((
        select jsonb_agg(jsonb_build_object('studentId', id, 'studentName', name, 'marks', marks)
          order by ${byName('name')}, id)
        from named), '[]') as students`.execute(db)
  return rows[0]!
}

function narrowedTo({ schoolId, classRoomId, reach, courseId, monthId, yearId }: MarksQuery) {
  const conditions = [
    sql`w.school_id = ${schoolId} and w.class_room_id = ${classRoomId} and w.removed_at is null`,
    inReach(reach, { inSchool: schoolId, classRoom: 'w.classRoomId', course: 'w.courseId' }),
    ...(courseId ? [sql`w.course_id = ${courseId}`] : []),
    ...(monthId ? [sql`w.month_id = ${monthId}`] : []),
    ...(yearId ? [inMonthsOf(yearId, schoolId)] : []),
  ]
  return sql.join(conditions, sql` and `)
}
