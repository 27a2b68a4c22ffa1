import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { fullName } from '#server/db/search.ts'

/** What parents may propose, as the contract lists it. */
type ProposedField =
  | 'officialName'
  | 'latinFirst'
  | 'latinMiddle'
  | 'latinLast'
  | 'nationalNumber'
  | 'birthDate'
  | 'sex'
  | 'nationality'
  | 'birthPlace'
  | 'address'

type NewProposal = {
  schoolId: string
  studentId: string
  field: ProposedField
  formerValue: string | null
  formerKind: string | null
  value: string
  numberKind: string | null
  note: string | null
  askedBy: string
  /** Taken at once, in the name of the parent who asks. */
  atOnce: boolean
}

/** Stores a proposal and returns its id. */
export async function insertRecordProposal(db: Db, proposal: NewProposal) {
  const id = newId()
  const taken = { accepted: true, decidedBy: proposal.askedBy, decidedAt: sql<string>`now()` }
  await db
    .insertInto('recordProposals')
    .values({ id, ...proposal, ...(proposal.atOnce && taken) })
    .execute()
  return id
}

type OfField = { schoolId: string; studentId: string; field: string; askedBy: string }

/** Takes back what a person asked for a field and nobody has decided. */
export const withdrawWaiting = (db: Db, { schoolId, studentId, field, askedBy }: OfField) =>
  sql`update record_proposals set taken_back_at = now(), modified_at = now()
    where school_id = ${schoolId} and student_id = ${studentId} and field = ${field} and asked_by = ${askedBy}
      and accepted is null and taken_back_at is null`.execute(db)

