import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { putInClass } from '#server/people/students/admission.queries.ts'

type Student = { studentId: string; studentName: string; code: string; active: boolean }

/** All students in a class, active or not, by name. Students who left the school and merged entries are excluded. */
export const studentsIn = (db: Db, schoolId: string, classRoomId: string): Promise<Student[]> =>
  db
    .selectFrom('students as st')
    .where('st.schoolId', '=', schoolId)
    .where('st.classRoomId', '=', classRoomId)
    .where('st.leftOn', 'is', null)
    .where('st.mergedInto', 'is', null)
    .select(['st.id as studentId', fullName('st').as('studentName'), 'st.code', 'st.active'])
    .orderBy(byName(fullName('st')))
    .orderBy('st.id')
    .execute()

/** Locks all students in a class until the call ends, always in the same order. */
export const lockStudentsIn = (db: Db, schoolId: string, classRoomId: string) =>
  sql`
  select from students where school_id = ${schoolId} and class_room_id = ${classRoomId}
  order by id for no key update`.execute(db)

/**
 * Locks the students of a move that is being undone. No register of the class that they leave can be stored in the meantime.
 */
export const lockMoved = (db: Db, schoolId: string, moveId: string) =>
  sql`
  select from students where school_id = ${schoolId} and id in (
    select student_id from class_move_students where school_id = ${schoolId} and move_id = ${moveId})
  order by id for update`.execute(db)

export const classNamed = (db: Db, schoolId: string, id: string) =>
  db
    .selectFrom('classRooms')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .select(['id', 'name'])
    .executeTakeFirst()

type Moved = { studentId: string; leftId: string; joinedId: string }
type NewMove = { schoolId: string; classRoomId: string; toClassRoomId: string; day: string; movedBy: string }

/** Stores a move with the memberships that it closed and opened. Returns its id. */
export async function insertMove(db: Db, move: NewMove, moved: readonly Moved[]) {
  const id = newId()
  await db
    .insertInto('classMoves')
    .values({ id, ...move, students: moved.length })
    .execute()
  await sql`
    insert into class_move_students (school_id, move_id, student_id, left_id, joined_id)
    select m.school_id, m.id, g."studentId", g."leftId", g."joinedId"
    from class_moves m cross join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g("studentId" uuid, "leftId" uuid, "joinedId" uuid)
    where m.school_id = ${move.schoolId} and m.id = ${id}`.execute(db)
  return id
}

/** The moves of a school, latest first. */
export const movesOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(moveRows(db, schoolId).orderBy('m.createdAt', 'desc').orderBy('m.id', 'desc'), page)

export const moveOf = (db: Db, schoolId: string, id: string) =>
  moveRows(db, schoolId).where('m.id', '=', id).executeTakeFirst()

/** Locks a move from a class until the call ends. Returns its classes and students, or undefined if it does not exist. */
export async function lockedMove(db: Db, schoolId: string, classRoomId: string, id: string) {
  const { rows } = await sql<{ toClassRoomId: string; undone: boolean }>`
    select to_class_room_id, undone_at is not null as undone from class_moves
    where school_id = ${schoolId} and class_room_id = ${classRoomId} and id = ${id} for update`.execute(db)
  return rows[0]
}

/** Undoes a move: deletes its memberships and reopens the previous ones. Returns the ids of its students. */
export async function takeBack(db: Db, id: string, classRoomId: string, undoneBy: string) {
  const { rows } = await sql<{ studentId: string; leftId: string; joinedId: string }>`
    select student_id, left_id, joined_id from class_move_students where move_id = ${id} order by student_id`.execute(
    db,
  )
  const studentIds = rows.map(({ studentId }) => studentId)
  await sql`delete from student_classes where id = any(${rows.map(({ joinedId }) => joinedId)}::uuid[])`.execute(db)
  await sql`update student_classes set to_day = null where id = any(${rows.map(({ leftId }) => leftId)}::uuid[])`.execute(
    db,
  )
  await putInClass(db, studentIds, classRoomId)
  await sql`update class_moves set undone_at = now(), undone_by = ${undoneBy} where id = ${id}`.execute(db)
  return studentIds
}

const moveRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('classMoves as m')
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'm.schoolId').onRef('c.id', '=', 'm.classRoomId'))
    .innerJoin('classRooms as t', (on) =>
      on.onRef('t.schoolId', '=', 'm.schoolId').onRef('t.id', '=', 'm.toClassRoomId'),
    )
    .innerJoin('users as u', 'u.id', 'm.movedBy')
    .where('m.schoolId', '=', schoolId)
    .select(['m.id', 'm.schoolId', 'm.classRoomId', 'c.name as classRoomName', 'm.toClassRoomId'])
    .select(['t.name as toClassRoomName', 'm.students', 'm.day', 'm.movedBy as movedById'])
    .select([fullName('u').as('movedByName'), 'm.createdAt as createDate'])
    .select([sql<boolean>`m.undone_at is not null`.as('undone'), hindrance(schoolId).as('hindrance')])

/** Why a move can no longer be undone: records that were made since then and depend on it. */
const hindrance = (schoolId: string) => sql<string | null>`case
  when m.undone_at is not null then null
  when exists (select from class_move_students ms join students st on st.school_id = ms.school_id and st.id = ms.student_id
    left join student_classes h on h.school_id = ms.school_id and h.id = ms.joined_id and h.to_day is null
    where ms.school_id = ${schoolId} and ms.move_id = m.id and (h.id is null or not st.active)) then 'A student is no longer in the new class'
  when exists (select from class_move_students ms where ms.school_id = ${schoolId} and ms.move_id = m.id and ${recorded(schoolId)})
    then 'A student already has records in the new class'
  when not c.active then 'This class is not active'
  when m.students > c.max_of_students - (
    select count(*) from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active) then 'This class is full'
end`

/** Whether something has been recorded about the student in the new class since then. */
function recorded(schoolId: string) {
  const work = (results: string, table: string, key: string) => sql`
    exists (select from ${sql.table(results)} r join ${sql.table(table)} w on w.school_id = r.school_id and w.id = r.${sql.ref(key)}
      where r.school_id = ${schoolId} and r.student_id = ms.student_id and w.class_room_id = m.to_class_room_id
        and r.removed_at is null and w.removed_at is null and r.created_at > m.created_at)`
  return sql`(
    exists (select from attendance_marks a where a.school_id = ${schoolId} and a.student_id = ms.student_id
      and a.class_room_id = m.to_class_room_id and a.created_at > m.created_at)
    or exists (select from student_notes n where n.school_id = ${schoolId} and n.student_id = ms.student_id
      and n.class_room_id = m.to_class_room_id and n.removed_at is null and n.created_at > m.created_at)
    or ${work('student_exams', 'exams', 'exam_id')}
    or ${work('student_homework', 'homework', 'homework_id')}
    or ${work('student_activities', 'activities', 'activity_id')})`
}
