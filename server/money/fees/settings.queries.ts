import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { byName } from '#server/db/search.ts'

export type SettingsRow = {
  currency: 'EGP' | 'SAR' | 'AED' | 'QAR' | 'KWD' | 'BHD' | 'OMR' | 'JOD'
  decimals: number
  onlyHighest: boolean
  reductionLimit: string | null
  overdueNotices: boolean
  version: number
}

/** How the school charges; undefined before it has begun. Amounts are texts: a number would be a binary fraction. */
export async function feeSettingsOf(db: Db, schoolId: string) {
  const { rows } = await sql<SettingsRow>`
    select s.currency, fee_scale(s.currency) as decimals, s.only_highest, round(s.reduction_limit, fee_scale(s.currency))::text as reduction_limit,
      s.overdue_notices, s.version
    from fee_settings s where s.school_id = ${schoolId}`.execute(db)
  return rows[0]
}

/** The same, locked until the call ends: what is charged with these settings is charged by one call after another. */
export async function lockFees(db: Db, schoolId: string) {
  await sql`select from fee_settings s where s.school_id = ${schoolId} for no key update`.execute(db)
  return feeSettingsOf(db, schoolId)
}

export async function hasPosted(db: Db, schoolId: string) {
  const { rows } = await sql<{ posted: boolean }>`
    select exists (select from fee_postings p where p.school_id = ${schoolId}) as posted`.execute(db)
  return rows[0]!.posted
}

type NewSettings = Omit<SettingsRow, 'decimals' | 'version'> & { schoolId: string }

export async function insertSettings(
  db: Db,
  { schoolId, currency, onlyHighest, reductionLimit, overdueNotices }: NewSettings,
) {
  const { numAffectedRows } = await sql`
    insert into fee_settings (school_id, currency, only_highest, reduction_limit, overdue_notices)
    values (${schoolId}, ${currency}, ${onlyHighest}, ${reductionLimit}::numeric, ${overdueNotices})
    on conflict (school_id) do nothing`.execute(db)
  return Number(numAffectedRows)
}

