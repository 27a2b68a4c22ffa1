import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The supervisor of a class; if it has none, its teachers who have agreed to teach at the school. */
export async function takersOf(db: Db, schoolId: string, classRoomId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.supervisor_id as id from class_rooms c
    where c.school_id = ${schoolId} and c.id = ${classRoomId} and c.supervisor_id is not null
    union
    select t.teacher_id from class_rooms c
    join class_teacher_courses t on t.school_id = c.school_id and t.class_room_id = c.id
    join school_teachers l on l.school_id = t.school_id and l.teacher_id = t.teacher_id and l.accepted_at is not null
    where c.school_id = ${schoolId} and c.id = ${classRoomId} and c.supervisor_id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** The people who decide on the excuses of a class: those with the key who see the whole school, or who supervise or teach the class. */
export async function deciding(db: Db, schoolId: string, classRoomId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.person_id as id from held_keys k
    where k.school_id = ${schoolId} and k.key = 'DecideExcuses' and (
      exists (select from held_keys w
        where w.school_id = ${schoolId} and w.person_id = k.person_id and w.key = 'ViewSchoolStudentsList')
      or exists (select from class_rooms c
        where c.school_id = ${schoolId} and c.id = ${classRoomId} and c.supervisor_id = k.person_id)
      or exists (select from class_teacher_courses t
        where t.school_id = ${schoolId} and t.class_room_id = ${classRoomId} and t.teacher_id = k.person_id))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The people who handle the absences of the whole school. */
export async function handlingAbsence(db: Db, schoolId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.person_id as id from held_keys k
    join held_keys w on w.school_id = ${schoolId} and w.person_id = k.person_id and w.key = 'ViewSchoolStudentsList'
    where k.school_id = ${schoolId} and k.key = 'HandleAbsence'`.execute(db)
  return rows.map(({ id }) => id)
}

/** The supervisors of the students' classes, each person once with all of these classes. */
export async function supervisorsOfStudents(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ personId: string; classRoomIds: string[] }>`
    select c.supervisor_id as person_id, array_agg(distinct c.id) as class_room_ids
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}) and c.supervisor_id is not null
    group by c.supervisor_id`.execute(db)
  return rows
}
