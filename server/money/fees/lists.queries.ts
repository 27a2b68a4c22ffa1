import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName, containsFolded, fullName } from '#server/db/search.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'

type Ages = 'd30' | 'd60' | 'd90' | 'older'

/** How long something is owed, by the day on which it was due. */
const ageOf = (dueOn: string, today: string) => sql<Ages>`case when ${today}::date - ${sql.ref(dueOn)} <= 30 then 'd30'
  when ${today}::date - ${sql.ref(dueOn)} <= 60 then 'd60' when ${today}::date - ${sql.ref(dueOn)} <= 90 then 'd90' else 'older' end`

/** What the first page of fees shows, in one round trip. */
export async function overviewParts(
  db: Db,
  schoolId: string,
  { today, personId, now }: { today: string; personId: string; now: string },
) {
  return sideBySide(db, {
    due: sql<{ amount: string; students: number; overdue: string }>`
      select coalesce(sum(d.open) filter (where d.due_on between ${today}::date and ${today}::date + 6), 0)::text as amount,
        (count(distinct d.student_id) filter (where d.open > 0 and d.due_on between ${today}::date and ${today}::date + 6))::integer as students,
        coalesce(sum(d.open) filter (where d.due_on < ${today}::date), 0)::text as overdue
      from fee_due_balances d where d.school_id = ${schoolId}`,
    ages: sql<{ age: Ages; students: number; amount: string }>`
      select ${ageOf('d.due_on', today)} as age, count(distinct d.student_id)::integer as students, sum(d.open)::text as amount
      from fee_due_balances d where d.school_id = ${schoolId} and d.due_on < ${today}::date and d.open > 0 group by 1`,
    classes: sql<{ classRoomId: string; classRoomName: string; students: number; amount: string }>`
      select c.id as class_room_id, c.name as class_room_name, count(distinct d.student_id)::integer as students, sum(d.open)::text as amount
      from fee_due_balances d
      join students st on st.school_id = d.school_id and st.id = d.student_id
      join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
      where d.school_id = ${schoolId} and d.due_on < ${today}::date and d.open > 0
      group by c.id, c.name order by sum(d.open) desc, ${byName('c.name')}`,
    taken: sql<{ amount: string; receipts: number }>`
      select coalesce(sum(case when r.reverses is null then r.amount else -r.amount end), 0)::text as amount, count(*)::integer as receipts
      from fee_receipts r where r.school_id = ${schoolId} and r.received_on = ${today}`,
    till: sql<{ id: string; open: boolean }>`
      select t.id, t.closed_at is null as open from tills t
      where t.school_id = ${schoolId} and t.person_id = ${personId} and t.day = ${today}`,
    waiting: sql<{ proposals: number; promises: number }>`
      select (select count(*)::integer from fee_proposals o
          where o.school_id = ${schoolId} and o.state = 'waiting' and o.expires_at > ${now}) as proposals,
        (select count(*)::integer from fee_promises o where o.school_id = ${schoolId} and o.state = 'waiting') as promises`,
  })
}

export type ArrearsRow = {
  studentId: string
  studentName: string
  code: string
  classRoomName: string
  familyId: string
  familyCode: string
  overdue: string
  oldestOn: string
  days: number
  owed: string
}

type Chosen = { classRoomId: string | null; age: Ages | null; text: string | null; today: string }