export const updateFeeSettings = (
  db: Db,
  { schoolId, currency, onlyHighest, reductionLimit, overdueNotices }: NewSettings,
) =>
  sql`update fee_settings set currency = ${currency}, only_highest = ${onlyHighest}, reduction_limit = ${reductionLimit}::numeric,
      overdue_notices = ${overdueNotices}, version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)

export type WayRow = {
  id: string
  name: string
  kind: 'cash' | 'cheque' | 'transfer' | 'card' | 'other'
  active: boolean
}

export async function waysOf(db: Db, schoolId: string) {
  const { rows } = await sql<WayRow>`
    select w.id, w.name, w.kind, w.active from fee_ways w where w.school_id = ${schoolId} order by w.position, w.id`.execute(
    db,
  )
  return rows
}

export async function wayOf(db: Db, schoolId: string, id: string) {
  return (await waysOf(db, schoolId)).find((way) => way.id === id)
}

export type ItemRow = { id: string; name: string; rate: string | null; active: boolean }

export async function feeItemsOf(db: Db, schoolId: string) {
  const { rows } = await sql<ItemRow>`
    select i.id, i.name, i.rate::text as rate, i.active from fee_items i
    where i.school_id = ${schoolId} order by i.position, i.id`.execute(db)
  return rows
}

export type ReductionRow = {
  id: string
  name: string
  kind: 'sibling' | 'staff' | 'hardship' | 'merit' | 'early' | 'other'
  measure: 'percent' | 'amount'
  value: string | null
  byChild: string[]
  itemIds: string[]
  active: boolean
  version: number
}

export async function feeReductionsOf(db: Db, schoolId: string) {
  const { rows } = await sql<ReductionRow>`
    select r.id, r.name, r.kind, r.measure, r.value::text as value, r.by_child::text[] as by_child, r.item_ids, r.active, r.version
    from fee_reductions r where r.school_id = ${schoolId} order by r.position, r.id`.execute(db)
  return rows
}

type Listed<Row> = { id: string | null } & Row

const withIds = <Row>(rows: readonly Listed<Row>[]) =>
  JSON.stringify(rows.map((row, position) => ({ ...row, id: row.id ?? newId(), position: position + 1 })))

/** A row that stays as it was is not written. */
export const storeWays = (
  db: Db,
  schoolId: string,
  ways: readonly Listed<{ name: string; kind: string; active: boolean }>[],
) =>
  sql`insert into fee_ways as w (school_id, id, name, kind, active, position)
    select ${schoolId}, r.id, r.name, r.kind, r.active, r.position
    from jsonb_to_recordset(${withIds(ways)}::jsonb) as r (id uuid, name text, kind text, active boolean, position integer)
    on conflict (school_id, id) do update
    set name = excluded.name, active = excluded.active, position = excluded.position, version = w.version + 1, modified_at = excluded.modified_at
    where (w.name, w.active, w.position) is distinct from (excluded.name, excluded.active, excluded.position)`.execute(
    db,
  )

export const storeFeeItems = (
  db: Db,
  schoolId: string,
  items: readonly Listed<{ name: string; rate: string | null; active: boolean }>[],
) =>
  sql`insert into fee_items as i (school_id, id, name, rate, active, position)
    select ${schoolId}, r.id, r.name, r.rate, r.active, r.position
    from jsonb_to_recordset(${withIds(items)}::jsonb) as r (id uuid, name text, rate numeric, active boolean, position integer)
    on conflict (school_id, id) do update
    set name = excluded.name, rate = excluded.rate, active = excluded.active, position = excluded.position, version = i.version + 1,
      modified_at = excluded.modified_at
    where (i.name, i.rate, i.active, i.position) is distinct from (excluded.name, excluded.rate, excluded.active, excluded.position)`.execute(
    db,
  )

type NewReduction = Omit<ReductionRow, 'id' | 'version'>

export const storeReductions = (db: Db, schoolId: string, reductions: readonly Listed<NewReduction>[]) =>
  sql`insert into fee_reductions as o (school_id, id, name, kind, measure, value, by_child, item_ids, active, position)
    select ${schoolId}, r.id, r.name, r.kind, r.measure, r.value, r."byChild", r."itemIds", r.active, r.position
    from jsonb_to_recordset(${withIds(reductions)}::jsonb) as r (id uuid, name text, kind text, measure text, value numeric,
      "byChild" numeric[], "itemIds" uuid[], active boolean, position integer)
    on conflict (school_id, id) do update
    set name = excluded.name, kind = excluded.kind, measure = excluded.measure, value = excluded.value, by_child = excluded.by_child,
      item_ids = excluded.item_ids, active = excluded.active, position = excluded.position, version = o.version + 1,
      modified_at = excluded.modified_at
    where (o.name, o.kind, o.measure, o.value, o.by_child, o.item_ids, o.active, o.position)
      is distinct from (excluded.name, excluded.kind, excluded.measure, excluded.value, excluded.by_child, excluded.item_ids,
        excluded.active, excluded.position)`.execute(db)

export type StoredPlanLine = {
  itemId: string
  amount: string
  parts: { dueOn: string; amount: string | null; percent: string | null }[]
}

export type PlanRow = {
  id: string
  yearId: string
  gradeId: string
  gradeName: string
  version: number
  lines: StoredPlanLine[]
  charged: number
}

/** The latest version of each plan of a school, or of one grade in a year. */
export async function plansOf(db: Db, schoolId: string, of: { yearId?: string; gradeId?: string } = {}) {
  const { rows } = await sql<PlanRow>`
    select p.id, p.year_id, p.grade_id, g.name as grade_name, p.version, p.lines, (
      select count(distinct c.student_id)::integer from fee_charges c
      join fee_plans v on v.school_id = ${schoolId} and v.id = c.plan_id
      where c.school_id = ${schoolId} and c.undone_by is null and v.year_id = p.year_id and v.grade_id = p.grade_id) as charged
    from fee_plans p join grades g on g.school_id = p.school_id and g.id = p.grade_id
    where p.school_id = ${schoolId} ${of.yearId ? sql`and p.year_id = ${of.yearId}` : sql``}
      ${of.gradeId ? sql`and p.grade_id = ${of.gradeId}` : sql``}
      and not exists (select from fee_plans n where n.school_id = ${schoolId} and n.year_id = p.year_id and n.grade_id = p.grade_id
        and n.version > p.version)
    order by ${byName('g.name')}, p.id`.execute(db)
  return rows
}

type NewPlanRow = {
  schoolId: string
  yearId: string
  gradeId: string
  version: number
  lines: StoredPlanLine[]
  savedBy: string
}

export async function insertFeePlan(db: Db, { schoolId, yearId, gradeId, version, lines, savedBy }: NewPlanRow) {
  await sql`
    insert into fee_plans (school_id, id, year_id, grade_id, version, lines, saved_by)
    values (${schoolId}, ${newId()}, ${yearId}, ${gradeId}, ${version}, ${JSON.stringify(lines)}::jsonb, ${savedBy})`.execute(
    db,
  )
}

/** The years with their first and last day, the current one first, and the grades. */
export async function yearsAndGrades(db: Db, schoolId: string) {
  const { rows: years } = await sql<{
    id: string
    name: string
    current: boolean
    startsOn: string | null
    endsOn: string | null
  }>`
    select y.id, y.name, y.active and not y.completed as current, min(m.start_date) as starts_on, max(m.end_date) as ends_on
    from school_years y left join school_year_months m on m.school_id = ${schoolId} and m.school_year_id = y.id
    where y.school_id = ${schoolId} group by y.id, y.name, y.active, y.completed, y.created_at
    order by 3 desc, y.created_at desc, y.id`.execute(db)
  const { rows: grades } = await sql<{ id: string; name: string }>`
    select g.id, g.name from grades g where g.school_id = ${schoolId} order by ${byName('g.name')}, g.id`.execute(db)
  return { years, grades }
}
