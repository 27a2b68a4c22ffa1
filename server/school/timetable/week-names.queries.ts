import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type NameKind = 'class' | 'course' | 'teacher' | 'room'

/** A division that a file has and the school does not have yet. */
export type NewDivision = { id: string; classRoomId: string; name: string; groups: { id: string; name: string }[] }

/** What names in files mean in this school, by kind and folded name; null leaves the name out. */
export async function namesMeant(db: Db, schoolId: string) {
  const { rows } = await sql<{ kind: string; name: string; id: string | null }>`
    select n.kind, n.name, coalesce(n.class_room_id, n.course_id, n.teacher_id, n.room_id) as id
    from week_file_names n where n.school_id = ${schoolId}`.execute(db)
  return rows
}

type Meaning = { kind: NameKind; name: string; id: string | null }

/** Stores what names, which are folded, mean; the foreign keys refuse what is not of the school. */
export async function storeMeanings(db: Db, schoolId: string, meanings: readonly Meaning[]) {
  const idIf = (kind: NameKind, one: Meaning) => (one.kind === kind ? one.id : null)
  const rows = meanings.map((one) => ({
    kind: one.kind,
    name: one.name,
    classRoomId: idIf('class', one),
    courseId: idIf('course', one),
    teacherId: idIf('teacher', one),
    roomId: idIf('room', one),
  }))
  await sql`
    insert into week_file_names (school_id, kind, name, class_room_id, course_id, teacher_id, room_id)
    select ${schoolId}, x.kind, x.name, x."classRoomId", x."courseId", x."teacherId", x."roomId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (kind text, name text, "classRoomId" uuid, "courseId" uuid, "teacherId" uuid, "roomId" uuid)
    on conflict (school_id, kind, name) do update set class_room_id = excluded.class_room_id, course_id = excluded.course_id,
      teacher_id = excluded.teacher_id, room_id = excluded.room_id, modified_at = now()`.execute(db)
}

/** Makes divisions without students. */
export async function insertDivisions(db: Db, schoolId: string, divisions: readonly NewDivision[]) {
  const rows = JSON.stringify(divisions)
  await sql`
    insert into class_divisions (school_id, id, class_room_id, name)
    select ${schoolId}, d.id, d."classRoomId", d.name
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, "classRoomId" uuid, name text)`.execute(db)
  await sql`
    insert into class_groups (school_id, id, class_room_id, division_id, name, position)
    select ${schoolId}, (g.one->>'id')::uuid, d."classRoomId", d.id, g.one->>'name', g.position
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, "classRoomId" uuid, groups jsonb)
    cross join jsonb_array_elements(d.groups) with ordinality as g (one, position)`.execute(db)
}

/** The language in which most courses of the school are. */
export async function languageOfMostCourses(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string }>`
    select c.language_id as id from courses c where c.school_id = ${schoolId}
    group by c.language_id order by count(*) desc, c.language_id limit 1`.execute(db)
  return rows[0]?.id
}

/** The ids of the courses of these names, by name. */
export async function coursesNamed(db: Db, schoolId: string, names: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select wanted.name, min(c.id::text)::uuid as id from unnest(${names}::text[]) as wanted (name)
    join courses c on c.school_id = ${schoolId} and fold(c.name) = fold(wanted.name) group by wanted.name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
