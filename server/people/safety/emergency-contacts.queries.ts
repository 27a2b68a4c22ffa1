import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'

export type Contact = { name: string; relation: string | null; phone: string; hours: string | null }

type ListRow = { studentId: string; givenByName: string | null; contacts: Contact[]; version: number }

/** Whose list it is: a parent's, or the office's if null. */
type Whose = { schoolId: string; studentId: string; givenBy: string | null }

const columns = sql`e.student_id, case when e.given_by is not null then ${fullName('u')} end as given_by_name, e.contacts, e.version`

/** A list; empty with version 1 if nothing has been entered. */
export async function emergencyContactsOf(db: Db, { schoolId, studentId, givenBy }: Whose): Promise<ListRow> {
  const { rows } = await sql<ListRow>`
    select ${columns} from emergency_contacts e left join users u on u.id = e.given_by
    where e.school_id = ${schoolId} and e.student_id = ${studentId} and e.given_by is not distinct from ${givenBy}`.execute(
    db,
  )
  return rows[0] ?? { studentId, givenByName: null, contacts: [], version: 1 }
}

/** All lists of a student that are not empty, those of parents before that of the office. */
export async function contactListsOf(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<ListRow>`
    select ${columns} from emergency_contacts e left join users u on u.id = e.given_by
    where e.school_id = ${schoolId} and e.student_id = ${studentId}
      and (e.given_by is null or jsonb_array_length(e.contacts) > 0)
    order by e.given_by is null, e.created_at, e.id`.execute(db)
  return rows
}

/** Whether list `e` of a student is still to be called: of the office, or of a parent who sees the child today. */
export const isToBeCalled = (schoolId: string) => sql<boolean>`(e.given_by is null or exists (
  select from parent_links l
  where l.school_id = ${schoolId} and l.student_id = e.student_id and l.parent_id = e.given_by and l.sees))`

/** The id and version of the list, which is locked until the call ends and created if it is new. */
export async function lockContacts(db: Db, { schoolId, studentId, givenBy }: Whose) {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into emergency_contacts (school_id, id, student_id, given_by) values (${schoolId}, ${newId()}, ${studentId}, ${givenBy})
    on conflict on constraint emergency_contacts_once do update set version = emergency_contacts.version
    returning id, version`.execute(db)
  return rows[0]!
}
