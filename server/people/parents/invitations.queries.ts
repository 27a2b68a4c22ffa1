import { sql } from 'kysely'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { lockPhones } from '#server/platform/identity/phone-locks.queries.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { maySendSms } from './invitations-by-sms.queries.ts'

type Waiting = { schoolId: string; studentId: string; relationId: string | null; smsPossible: boolean }

/** The phone numbers that are invited to be linked to a student. */
export function waitingFor(db: Db, { schoolId, studentId, relationId, smsPossible }: Waiting, page: PageRequest) {
  const query = db
    .selectFrom('parentInvitations as i')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'i.schoolId').onRef('st.id', '=', 'i.studentId'))
    .innerJoin('relationTypes as r', 'r.id', 'i.relationId')
    .innerJoin('schools as s', 's.id', 'i.schoolId')
    .where('i.schoolId', '=', schoolId)
    .where('i.studentId', '=', studentId)
    .where('i.acceptedAt', 'is', null)
    .where('i.removedAt', 'is', null)
    .select(['i.id', 'i.studentId', fullName('st').as('studentName'), 'i.phoneNumber', 'i.relationId'])
    .select(['r.name as relationName', 'i.createdAt as createDate', 'i.smsAt as smsDate'])
    .select(maySendSms(smsPossible).as('maySendSms'))
    .orderBy('i.phoneNumber')
    .orderBy('i.id')
  return paged(relationId ? query.where('i.relationId', '=', relationId) : query, page)
}

/** The number of an open invitation. */
export async function openNumberOf(db: Db, schoolId: string, studentId: string, id: string) {
  const row = await db
    .selectFrom('parentInvitations')
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('removedAt', 'is', null)
    .select('phoneNumber')
    .executeTakeFirst()
  return row?.phoneNumber
}

