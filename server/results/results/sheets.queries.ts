import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName, fullName } from '#server/db/search.ts'
import type { ResultRow } from './closings.queries.ts'

export type SheetStudent = { id: string; name: string; code: string; seatNumber: string | null }

/** What lists show of pupils in addition to their marks. */
export const studentsOfSheet = (schoolId: string, studentIds: readonly string[]) =>
  sql<SheetStudent>`
    select st.id, ${fullName('st')} as name, st.code, o.seat_number
    from students st left join official_records o on o.school_id = st.school_id and o.student_id = st.id
    where st.school_id = ${schoolId} and st.id = any (${studentIds}::uuid[])
    order by ${byName(fullName('st'))}, st.id`

type Closed = ResultRow & { studentName: string; classRoomName: string; courseName: string | null }

/** The rows of a closing, of one class or of all, in the order of the names of classes and courses; the pupil's total is last. */
export async function closedSheet(db: Db, schoolId: string, closingId: string, classRoomId: string | null) {
  const { rows } = await sql<Closed>`
    select r.student_id, ${fullName('st')} as student_name, r.class_room_id, c.name as class_room_name, r.course_id, k.name as course_name, r.parts, r.total,
      r.full_mark, r.percent, r.band, r.state, r.passed, r.needs_second_round, r.round, r.rank
    from term_results r
    join students st on st.school_id = r.school_id and st.id = r.student_id
    join class_rooms c on c.school_id = r.school_id and c.id = r.class_room_id
    left join courses k on k.school_id = r.school_id and k.id = r.course_id
    where r.school_id = ${schoolId} and r.closing_id = ${closingId}
      ${classRoomId ? sql`and r.class_room_id = ${classRoomId}` : sql``}
    order by ${byName('c.name')}, c.id, ${byName(fullName('st'))}, st.id, ${byName('k.name')} nulls last, k.id`.execute(
    db,
  )
  return rows
}

type Place = { gradeId: string; gradeName: string; classRoomName: string | null; courseName: string | null }

const ofCourse = (column: 'id' | 'name', schoolId: string, courseId: string | null) =>
  sql`(select k.${sql.ref(column)} from courses k where k.school_id = ${schoolId} and k.id = ${courseId})`

export async function classOnSheet(db: Db, schoolId: string, classRoomId: string, courseId: string | null) {
  const { rows } = await sql<Place>`
    select g.id as grade_id, g.name as grade_name, c.name as class_room_name,
      ${ofCourse('name', schoolId, courseId)} as course_name
    from class_rooms c join grades g on g.school_id = c.school_id and g.id = c.grade_id
    where c.school_id = ${schoolId} and c.id = ${classRoomId}`.execute(db)
  return rows[0]
}

export async function gradeOnSheet(db: Db, schoolId: string, gradeId: string, courseId: string | null) {
  const { rows } = await sql<Place & { courseId: string | null }>`
    select g.id as grade_id, g.name as grade_name, null as class_room_name,
      ${ofCourse('name', schoolId, courseId)} as course_name, ${ofCourse('id', schoolId, courseId)} as course_id
    from grades g
    where g.school_id = ${schoolId} and g.id = ${gradeId}`.execute(db)
  return rows[0]
}
