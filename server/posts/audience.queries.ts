import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type AudienceKind = 'school' | 'staff' | 'grade' | 'class' | 'student'

export type Part = { kind: AudienceKind; targetId?: string | null | undefined }

const sent = (audience: readonly Part[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(audience)}::jsonb) as a (kind text, "targetId" uuid)`

type AudienceSize = { parents: number; students: number; staff: number; unreachable: number }

/** How many persons an audience reaches, by the links of now; the writer is counted like everybody. */
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

/** First names of students of the audience's school that stand in a text as words of their own, at most five. */
export async function namesIn(db: Db, schoolId: string, text: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct st.first_name as name from students st
    where st.school_id = ${schoolId} and st.active
      and ' ' || fold(${text}) || ' ' ~ ('[^[:alnum:]]' || regexp_replace(fold(st.first_name), '[^[:alnum:] ]', '', 'g')
        || '[^[:alnum:]]')
    order by 1 limit 5`.execute(db)
  return rows.map(({ name }) => name)
}

/** The parts of an audience that are not of this school, or not in a class the person supervises or teaches. */
export async function outsideOf(db: Db, schoolId: string, audience: readonly Part[], personId: string | null) {
  const { rows } = await sql<{ kind: AudienceKind; known: boolean }>`
    select a.kind, case a.kind
      when 'grade' then exists (select from grades g where g.school_id = ${schoolId} and g.id = a."targetId")
      when 'class' then exists (select from class_rooms c where c.school_id = ${schoolId} and c.id = a."targetId"
        and (${personId}::uuid is null or ${taughtBy(personId, sql.ref('c.id'))}))
      when 'student' then exists (select from students st where st.school_id = ${schoolId} and st.id = a."targetId"
        and st.active and (${personId}::uuid is null or ${taughtBy(personId, sql.ref('st.class_room_id'))}))
      else a."targetId" is null
    end as known
    from ${sent(audience)}`.execute(db)
  return rows.some(({ known }) => !known)
}

const taughtBy = (personId: string | null, classRoom: RawBuilder<unknown>) => sql`(
  exists (select from class_rooms own where own.id = ${classRoom} and own.supervisor_id = ${personId}::uuid)
  or exists (select from class_teacher_courses t where t.class_room_id = ${classRoom} and t.teacher_id = ${personId}::uuid))`

/** Stores to whom a post is addressed, in place of those before. */
export async function storeAudience(db: Db, schoolId: string, postId: string, audience: readonly Part[]) {
  await sql`delete from post_audience where school_id = ${schoolId} and post_id = ${postId}`.execute(db)
  await sql`
    insert into post_audience (school_id, post_id, kind, target_id)
    select distinct ${schoolId}::uuid, ${postId}::uuid, a.kind, a."targetId" from ${sent(audience)}`.execute(db)
}

/** Writes down everybody whom the audience of a post reaches now, but its author; answers how many. */
export async function addressReaders(db: Db, post: { schoolId: string; id: string; authorId: string }) {
  const { schoolId, id, authorId } = post
  const { rows } = await sql<{ addressed: number }>`
    select address_readers(${schoolId}, ${id}, ${authorId}) as addressed`.execute(db)
  return rows[0]!.addressed
}
