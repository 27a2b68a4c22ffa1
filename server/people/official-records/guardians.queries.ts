import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'

/** The guardians of a student: first the current ones, then the former ones. */
export const guardiansOf = (db: Db, schoolId: string, studentId: string, today: string, page: PageRequest) =>
  paged(guardianRows(db, schoolId, studentId, today), page)

/** The same as a statement, to be sent with others. */
export const guardianRows = (db: Db, schoolId: string, studentId: string, today: string) =>
  rows(db, schoolId, studentId)
    .orderBy(sql`coalesce(g.until_day < ${today}, false)`)
    .orderBy('g.fromDay')
    .orderBy(byName('g.name'))
    .orderBy('g.id')

export const guardianOf = (db: Db, schoolId: string, studentId: string, id: string) =>
  rows(db, schoolId, studentId).where('g.id', '=', id).executeTakeFirst()

export async function countGuardians(db: Db, schoolId: string, studentId: string) {
  const { rows: found } = await sql<{ many: number }>`
    select count(*)::integer as many from guardians
    where school_id = ${schoolId} and student_id = ${studentId}`.execute(db)
  return found[0]!.many
}

type NewGuardian = {
  schoolId: string
  studentId: string
  name: string
  relationId: string
  job?: string | null | undefined
  phone?: string | null | undefined
  livesWith?: string | null | undefined
  mayFetch?: string | null | undefined
  maySee?: string | null | undefined
  fromDay: string
  untilDay?: string | null | undefined
  paper?: string | null | undefined
}

/** Stores a guardian and returns their id. */
export async function insertGuardian(db: Db, guardian: NewGuardian) {
  const id = newId()
  await db
    .insertInto('guardians')
    .values({ id, ...guardian })
    .execute()
  return id
}

/** Whether guardian `g` has an account that is linked to the student, or an open invitation. */
const account = (schoolId: string) => sql<'linked' | 'invited' | null>`case
  when exists (select from student_parents sp
    where sp.school_id = ${schoolId} and sp.guardian_id = g.id and sp.ended_at is null) then 'linked'
  when exists (select from parent_invitations i
    where i.school_id = ${schoolId} and i.student_id = g.student_id and i.phone_number = account_number_of(g.phone, country_of_school(${schoolId}))
      and i.accepted_at is null and i.removed_at is null) then 'invited' end`

const rows = (db: Db, schoolId: string, studentId: string) =>
  db
    .selectFrom('guardians as g')
    .innerJoin('relationTypes as relation', 'relation.id', 'g.relationId')
    .where('g.schoolId', '=', schoolId)
    .where('g.studentId', '=', studentId)
    .select(['g.id', 'g.studentId', 'g.name as guardianName', 'g.relationId', 'relation.name as relationName'])
    .select(['g.job', 'g.phone', 'g.livesWith', 'g.mayFetch', 'g.maySee', 'g.fromDay', 'g.untilDay', 'g.paper'])
    .select(['g.version', account(schoolId).as('account')])
