import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { PageRequest } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { namesOfChildren } from './family.queries.ts'

export type FamilyListRow = {
  familyId: string | null
  code: string | null
  names: string
  studentIds: string[]
  owed: string
  overdue: string
  credit: string
  inAll: number
}

type Searched = {
  text: string | null
  /** The digits of the text, of any script, for codes and phones. */
  digits: string | null
  /** The student whose card was scanned. */
  studentId: string | null
  today: string
}

/** Families with a child who is found, and children without one; by the name of the first child. */
export async function familiesFound(
  db: Db,
  schoolId: string,
  { text, digits, studentId, today }: Searched,
  page: PageRequest,
) {
  const isFound = foundBy(schoolId, { text, digits, studentId })
  return familyRows(db, schoolId, {
    today,
    page,
    found: sql`
      select coalesce(m.family_id, st.id) as key, m.family_id, min(${fullName('st')}) as first_name, null::uuid[] as alone
      from students st
      left join family_students m on m.school_id = ${schoolId} and m.student_id = st.id
      left join families f on f.school_id = ${schoolId} and f.id = m.family_id
      where st.school_id = ${schoolId} and (m.family_id is not null or (st.active and st.merged_into is null)) and ${isFound}
      group by 1, 2`,
  })
}

function foundBy(schoolId: string, { text, digits, studentId }: Omit<Searched, 'today'>) {
  if (studentId) return sql`st.id = ${studentId}`
  if (text === null) return sql`st.active`
  const byNumber =
    digits && digits.length >= 4 ? sql`(f.code = ${digits} or ${hasPhone(schoolId, digits)})` : sql`false`
  return sql`(position(coalesce(nullif(fold(${text}), ''), ${text}) in st.searched) > 0 or fold(f.other_code) = fold(${text}) or ${byNumber})`
}

const hasPhone = (schoolId: string, digits: string) => sql`(exists (
    select from parent_links l join users u on u.id = l.parent_id
    where l.school_id = ${schoolId} and l.student_id = st.id and right(u.phone_number, 9) = right(${digits}, 9) and length(${digits}) >= 9)
  or exists (select from guardians g where g.school_id = ${schoolId} and g.student_id = st.id and length(${digits}) >= 9
    and right(regexp_replace(g.phone, '[^0-9]', '', 'g'), 9) = right(${digits}, 9)))`

/**
 * Children who are one family by their parents or by the phone of a guardian, where the office has not yet counted them together: they are in
 * different families, or some in none.
 */
export const proposedFamilies = (db: Db, schoolId: string, today: string, page: PageRequest) =>
  familyRows(db, schoolId, {
    today,
    page,
    found: sql`
      select (array_agg(st.id order by st.id))[1] as key, (array_agg(m.family_id order by m.created_at) filter (where m.family_id is not null))[1] as family_id,
        min(${fullName('st')}) as first_name, array_agg(st.id order by st.id) as alone
      from (
        select l.student_id, 'p' || min(l.parent_id::text) as tie from parent_links l where l.school_id = ${schoolId} group by 1
        union
        select g.student_id, 'g' || right(regexp_replace(g.phone, '[^0-9]', '', 'g'), 9) from guardians g
        where g.school_id = ${schoolId} and length(regexp_replace(g.phone, '[^0-9]', '', 'g')) >= 9) t
      join students st on st.school_id = ${schoolId} and st.id = t.student_id and st.active and st.merged_into is null
      left join family_students m on m.school_id = ${schoolId} and m.student_id = st.id
      group by t.tie
      having count(distinct st.id) > 1 and (count(m.family_id) < count(*) or count(distinct m.family_id) > 1)`,
  })

type Listing = { found: RawBuilder<unknown>; today: string; page: PageRequest }

async function familyRows(db: Db, schoolId: string, { found, today, page }: Listing) {
  const { rows } = await sql<FamilyListRow>`
    with listed as (
      select x.*, count(*) over ()::integer as in_all from (${found}) x
      order by ${byName('x.first_name')}, x.key limit ${page.limit} offset ${page.offset}
    ), members as (
      select k.*, coalesce(k.alone, case when k.family_id is null then array[k.key] else array(
        select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = k.family_id) end) as ids
      from listed k
    )
    select k.family_id, f.code, ${namesOfChildren(schoolId, sql`select unnest(k.ids)`)} as names, k.ids as student_ids,
      coalesce(b.owed, 0)::text as owed, coalesce(b.overdue, 0)::text as overdue,
      case when k.family_id is null then '0' else credit_of(${schoolId}, k.family_id)::text end as credit, k.in_all
    from members k
    left join families f on f.school_id = ${schoolId} and f.id = k.family_id
    left join lateral (
      select sum(d.open) as owed, sum(d.open) filter (where d.due_on < ${today}::date) as overdue
      from fee_due_balances d where d.school_id = ${schoolId} and d.student_id = any (k.ids)) b on true
    order by ${byName('k.first_name')}, k.key`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}
