import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

/** Whether a paper of the court sets the rights of the parents of a child apart on a day, and whether another parent sees the child. */
export async function parentsApart(db: Db, schoolId: string, studentId: string, personId: string, today: string) {
  const { rows } = await sql<{ apart: boolean; others: boolean }>`
    select exists (
        select from guardians g where g.school_id = ${schoolId} and g.student_id = ${studentId} and g.paper is not null
          and ${today}::date between g.from_day and coalesce(g.until_day, 'infinity')) as apart,
      exists (
        select from parent_links l
        where l.school_id = ${schoolId} and l.student_id = ${studentId} and l.parent_id <> ${personId} and l.sees) as others`.execute(
    db,
  )
  return rows[0]!
}

/** The linked parents who see a child, by name. */
export async function parentsWhoSee(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ personId: string; personName: string; relationName: string }>`
    select l.parent_id as person_id, ${fullName('u')} as person_name, r.name as relation_name
    from parent_links l
    join users u on u.id = l.parent_id
    join relation_types r on r.id = l.relation_id
    where l.school_id = ${schoolId} and l.student_id = ${studentId} and l.sees
    order by ${fullName('u')} collate by_name, u.id`.execute(db)
  return rows
}

/** How many guardians of the record of a child on a day have no account that is linked. */
export async function unreachedGuardians(db: Db, schoolId: string, studentId: string, today: string) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from guardians g
    where g.school_id = ${schoolId} and g.student_id = ${studentId} and ${today}::date between g.from_day and coalesce(g.until_day, 'infinity')
      and not exists (
        select from student_parents p
        where p.school_id = ${schoolId} and p.student_id = ${studentId} and p.guardian_id = g.id and p.ended_at is null)`.execute(
    db,
  )
  return rows[0]!.many
}

/** Whether a child is at the school now. */
export async function isAtSchool(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ active: boolean }>`
    select active from students where school_id = ${schoolId} and id = ${studentId}`.execute(db)
  return rows[0]?.active ?? false
}

/** Phone numbers of a school's office. */
export async function officePhones(db: Db, schoolId: string) {
  const { rows } = await sql<{ value: string }>`
    select value from school_contacts
    where school_id = ${schoolId} and removed_at is null and value ~ '^[+0-9][0-9 ()/-]{3,30}$' order by created_at, id limit 3`.execute(
    db,
  )
  return rows.map(({ value }) => value)
}