/** Who owes what is overdue, the oldest debt first. */
export async function arrearsOf(
  db: Db,
  schoolId: string,
  { classRoomId, age, text, today }: Chosen,
  page: { limit: number; offset: number },
) {
  const { rows } = await sql<ArrearsRow & { inAll: number }>`
    with owing as (
      select d.student_id, sum(d.open) as owed, sum(d.open) filter (where d.due_on < ${today}::date) as overdue,
        min(d.due_on) filter (where d.open > 0 and d.due_on < ${today}::date) as oldest_on
      from fee_due_balances d where d.school_id = ${schoolId} group by d.student_id
    )
    select st.id as student_id, ${fullName('st')} as student_name, st.code, c.name as class_room_name, f.id as family_id,
      f.code as family_code, o.overdue::text as overdue, o.oldest_on, ${today}::date - o.oldest_on as days, o.owed::text as owed,
      count(*) over ()::integer as in_all
    from owing o
    join students st on st.school_id = ${schoolId} and st.id = o.student_id
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    join family_students m on m.school_id = ${schoolId} and m.student_id = st.id
    join families f on f.school_id = ${schoolId} and f.id = m.family_id
    where o.oldest_on is not null ${classRoomId ? sql`and c.id = ${classRoomId}` : sql``}
      ${age ? sql`and ${ageOf('o.oldest_on', today)} = ${age}` : sql``}
      ${text ? sql`and (${containsFolded('st.searched', text)} or f.code = ${text})` : sql``}
    order by o.oldest_on, ${byName('c.name')}, ${byName(fullName('st'))}, st.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}

export type JournalRow = {
  day: string
  kind: string
  fromAccount: string
  toAccount: string
  amount: string
  studentName: string | null
  code: string | null
  familyCode: string | null
  itemName: string | null
  wayName: string | null
  receiptNumber: string | null
  madeByName: string
  reason: string | null
}

/** Every line of the postings of these days. */
export async function journalOf(
  db: Db,
  schoolId: string,
  { from, to }: { from: string; to: string },
  page: { limit: number; offset: number },
) {
  const { rows } = await sql<JournalRow & { inAll: number }>`
    select p.day, p.kind, l.from_account, l.to_account, l.amount::text as amount, nullif(${fullName('st')}, '') as student_name, st.code,
      f.code as family_code, i.name as item_name, w.name as way_name, r.number || '/' || r.year as receipt_number,
      ${fullName('u')} as made_by_name, p.reason, count(*) over ()::integer as in_all
    from fee_postings p
    join fee_lines l on l.school_id = p.school_id and l.posting_id = p.id
    join users u on u.id = p.made_by
    left join students st on st.school_id = ${schoolId} and st.id = l.student_id
    left join families f on f.school_id = ${schoolId} and f.id = l.family_id
    left join fee_items i on i.school_id = ${schoolId} and i.id = l.item_id
    left join fee_ways w on w.school_id = ${schoolId} and w.id = l.way_id
    left join fee_receipts r on r.school_id = ${schoolId} and r.posting_id = p.id
    where p.school_id = ${schoolId} and p.day between ${from} and ${to}
    order by p.day, p.created_at, p.id, l.nth limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}

export type OwnDue = {
  schoolId: string
  schoolName: string
  today: string
  currency: string
  decimals: number
  familyCode: string | null
  studentId: string
  studentName: string
  itemName: string | null
  yearName: string | null
  dueId: string | null
  dueOn: string | null
  amount: string | null
  reduced: string | null
  open: string | null
  overdue: boolean | null
}

/** The children for whom a parent pays today, with the parts that are owed or were due in the last months, and the receipts. */
export const ownParts = (db: Db, parentId: string, schools: readonly string[]) =>
  sideBySide(db, {
    dues: sql<OwnDue>`
      select k.school_id, s.name as school_name, k.today, fs.currency, fee_scale(fs.currency) as decimals, f.code as family_code, st.id as student_id,
        ${fullName('st')} as student_name, i.name as item_name, y.name as year_name, d.id as due_id, d.due_on, d.amount::text as amount,
        d.reduced::text as reduced, d.open::text as open, d.due_on < k.today as overdue
      from parent_links k
      join schools s on s.id = k.school_id and s.active
      join fee_settings fs on fs.school_id = k.school_id
      join students st on st.school_id = k.school_id and st.id = k.student_id
      join family_students m on m.school_id = k.school_id and m.student_id = k.student_id
      left join lateral (select own_family_code(k.school_id, m.family_id) as code) f on true
      left join fee_due_balances d on d.school_id = k.school_id and d.student_id = k.student_id
        and (d.open > 0 or d.due_on > k.today - 120)
      left join fee_items i on i.school_id = d.school_id and i.id = d.item_id
      left join school_years y on y.school_id = d.school_id and y.id = d.year_id
      where k.school_id = any (${[...schools]}::uuid[]) and k.parent_id = ${parentId} and k.sees and k.pays
      order by s.name, k.school_id, d.due_on nulls last, st.code, i.position, d.id`,
    receipts: sql<{
      schoolId: string
      id: string
      content: object
      code: string
      copies: number
      reversedBy: string | null
      logoUrl: string | null
      studentIds: string[]
    }>`
      select r.school_id, r.id, r.content, r.code, 0 as copies, a.number || '/' || a.year as reversed_by, s.image_url as logo_url, r.student_ids
      from fee_receipts r join schools s on s.id = r.school_id
      left join fee_receipts a on a.school_id = r.school_id and a.reverses = r.id
      where r.school_id = any (${[...schools]}::uuid[]) and r.student_ids <@ array(
        select k.student_id from parent_links k
        where k.school_id = any (${[...schools]}::uuid[]) and k.parent_id = ${parentId} and k.sees and k.pays)
      order by r.created_at desc, r.id limit 12`,
  })
