import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { PageRequest } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'

/** A family by its id, or by one of its children. */
export type WhichFamily = { familyId: string } | { studentId: string }

type ChildRow = {
  studentId: string
  studentName: string
  code: string
  classRoomName: string
  gradeName: string
  active: boolean
  leftOn: string | null
}

export type DueRow = {
  id: string
  studentId: string
  studentName: string
  itemId: string
  itemName: string
  yearId: string
  yearName: string
  dueOn: string
  amount: string
  reduced: string
  open: string
  afterLeaving: boolean
  /** The tax in percent that is in the amount. */
  rate: string | null
}

export type ReceiptListRow = {
  id: string
  number: number
  year: number
  receivedOn: string
  amount: string
  wayName: string
  reference: string | null
  takenByName: string
  payerName: string | null
  familyId: string
  familyCode: string
  names: string
  reverses: string | null
  reversedBy: string | null
  reason: string | null
}

export type ProposalRow = {
  id: string
  kind: 'refund' | 'writeOff' | 'reduction'
  familyId: string
  familyCode: string
  names: string
  amount: string
  reason: string
  proposedBy: string
  proposedByName: string
  expiresAt: string
}

/** Everything about a family, in one round trip; undefined if there is none. */
export async function familyParts(db: Db, schoolId: string, which: WhichFamily, now: string) {
  const id =
    'familyId' in which
      ? sql`${which.familyId}::uuid`
      : sql`(select m.family_id from family_students m where m.school_id = ${schoolId} and m.student_id = ${which.studentId})`
  const members = sql`(select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = ${id})`
  const { families, ...parts } = await sideBySide(db, {
    families: sql<{ id: string; code: string; version: number; confirmed: boolean; credit: string }>`
      select f.id, f.code, f.version, f.confirmed_by is not null as confirmed, credit_of(f.school_id, f.id)::text as credit
      from families f where f.school_id = ${schoolId} and f.id = ${id}`,
    children: sql<ChildRow>`
      select st.id as student_id, ${fullName('st')} as student_name, st.code, c.name as class_room_name, g.name as grade_name, st.active,
        st.left_on
      from students st
      join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
      join grades g on g.school_id = c.school_id and g.id = c.grade_id
      where st.school_id = ${schoolId} and st.id in ${members}
      order by st.active desc, coalesce(st.birth_date, 'infinity'), st.code`,
    payers: sql<{ id: string; name: string }>`
      select distinct u.id, ${fullName('u')} as name from parent_links l join users u on u.id = l.parent_id
      where l.school_id = ${schoolId} and l.pays and l.student_id in ${members} order by 2, 1`,
    dues: duesOf(schoolId, members),
    receipts: receiptRows(schoolId, sql`r.family_id = ${id}`),
    promises: sql<{
      id: string
      amount: string
      wayName: string
      reference: string
      dated: string
      state: 'waiting' | 'cleared' | 'returned'
    }>`
      select o.id, o.amount::text as amount, w.name as way_name, o.reference, o.dated, o.state
      from fee_promises o join fee_ways w on w.school_id = o.school_id and w.id = o.way_id
      where o.school_id = ${schoolId} and o.family_id = ${id} order by o.state = 'waiting' desc, o.dated desc, o.id`,
    proposals: proposalRows(schoolId, now, sql`o.family_id = ${id}`),
    grants: sql<{
      id: string
      studentId: string
      studentName: string
      reductionId: string
      name: string
      yearName: string
      yearId: string
    }>`
      select g.id, g.student_id, ${fullName('st')} as student_name, g.reduction_id, r.name, y.name as year_name, g.year_id
      from fee_grants g
      join students st on st.school_id = g.school_id and st.id = g.student_id
      join fee_reductions r on r.school_id = g.school_id and r.id = g.reduction_id
      join school_years y on y.school_id = g.school_id and y.id = g.year_id
      where g.school_id = ${schoolId} and g.ended_at is null and g.student_id in ${members} order by y.created_at desc, 3, r.position`,
    postings: sql<{
      postingId: string
      day: string
      kind: string
      about: string | null
      change: string
      reason: string | null
    }>`
      select p.id as posting_id, p.day, p.kind, p.reason, string_agg(distinct coalesce(i.name, o.name, w.name), '، ') as about,
        sum(case when l.to_account in ('owed', 'credit') then l.amount else 0 end
          - case when l.from_account in ('owed', 'credit') then l.amount else 0 end)::text as change
      from fee_lines l
      join fee_postings p on p.school_id = l.school_id and p.id = l.posting_id
      left join fee_items i on i.school_id = l.school_id and i.id = l.item_id
      left join fee_reductions o on o.school_id = l.school_id and o.id = l.reduction_id
      left join fee_ways w on w.school_id = l.school_id and w.id = l.way_id
      where l.school_id = ${schoolId} and (l.family_id = ${id} or l.due_id in (
        select d.id from fee_dues d where d.school_id = ${schoolId} and d.student_id in ${members}))
      group by p.id, p.day, p.kind, p.reason, p.created_at order by p.day, p.created_at, p.id`,
  })
  return families[0] && { ...families[0], ...parts }
}