/** Returns whether the proposal waited until now. */
export async function takeProposalBack(db: Db, schoolId: string, studentId: string, id: string, askedBy: string) {
  const { numAffectedRows } = await sql`
    update record_proposals set taken_back_at = now(), modified_at = now()
    where school_id = ${schoolId} and student_id = ${studentId} and id = ${id} and asked_by = ${askedBy}
      and accepted is null and taken_back_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Whether another proposal of the same person for the same field waits. */
export async function isFieldAsked(db: Db, { schoolId, studentId, field, askedBy }: OfField) {
  const { rows } = await sql<{ asked: boolean }>`
    select exists (select from record_proposals
      where school_id = ${schoolId} and student_id = ${studentId} and field = ${field} and asked_by = ${askedBy}
        and accepted is null and taken_back_at is null) as asked`.execute(db)
  return rows[0]!.asked
}

type Stored = {
  field: ProposedField
  formerValue: string | null
  formerKind: string | null
  value: string
  numberKind: string | null
  askedBy: string
  atOnce: boolean
  accepted: boolean | null
  takenBackAt: string | null
}

/** Locks a proposal for a student until the call ends. */
export const lockRecordProposal = async (db: Db, schoolId: string, studentId: string, id: string) =>
  (
    await sql<Stored>`
      select field, former_value, former_kind, value, number_kind, asked_by, at_once, accepted, taken_back_at from record_proposals
      where school_id = ${schoolId} and student_id = ${studentId} and id = ${id} for update`.execute(db)
  ).rows[0]

type Decision = {
  accepted: boolean
  decidedBy: string
  reason: string | null
  formerValue: string | null
  formerKind: string | null
}

export const decideRecordProposal = (
  db: Db,
  schoolId: string,
  id: string,
  { accepted, decidedBy, reason, formerValue, formerKind }: Decision,
) =>
  sql`update record_proposals set accepted = ${accepted}, decided_by = ${decidedBy}, decided_at = now(), reason = ${reason},
      former_value = ${formerValue}, former_kind = ${formerKind}, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

/** Lets a decided proposal wait again. */
export const undecideRecordProposal = (db: Db, schoolId: string, id: string) =>
  sql`update record_proposals set accepted = null, decided_by = null, decided_at = null, reason = null, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

type ProposalQuery = { schoolId: string; reach: Reach; studentId: string; personId: string }

/** The proposals for a student, the latest first. Parents read their own. */
export function recordProposalsOf(db: Db, { schoolId, reach, studentId, personId }: ProposalQuery, page: PageRequest) {
  const asParent = reach.of === 'children'
  let query = rows(db, schoolId, reach, asParent)
    .where('p.studentId', '=', studentId)
    .where('p.takenBackAt', 'is', null)
  if (asParent) query = query.where('p.askedBy', '=', personId)
  return paged(query.orderBy('p.createdAt', 'desc').orderBy('p.id'), page)
}

/** Nobody has to decide about a student who is off the roll. */
const waits = sql<boolean>`p.accepted is null and p.taken_back_at is null and st.active`

/** The proposals within reach that wait for a decision, or were decided, with the moment since when. */
export const waitingProposals = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach).where(waits).select(['p.id', 'p.createdAt as at'])
export const decidedProposals = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach).where('p.accepted', 'is not', null).select(['p.id', 'p.decidedAt as at'])

export const proposalsNamed = (db: Db, schoolId: string, reach: Reach, ids: readonly string[]) =>
  rows(db, schoolId, reach, false).where('p.id', 'in', ids).execute()

/** One proposal as its reader sees it; a parent does not read what the record said. */
export const recordProposalOf = (db: Db, schoolId: string, reach: Reach, id: string) =>
  rows(db, schoolId, reach, reach.of === 'children')
    .where('p.id', '=', id)
    .executeTakeFirst()

const within = (db: Db, schoolId: string, reach: Reach) =>
  db
    .selectFrom('recordProposals as p')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'p.schoolId').onRef('st.id', '=', 'p.studentId'))
    .where('p.schoolId', '=', schoolId)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId', student: 'p.studentId' }))

const present = (schoolId: string) => sql<string | null>`(
  select case p.field
    when 'officialName' then r.official_name when 'latinFirst' then r.latin_first when 'latinMiddle' then r.latin_middle
    when 'latinLast' then r.latin_last when 'nationalNumber' then r.national_number when 'sex' then r.sex
    when 'nationality' then r.nationality when 'birthPlace' then r.birth_place when 'address' then r.address end
  from official_records r where r.school_id = ${schoolId} and r.student_id = p.student_id)`

const none = sql<string | null>`null::text`
const others = (schoolId: string) => sql<{ name: string; value: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', ${fullName('u')}, 'value', o.value) order by o.created_at), '[]')
  from record_proposals o join users u on u.id = o.asked_by
  where o.school_id = ${schoolId} and o.student_id = p.student_id and o.field = p.field and o.id <> p.id
    and o.accepted is null and o.taken_back_at is null)`

const relation = (schoolId: string) => sql<string | null>`(
  select t.name from student_parents sp join relation_types t on t.id = sp.relation_id
  where sp.school_id = ${schoolId} and sp.student_id = p.student_id and sp.parent_id = p.asked_by
  order by sp.ended_at is not null, sp.created_at desc limit 1)`

const rows = (db: Db, schoolId: string, reach: Reach, asParent: boolean) =>
  within(db, schoolId, reach)
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('users as asker', 'asker.id', 'p.askedBy')
    .leftJoin('users as decider', 'decider.id', 'p.decidedBy')
    .select(['p.id', 'p.schoolId', 'p.studentId', fullName('st').as('studentName'), 'st.classRoomId'])
    .select(['c.name as classRoomName', sql<ProposedField>`p.field`.as('field'), 'p.value', 'p.numberKind', 'p.note'])
    .select([(asParent ? none : sql<string | null>`p.former_value`).as('was')])
    .select([
      (asParent
        ? none
        : sql<string | null>`case when p.field = 'birthDate' then st.birth_date::text else ${present(schoolId)} end`
      ).as('present'),
    ])
    .select([fullName('asker').as('askedByName'), relation(schoolId).as('askedByRelation')])
    .select(['p.createdAt as askedAt', 'p.atOnce', 'p.accepted', 'p.decidedAt', 'p.reason'])
    .select([sql<string | null>`nullif(${fullName('decider')}, '')`.as('decidedByName')])
    .select([(asParent ? sql<{ name: string; value: string }[]>`'[]'::jsonb` : others(schoolId)).as('others')])

/** Stores that a person confirmed a record on a day. */
export const confirmRecord = (
  db: Db,
  { schoolId, studentId, personId, day }: { schoolId: string; studentId: string; personId: string; day: string },
) =>
  sql`insert into record_confirmations (school_id, id, student_id, person_id, on_day)
    values (${schoolId}, ${newId()}, ${studentId}, ${personId}, ${day})
    on conflict (school_id, student_id, person_id) do update set on_day = excluded.on_day`.execute(db)

export async function confirmedOn(db: Db, schoolId: string, studentId: string, personId: string) {
  const { rows: found } = await sql<{ onDay: string }>`
    select on_day from record_confirmations
    where school_id = ${schoolId} and student_id = ${studentId} and person_id = ${personId}`.execute(db)
  return found[0]?.onDay ?? null
}

export type StoredWays = { [Field in ProposedField]?: 'off' | 'atOnce' }

export async function waysToPropose(db: Db, schoolId: string) {
  const { rows: found } = await sql<{ ways: StoredWays; version: number }>`
    select ways, version from proposal_settings where school_id = ${schoolId}`.execute(db)
  return found[0] ?? { ways: {}, version: 1 }
}

/** Locks the settings of a school until the call ends, and creates them if they are new. */
export async function lockWays(db: Db, schoolId: string) {
  const { rows: found } = await sql<{ version: number }>`
    insert into proposal_settings (school_id) values (${schoolId})
    on conflict (school_id) do update set version = proposal_settings.version
    returning version`.execute(db)
  return found[0]!.version
}

export const saveWays = (db: Db, schoolId: string, ways: StoredWays) =>
  sql`update proposal_settings set ways = ${JSON.stringify(ways)}, version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)
