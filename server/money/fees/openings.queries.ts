import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { familyCodes } from './postings.queries.ts'

export type StudentOfBalance = {
  id: string
  code: string
  /** The full name, folded. */
  name: string
  classRoomId: string
  otherNumber: string | null
  familyId: string | null
}

/** Whom rows of balances may mean, who left included: a debt stays. */
export async function studentsOfBalances(db: Db, schoolId: string) {
  const { rows } = await sql<StudentOfBalance>`
    select st.id, st.code, left(st.searched, -13) as name, st.class_room_id, o.other_number, m.family_id
    from students st
    left join official_records o on o.school_id = ${schoolId} and o.student_id = st.id
    left join family_students m on m.school_id = ${schoolId} and m.student_id = st.id
    where st.school_id = ${schoolId} and st.merged_into is null order by st.code`.execute(db)
  return rows
}

export async function familiesKnown(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string; code: string; otherCode: string | null }>`
    select f.id, f.code, f.other_code from families f where f.school_id = ${schoolId}`.execute(db)
  return rows
}

/** What was brought in before and stands. `itemId` is null where only money came that was paid ahead. */
export type KnownOpening = {
  studentId: string | null
  familyId: string | null
  itemId: string | null
  dueOn: string | null
  due: string
  paid: string
}

export async function openingsKnown(db: Db, schoolId: string) {
  const { rows } = await sql<KnownOpening>`
    select c.student_id, max(l.family_id::text) as family_id, c.item_id, max(d.due_on) as due_on, coalesce(c.amount, 0)::text as due,
      coalesce(sum(l.amount) filter (where l.to_account = 'opening'), 0)::text as paid
    from fee_postings p
    join fee_lines l on l.school_id = p.school_id and l.posting_id = p.id
    left join fee_charges c on c.school_id = ${schoolId} and c.posting_id = p.id
    left join fee_dues d on d.school_id = ${schoolId} and d.charge_id = c.id
    where p.school_id = ${schoolId} and p.kind = 'opening'
      and not exists (select from fee_postings r where r.school_id = ${schoolId} and r.reverses = p.id)
    group by p.id, c.student_id, c.item_id, c.amount`.execute(db)
  return rows
}

/** Which items of which year students were charged for here. */
export async function chargedHere(db: Db, schoolId: string) {
  const { rows } = await sql<{ studentId: string; yearId: string; itemId: string }>`
    select c.student_id, c.year_id, c.item_id from fee_charges c
    join fee_postings p on p.school_id = c.school_id and p.id = c.posting_id
    where c.school_id = ${schoolId} and c.undone_by is null and p.kind <> 'opening'`.execute(db)
  return rows
}

export type NewFamily = { id: string; otherCode: string | null }

/** Families with the next codes of the school. One that is named by a code was put together by the person who brings it. */
export async function insertNamedFamilies(db: Db, schoolId: string, by: string, families: readonly NewFamily[]) {
  if (families.length === 0) return
  const codes = await familyCodes(db, schoolId, families.length)
  const made = families.map((family, nth) => ({ ...family, code: codes[nth]! }))
  await sql`
    insert into families (school_id, id, code, other_code, confirmed_by)
    select ${schoolId}, f.id, f.code, f."otherCode", case when f."otherCode" is not null then ${by}::uuid end
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as f (id uuid, code text, "otherCode" text)`.execute(db)
}

/** Gives families that have none the code that they had in another system. */
export const nameFamilies = (db: Db, schoolId: string, families: readonly NewFamily[]) =>
  sql`update families f set other_code = n."otherCode", version = f.version + 1, modified_at = now()
    from jsonb_to_recordset(${JSON.stringify(families)}::jsonb) as n (id uuid, "otherCode" text)
    where f.school_id = ${schoolId} and f.id = n.id and f.other_code is null`.execute(db)

export const unnameFamilies = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`update families f set other_code = null, version = f.version + 1, modified_at = now()
    where f.school_id = ${schoolId} and f.id = any (${[...ids]}::uuid[]) and f.other_code is not null`.execute(db)

/** Of these postings, what stands in the way of taking them back: something else happened to their parts, or their credit was used. */
export async function openingsInUse(db: Db, schoolId: string, postingIds: readonly string[]) {
  const { rows } = await sql<{ used: boolean }>`
    with brought as (select unnest(${[...postingIds]}::uuid[]) as id), parts as (
      select d.id from fee_charges c join fee_dues d on d.school_id = ${schoolId} and d.charge_id = c.id
      where c.school_id = ${schoolId} and c.posting_id in (select id from brought))
    select exists (
        select from fee_lines l where l.school_id = ${schoolId} and l.due_id in (select id from parts)
          and l.posting_id not in (select id from brought))
      or exists (select from fee_promises o where o.school_id = ${schoolId} and o.state = 'waiting' and o.due_ids && array(select id from parts))
      or exists (select from fee_proposals o where o.school_id = ${schoolId} and o.state = 'waiting' and o.due_id in (select id from parts))
      or exists (
        select from fee_lines l where l.school_id = ${schoolId} and l.posting_id in (select id from brought) and l.from_account = 'credit'
        group by l.family_id having sum(l.amount) > credit_of(${schoolId}, l.family_id)) as used`.execute(db)
  return rows[0]!.used
}

/** The charges that these postings made, and the families whose money they moved. */
export async function broughtBy(db: Db, schoolId: string, postingIds: readonly string[]) {
  const { rows: charges } = await sql<{ chargeId: string; postingId: string }>`
    select c.id as charge_id, c.posting_id from fee_charges c
    where c.school_id = ${schoolId} and c.posting_id = any (${[...postingIds]}::uuid[])`.execute(db)
  const { rows: families } = await sql<{ id: string }>`
    select distinct coalesce(l.family_id, m.family_id) as id from fee_lines l
    left join family_students m on m.school_id = ${schoolId} and m.student_id = l.student_id
    where l.school_id = ${schoolId} and l.posting_id = any (${[...postingIds]}::uuid[]) order by 1`.execute(db)
  return { charges, families: families.map(({ id }) => id) }
}

/** Takes students out of the families into which an import put them, unless something happened to their fees since. */
export const takeOutOfFamilies = (db: Db, schoolId: string, studentIds: readonly string[]) =>
  sql`delete from family_students m where m.school_id = ${schoolId} and m.student_id = any (${[...studentIds]}::uuid[])
    and not exists (select from fee_charges c where c.school_id = ${schoolId} and c.student_id = m.student_id and c.undone_by is null)
    and not exists (select from fee_grants g where g.school_id = ${schoolId} and g.student_id = m.student_id and g.ended_at is null)
    and not exists (select from fee_receipts r where r.school_id = ${schoolId} and r.family_id = m.family_id)
    and not exists (select from fee_promises o where o.school_id = ${schoolId} and o.family_id = m.family_id)
    and not exists (select from fee_proposals o where o.school_id = ${schoolId} and o.family_id = m.family_id)`.execute(
    db,
  )
