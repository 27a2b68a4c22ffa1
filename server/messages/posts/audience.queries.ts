import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type AudienceKind = 'school' | 'staff' | 'grade' | 'class' | 'student'

export type Part = { kind: AudienceKind; targetId?: string | null | undefined }

const sent = (audience: readonly Part[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(audience)}::jsonb) as a (kind text, "targetId" uuid)`

type AudienceSize = { parents: number; students: number; staff: number; unreachable: number }

/** How many people an audience reaches with the present links; the writer counts like everybody. */
export async function countAudience(db: Db, schoolId: string, audience: readonly Part[]) {
  const { rows } = await sql<AudienceSize>`
    with family as (select * from families_addressed(${schoolId}::uuid, ${JSON.stringify(audience)}::jsonb))
    select count(distinct parent_id)::integer as parents, count(distinct student_id)::integer as students,
      (count(distinct student_id) - count(distinct student_id) filter (where parent_id is not null))::integer as unreachable,
      (select count(distinct m.person_id)::integer from school_members m
        where m.school_id = ${schoolId} and exists (
          select from ${sent(audience)} where a.kind in ('school', 'staff'))) as staff
    from family`.execute(db)
  return rows[0]!
}

/** Without the apostrophe and what follows it, as in "Omar's": folding joins both. */
const possessive = (text: string) => text.replaceAll(/['’]s?(?![\p{L}\p{M}])/gu, ' ')

/** First names of students of the audience's school that are separate words in a text, at most five. */
export async function namesIn(db: Db, schoolId: string, text: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct st.first_name as name from students st
    where st.school_id = ${schoolId} and st.active
      and ' ' || fold(${text}) || ' ' || fold(${possessive(text)}) || ' ' ~ ('[^[:alnum:]]' || regexp_replace(fold(st.first_name), '[^[:alnum:] ]', '', 'g')
        || '[^[:alnum:]]')
    order by 1 limit 5`.execute(db)
  return rows.map(({ name }) => name)
}

/** The parts of an audience that do not belong to this school, or to a class that the person supervises or teaches. */
export async function outsideOf(db: Db, schoolId: string, audience: readonly Part[], personId: string | null) {
  const named = (kind: AudienceKind) => [
    ...new Set(audience.flatMap((part) => (part.kind === kind && part.targetId ? [part.targetId] : []))),
  ]
  const [grades, classes, students] = [named('grade'), named('class'), named('student')]
  const within = (classRoom: string) =>
    sql`(${personId}::uuid is null or ${taughtBy(schoolId, personId, sql.ref(classRoom))})`
  const { rows } = await sql<{ known: number }>`
    select ((select count(*) from grades g where g.school_id = ${schoolId} and g.id = any(${grades}::uuid[]))
      + (select count(*) from class_rooms c where c.school_id = ${schoolId} and c.id = any(${classes}::uuid[])
        and ${within('c.id')})
      + (select count(*) from students st where st.school_id = ${schoolId} and st.id = any(${students}::uuid[])
        and st.active and ${within('st.class_room_id')}))::integer as known`.execute(db)
  const isUnfit = audience.some(({ kind, targetId }) => ['school', 'staff'].includes(kind) !== (targetId == null))
  return isUnfit || rows[0]!.known < grades.length + classes.length + students.length
}

const taughtBy = (schoolId: string, personId: string | null, classRoom: RawBuilder<unknown>) => sql`(
  exists (select from class_rooms own
    where own.school_id = ${schoolId} and own.id = ${classRoom} and own.supervisor_id = ${personId}::uuid)
  or exists (select from class_teacher_courses t
    where t.school_id = ${schoolId} and t.class_room_id = ${classRoom} and t.teacher_id = ${personId}::uuid))`

/** Stores to whom a post is addressed, replacing what was stored before. */
export async function storeAudience(db: Db, schoolId: string, postId: string, audience: readonly Part[]) {
  await sql`delete from post_audience where school_id = ${schoolId} and post_id = ${postId}`.execute(db)
  await sql`
    insert into post_audience (school_id, post_id, kind, target_id)
    select distinct p.school_id, p.id, a.kind, a."targetId"
    from posts p cross join ${sent(audience)} where p.school_id = ${schoolId} and p.id = ${postId}`.execute(db)
}

/** Stores as readers everybody whom the audience of a post reaches now, except its author; returns how many. */
export async function addressReaders(db: Db, post: { schoolId: string; id: string; authorId: string }) {
  const { schoolId, id, authorId } = post
  const { rows } = await sql<{ addressed: number }>`
    select address_readers(${schoolId}, ${id}, ${authorId}) as addressed`.execute(db)
  return rows[0]!.addressed
}
