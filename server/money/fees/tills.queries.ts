import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'

export type TillRow = {
  id: string
  personId: string
  personName: string
  day: string
  opening: string
  openedAt: string
  closedAt: string | null
  counted: string | null
  expected: string | null
  note: string | null
}

const tillRow = (schoolId: string) => sql`
  select t.id, t.person_id, ${fullName('u')} as person_name, t.day, t.opening::text as opening, t.opened_at, t.closed_at,
    t.counted::text as counted, t.expected::text as expected, t.note
  from tills t join users u on u.id = t.person_id where t.school_id = ${schoolId}`

export async function tillById(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<TillRow>`${tillRow(schoolId)} and t.id = ${id}`.execute(db)
  return rows[0]
}

/** The till of a person on a day. */
export async function tillOf(db: Db, schoolId: string, personId: string, day: string) {
  const { rows } = await sql<TillRow>`${tillRow(schoolId)} and t.person_id = ${personId} and t.day = ${day}`.execute(db)
  return rows[0]
}

/** The same, locked until the call ends, so that it is not closed meanwhile; `closes` also keeps others from putting something in. */
export async function lockTill(db: Db, schoolId: string, id: string, closes = false) {
  const { rows } = await sql<{ closed: boolean }>`
    select t.closed_at is not null as closed from tills t where t.school_id = ${schoolId} and t.id = ${id}
    ${closes ? sql`for update` : sql`for share`}`.execute(db)
  return rows[0]
}

/** Opens the till of a person for a day; false if there is one already. */
export async function insertTill(
  db: Db,
  till: { schoolId: string; personId: string; day: string; opening: string; now: string },
) {
  const { numAffectedRows } = await sql`
    insert into tills (school_id, id, person_id, day, opening, opened_at)
    values (${till.schoolId}, ${newId()}, ${till.personId}, ${till.day}, ${till.opening}::numeric, ${till.now})
    on conflict (school_id, person_id, day) do nothing`.execute(db)
  return Number(numAffectedRows) > 0
}

type Closing = { schoolId: string; id: string; counted: string; expected: string; note: string | null; now: string }

export const storeClosing = (db: Db, { schoolId, id, counted, expected, note, now }: Closing) =>
  sql`update tills t set closed_at = ${now}, counted = ${counted}::numeric, expected = ${expected}::numeric, note = ${note}
    where t.school_id = ${schoolId} and t.id = ${id}`.execute(db)

export type WayInTill = { wayId: string; name: string; kind: string; receipts: number; in: string; out: string }

/** What came into a till and went out of it, by way; without the difference found at its closing. */
export async function waysInTill(db: Db, schoolId: string, tillId: string) {
  const { rows } = await sql<WayInTill>`
    select w.id as way_id, w.name, w.kind, count(distinct p.id) filter (where p.kind = 'payment')::integer as receipts,
      coalesce(sum(l.amount) filter (where l.to_account = 'till'), 0)::text as "in",
      coalesce(sum(l.amount) filter (where l.from_account = 'till'), 0)::text as "out"
    from fee_lines l
    join fee_postings p on p.school_id = l.school_id and p.id = l.posting_id
    join fee_ways w on w.school_id = l.school_id and w.id = l.way_id
    where l.school_id = ${schoolId} and l.till_id = ${tillId} and p.kind <> 'difference'
    group by w.id, w.name, w.kind, w.position order by w.position, w.id`.execute(db)
  return rows
}

export async function receiptsOfTill(db: Db, schoolId: string, tillId: string) {
  const { rows } = await sql<{
    number: string
    names: string
    familyCode: string
    wayName: string
    amount: string
    reverses: string | null
  }>`
    select r.number || '/' || r.year as number, f.code as family_code, w.name as way_name, r.amount::text as amount,
      b.number || '/' || b.year as reverses, coalesce((
        select string_agg(${fullName('n')}, '، ' order by n.code) from students n
        where n.school_id = ${schoolId} and n.id = any (r.student_ids)), '') as names
    from fee_receipts r
    join families f on f.school_id = r.school_id and f.id = r.family_id
    join fee_ways w on w.school_id = r.school_id and w.id = r.way_id
    left join fee_receipts b on b.school_id = ${schoolId} and b.id = r.reverses
    where r.school_id = ${schoolId} and r.posting_id in (
      select l.posting_id from fee_lines l where l.school_id = ${schoolId} and l.till_id = ${tillId})
    order by r.year, r.number`.execute(db)
  return rows
}

/** The tills of a school, the latest first, with what was taken. */
export async function tillRows(db: Db, schoolId: string, page: { limit: number; offset: number }) {
  const { rows } = await sql<{
    id: string
    personName: string
    day: string
    closedAt: string | null
    taken: string
    difference: string | null
    inAll: number
  }>`
    select t.id, ${fullName('u')} as person_name, t.day, t.closed_at, (t.counted - t.expected)::text as difference, (
        select coalesce(sum(case when l.to_account = 'till' then l.amount else -l.amount end), 0)::text from fee_lines l
        join fee_postings p on p.school_id = ${schoolId} and p.id = l.posting_id
        where l.school_id = ${schoolId} and l.till_id = t.id and p.kind <> 'difference') as taken,
      count(*) over ()::integer as in_all
    from tills t join users u on u.id = t.person_id where t.school_id = ${schoolId}
    order by t.day desc, t.opened_at desc, t.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}