const duesOf = (schoolId: string, students: RawBuilder<unknown>) => sql<DueRow>`
  select d.id, d.student_id, ${fullName('st')} as student_name, d.item_id, i.name as item_name, d.year_id, y.name as year_name, d.due_on,
    d.amount::text as amount, d.reduced::text as reduced, d.open::text as open,
    coalesce(st.left_on < d.due_on and d.open > 0, false) as after_leaving,
    trim_scale(i.rate)::text as rate
  from fee_due_balances d
  join students st on st.school_id = d.school_id and st.id = d.student_id
  join fee_items i on i.school_id = d.school_id and i.id = d.item_id
  join school_years y on y.school_id = d.school_id and y.id = d.year_id
  where d.school_id = ${schoolId} and d.student_id in ${students}
  order by d.due_on, i.position, coalesce(st.birth_date, 'infinity'), st.code, d.position, d.id`

/** The parts of one student, in the order in which they are paid. */
export const duesOfStudent = async (db: Db, schoolId: string, studentId: string) =>
  (await duesOf(schoolId, sql`(${studentId}::uuid)`).execute(db)).rows

/** The parts of the children of a family, in the order in which they are paid. */
export async function duesOfFamily(db: Db, schoolId: string, familyId: string) {
  const members = sql`(select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = ${familyId})`
  return (await duesOf(schoolId, members).execute(db)).rows
}

/** One part, with the family of its student. */
export async function dueOf(db: Db, schoolId: string, dueId: string) {
  const { rows } = await sql<{ studentId: string; familyId: string; open: string }>`
    select d.student_id, m.family_id, d.open::text as open
    from fee_due_balances d join family_students m on m.school_id = d.school_id and m.student_id = d.student_id
    where d.school_id = ${schoolId} and d.id = ${dueId}`.execute(db)
  return rows[0]
}

/** Locks a family until the call ends: all that happens to its money happens one after another. */
export async function lockFamily(db: Db, schoolId: string, familyId: string) {
  const { rows } = await sql<{ id: string; code: string; credit: string }>`
    select f.id, f.code, credit_of(f.school_id, f.id)::text as credit from families f
    where f.school_id = ${schoolId} and f.id = ${familyId} for no key update of f`.execute(db)
  return rows[0]
}

export async function familyOfStudent(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ familyId: string }>`
    select m.family_id from family_students m where m.school_id = ${schoolId} and m.student_id = ${studentId}`.execute(
    db,
  )
  return rows[0]?.familyId
}

/** The children of a family by name, as receipts and lists name them. */
export const namesOfChildren = (schoolId: string, students: RawBuilder<unknown>) => sql`coalesce((
  select string_agg(${fullName('n')}, '، ' order by coalesce(n.birth_date, 'infinity'), n.code) from students n
  where n.school_id = ${schoolId} and n.id in (${students})), '')`