/** Withdraws an open invitation. Returns how many were withdrawn. */
export async function withdraw(db: Db, schoolId: string, studentId: string, id: string, removedBy: string) {
  const { numUpdatedRows } = await db
    .updateTable('parentInvitations')
    .set({ removedAt: sql<string>`now()`, removedBy })
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Closes the invitation of a number whose person has been linked by their account. */
export const settleInvitation = (
  db: Db,
  { schoolId, studentId, phoneNumber }: { schoolId: string; studentId: string; phoneNumber: string },
) =>
  sql`
  update parent_invitations set accepted_at = now()
  where school_id = ${schoolId} and student_id = ${studentId} and phone_number = ${phoneNumber} and ${waiting}`.execute(
    db,
  )

/** A guardian of a student, with a phone number in the form of accounts (01 and nine digits). */
export type Guardian = { studentId: string; phoneNumber: string; relationId: string }

type Linked = {
  /** Linked at once, because the number has an account. */
  linked: { id: string; studentId: string; parentId: string }[]
  /** Linked when the number is confirmed. */
  waiting: { id: string; studentId: string }[]
  /** Positions of the guardians for whom nothing changes: already linked, already invited, or twice in the list. */
  known: number[]
  /** Positions of the guardians above the limit: a student can have ten parents, including open invitations. */
  beyond: number[]
}

/**
 * Links guardians to students of one school by phone number, thousands in one call. A number with an account is linked now;
 * another one when it is confirmed. `asking`: people with an account are asked first, because a caller who sends thousands of
 * numbers must not learn who owns them. No answer or notification may reveal which numbers have an account. First the numbers
 * and then the students must be locked.
 */
export async function linkByPhone(
  db: Db,
  { schoolId, actorId, asking = false }: { schoolId: string; actorId: string; asking?: boolean },
  guardians: readonly Guardian[],
): Promise<Linked> {
  const result: Linked = { linked: [], waiting: [], known: [], beyond: [] }
  const links: object[] = []
  const invitations: object[] = []
  for (const { n, studentId, parentId, isKnown, place } of await weighed(db, schoolId, guardians)) {
    const { phoneNumber, relationId } = guardians[n]!
    const id = newId()
    const row = { id, student_id: studentId, relation_id: relationId }
    if (isKnown) result.known.push(n)
    else if (place > 10) result.beyond.push(n)
    else if (parentId && !asking) {
      result.linked.push({ id, studentId, parentId })
      links.push({ ...row, parent_id: parentId })
    } else {
      result.waiting.push({ id, studentId })
      invitations.push({ ...row, phone_number: phoneNumber })
    }
  }
  await sql`
    insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
    select g.id, st.school_id, st.id, g.parent_id, g.relation_id, ${actorId}::uuid
    from ${given(links)} join students st on st.school_id = ${schoolId} and st.id = g.student_id`.execute(db)
  await sql`
    insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by)
    select g.id, st.school_id, st.id, g.phone_number, g.relation_id, ${actorId}::uuid
    from ${given(invitations)} join students st on st.school_id = ${schoolId} and st.id = g.student_id`.execute(db)
  return result
}

type Weighed = { n: number; studentId: string; parentId: string | null; isKnown: boolean; place: number }

/** For each guardian: the person, whether they are already linked, and which of the student's ten places they would take. */
async function weighed(db: Db, schoolId: string, guardians: readonly Guardian[]) {
  const rows = guardians.map(({ studentId, phoneNumber }, n) => ({
    n,
    student_id: studentId,
    phone_number: phoneNumber,
  }))
  const { rows: found } = await sql<Weighed>`
    with met as (
      select g.n, g.student_id, u.id as parent_id,
        row_number() over (partition by g.student_id, g.phone_number order by g.n) > 1
        or exists (select from student_parents sp
          where sp.school_id = ${schoolId} and sp.student_id = g.student_id and sp.parent_id = u.id and sp.ended_at is null)
        or exists (select from parent_invitations i
          where i.school_id = ${schoolId} and i.student_id = g.student_id and i.phone_number = g.phone_number and ${waiting}) as is_known
      from ${given(rows)} left join users u on u.phone_number = g.phone_number
    )
    select n, student_id, parent_id, is_known,
      ((select count(*) from student_parents sp
        where sp.school_id = ${schoolId} and sp.student_id = met.student_id and sp.ended_at is null)
      + (select count(*) from parent_invitations i where i.school_id = ${schoolId} and i.student_id = met.student_id and ${waiting})
      + count(*) filter (where not is_known) over (partition by student_id order by n))::integer as place
    from met order by n`.execute(db)
  return found
}

export type Accepted = { schoolId: string; studentId: string; parentId: string }

/** The number whose invitations are answered, in one school or in all. */
type Answering = { personId: string; phoneNumber: string; schoolId: string | null }

/**
 * Links a person to every student to whom their phone number is invited, after they confirmed it. The settings of the
 * transaction must name the person. After this call, the transaction sees no school.
 */
export async function acceptInvitations(db: Db, { personId, phoneNumber, schoolId }: Answering): Promise<Accepted[]> {
  await lockPhones(db, [phoneNumber])
  const { rows } = await sql<{ schoolId: string }>`
    select distinct school_id from parent_invitations
    where phone_number = ${phoneNumber} and ${waiting} and school_id = coalesce(${schoolId}::uuid, school_id)
    order by school_id`.execute(db)
  if (rows.length === 0) return []

  await seeOnly(db, { schools: rows.map(({ schoolId }) => schoolId) })
  // The students are locked before their invitations, as in every call that links a parent. Schools are handled one after
  // another.
  for (const { schoolId: inSchool } of rows)
    await sql`
      select from students st where st.school_id = ${inSchool} and st.id in (
        select student_id from parent_invitations where school_id = ${inSchool} and phone_number = ${phoneNumber} and ${waiting})
      order by st.id for key share of st`.execute(db)
  const { rows: met } = await sql<Met>`
    update parent_invitations set accepted_at = now()
    where phone_number = ${phoneNumber} and ${waiting} and school_id = coalesce(${schoolId}::uuid, school_id)
    returning school_id, student_id, relation_id, consent_at, consent_by, consent_text_version`.execute(db)
  const accepted = await linkMet(
    db,
    met.map((one) => ({ ...one, parentId: personId })),
  )
  await seeOnly(db, { schools: [] })
  return accepted
}

/** Refuses, as this person, the invitations of their number in a school. Returns how many. */
export async function declineInvitations(db: Db, { personId, phoneNumber, schoolId }: Answering) {
  await seeOnly(db, { schools: [schoolId!] })
  const { rows } = await sql`
    update parent_invitations set removed_at = now(), removed_by = ${personId}
    where school_id = ${schoolId} and phone_number = ${phoneNumber} and ${waiting} returning id`.execute(db)
  await seeOnly(db, { schools: [] })
  return rows.length
}

export const ownNumber = async (db: Db, personId: string) =>
  (await db.selectFrom('users').where('id', '=', personId).select('phoneNumber').executeTakeFirstOrThrow()).phoneNumber

type Met = {
  schoolId: string
  studentId: string
  relationId: string
  consentAt: string
  consentBy: string
  consentTextVersion: number
}

/** A parent who is already linked stays unchanged. */
async function linkMet(db: Db, met: readonly (Met & { parentId: string })[]): Promise<Accepted[]> {
  if (met.length === 0) return []
  return db
    .insertInto('studentParents')
    .values(met.map((one) => ({ id: newId(), ...one, acceptedAt: sql<string>`now()` })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['schoolId', 'studentId', 'parentId'])
    .execute()
}

/**
 * A person who confirms one of these numbers at the same time waits and then finds the invitation. The number of locks is
 * limited. People above the limit may be missed; they are asked in the same way as those with an account.
 */
export async function lockPhonesOf(db: Db, guardians: readonly Pick<Guardian, 'phoneNumber'>[]) {
  const numbers = [...new Set(guardians.map(({ phoneNumber }) => phoneNumber))]
  if (numbers.length > 0 && numbers.length <= 100) await lockPhones(db, numbers)
}

const waiting = sql`accepted_at is null and removed_at is null`

/** Passes any number of rows to the database as one parameter, with the name `g`. */
const given = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
  n integer, id uuid, student_id uuid, parent_id uuid, phone_number text, relation_id uuid)`