export const receiptRows = (schoolId: string, chosen: RawBuilder<unknown>, page?: PageRequest) =>
  sql<ReceiptListRow & { inAll: number }>`
  select r.id, r.number, r.year, r.received_on, r.amount::text as amount, w.name as way_name, r.reference,
    ${fullName('u')} as taken_by_name, nullif(${fullName('p')}, '') as payer_name, r.family_id, f.code as family_code,
    ${namesOfChildren(schoolId, sql`select unnest(r.student_ids)`)} as names, b.number || '/' || b.year as reverses,
    a.number || '/' || a.year as reversed_by, o.reason, count(*) over ()::integer as in_all
  from fee_receipts r
  join fee_ways w on w.school_id = r.school_id and w.id = r.way_id
  join families f on f.school_id = r.school_id and f.id = r.family_id
  join fee_postings o on o.school_id = r.school_id and o.id = r.posting_id
  join users u on u.id = r.issued_by
  left join users p on p.id = r.payer_id
  left join fee_receipts b on b.school_id = ${schoolId} and b.id = r.reverses
  left join fee_receipts a on a.school_id = ${schoolId} and a.reverses = r.id
  where r.school_id = ${schoolId} and ${chosen} order by r.created_at desc, r.year desc, r.number desc
  ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql`limit 200`}`

export const proposalRows = (schoolId: string, now: string, chosen: RawBuilder<unknown>, page?: PageRequest) => sql<
  ProposalRow & { inAll: number }
>`
  select o.id, o.kind, o.family_id, f.code as family_code,
    ${namesOfChildren(schoolId, sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = o.family_id`)} as names,
    o.amount::text as amount, o.reason, o.proposed_by, ${fullName('u')} as proposed_by_name, o.expires_at, count(*) over ()::integer as in_all
  from fee_proposals o
  join families f on f.school_id = o.school_id and f.id = o.family_id
  join users u on u.id = o.proposed_by
  where o.school_id = ${schoolId} and o.state = 'waiting' and o.expires_at > ${now} and ${chosen}
  order by o.created_at, o.id ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql`limit 50`}`

/** The student of a paper, such as the card that was scanned. */
export async function studentOfPaper(db: Db, schoolId: string, paperId: string) {
  const { rows } = await sql<{ studentId: string }>`
    select p.student_id from papers p where p.school_id = ${schoolId} and p.id = ${paperId}`.execute(db)
  return rows[0]?.studentId
}

/** Students who may be put into a family, locked; with the family that each is in. */
export async function studentsForFamily(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; familyId: string | null }>`
    select st.id, m.family_id from students st
    left join family_students m on m.school_id = ${schoolId} and m.student_id = st.id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[]) and st.merged_into is null
    order by st.id for key share of st`.execute(db)
  return rows
}

export const markConfirmed = (db: Db, schoolId: string, familyId: string, by: string) =>
  sql`update families f set confirmed_by = ${by}, version = f.version + 1, modified_at = now()
    where f.school_id = ${schoolId} and f.id = ${familyId}`.execute(db)

/** The credits of families that have no children any more. */
export async function creditsLeftAlone(db: Db, schoolId: string, familyIds: readonly string[]) {
  const { rows } = await sql<{ familyId: string; credit: string }>`
    select f.id as family_id, credit_of(${schoolId}, f.id)::text as credit from families f
    where f.school_id = ${schoolId} and f.id = any (${[...familyIds]}::uuid[]) and not exists (
      select from family_students m where m.school_id = ${schoolId} and m.family_id = f.id)`.execute(db)
  return rows
}

/** What waits for a second person in a school. */
export async function feeProposalsWaiting(db: Db, schoolId: string, now: string, page: PageRequest) {
  const { rows } = await proposalRows(schoolId, now, sql`true`, page).execute(db)
  return { rows, total: rows[0]?.inAll ?? 0 }
}

/** The children of a family. */
export async function childrenOfFamily(db: Db, schoolId: string, familyId: string) {
  const { rows } = await sql<{ studentId: string }>`
    select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = ${familyId} order by 1`.execute(
    db,
  )
  return rows.map(({ studentId }) => studentId)
}
