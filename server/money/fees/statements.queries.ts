import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PageRequest } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { namesOfChildren } from './family.queries.ts'

export type BankLineStored = { key: string; day: string; amount: string; text: string; reference: string | null }

type NewFile = { schoolId: string; fileName: string | null; hash: Buffer; by: string }

/** Stores a statement and those of its lines that never came before. Answers the file and how many were new. */
export async function insertStatement(
  db: Db,
  { schoolId, fileName, hash, by }: NewFile,
  lines: readonly BankLineStored[],
) {
  const fileId = newId()
  await db
    .insertInto('statementFiles')
    .values({ schoolId, id: fileId, fileName, contentHash: hash, uploadedBy: by })
    .execute()
  const given = JSON.stringify(lines.map((line) => ({ ...line, id: newId() })))
  const { numAffectedRows } = await sql`
    insert into statement_lines (school_id, id, file_id, line_key, day, amount, text, reference)
    select ${schoolId}, l.id, ${fileId}, decode(l.key, 'hex'), l.day, l.amount, l.text, l.reference
    from jsonb_to_recordset(${given}::jsonb) as l (id uuid, key text, day date, amount numeric, text text, reference text)
    on conflict (school_id, line_key) do nothing`.execute(db)
  return { fileId, brought: Number(numAffectedRows) }
}

export type LineRow = {
  id: string
  day: string
  amount: string
  about: string
  reference: string | null
  receiptNumber: string | null
  familyId: string | null
  familyCode: string | null
  names: string | null
}

/** Whether a line (`l`) is a payment that was not reversed. */
const isPosted = (schoolId: string) => sql<SqlBool>`(l.receipt_id is not null and not exists (
  select from fee_receipts a where a.school_id = ${schoolId} and a.reverses = l.receipt_id))`

type Shown = { show: 'waiting' | 'posted' | null; text: string | null }

/** The lines of all statements, the latest first. */
export async function statementRows(db: Db, schoolId: string, { show, text }: Shown, page: PageRequest) {
  const posted = isPosted(schoolId)
  const isShown = { waiting: sql`not ${posted}`, posted: sql`${posted}`, all: sql`true` }[show ?? 'all']
  const isFound = text
    ? sql`(position(fold(${text}) in fold(concat_ws(' ', l.text, l.reference))) > 0 or trim_scale(l.amount)::text = ${text})`
    : sql`true`
  const { rows } = await sql<LineRow & { inAll: number }>`
    select l.id, l.day, l.amount::text as amount, l.text as about, l.reference, r.number || '/' || r.year as receipt_number, r.family_id,
      f.code as family_code, case when f.id is not null then ${namesOfChildren(
        schoolId,
        sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = f.id`,
      )} end as names, count(*) over ()::integer as in_all
    from statement_lines l
    left join fee_receipts r on r.school_id = ${schoolId} and r.id = l.receipt_id and ${posted}
    left join families f on f.school_id = ${schoolId} and f.id = r.family_id
    where l.school_id = ${schoolId} and ${isShown} and ${isFound}
    order by l.day desc, l.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}

export type FamilyToMatch = {
  familyId: string
  familyCode: string
  otherCode: string | null
  names: string
  /** The words of the names of children and of the adults who pay for them, folded. */
  words: string
  owed: string
  /** What is owed of each part, and by which day. */
  parts: { dueOn: string; open: string }[]
}

/** The families of a school, with what a line of a statement can be known by. */
export async function familiesToMatch(db: Db, schoolId: string) {
  const members = sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = f.id`
  // What is owed is summed once for the school: asked family by family, the balances of all parts would be summed for each of them.
  const { rows } = await sql<FamilyToMatch>`
    with owed as materialized (
      select m.family_id, sum(d.open) as owed, jsonb_agg(jsonb_build_object('dueOn', d.due_on, 'open', d.open::text) order by d.due_on, d.id) as parts
      from fee_due_balances d join family_students m on m.school_id = ${schoolId} and m.student_id = d.student_id
      where d.school_id = ${schoolId} and d.open > 0 group by m.family_id)
    select f.id as family_id, f.code as family_code, f.other_code, ${namesOfChildren(schoolId, members)} as names,
      fold(concat_ws(' ', ${wordsOf(schoolId, members)})) as words, coalesce(b.owed, 0)::text as owed, coalesce(b.parts, '[]') as parts
    from families f left join owed b on b.family_id = f.id
    where f.school_id = ${schoolId} and exists (${members})`.execute(db)
  return rows
}

const wordsOf = (schoolId: string, members: RawBuilder<unknown>) => sql`(
  select string_agg(concat_ws(' ', n.first_name, n.middle_name, n.last_name), ' ') from students n
  where n.school_id = ${schoolId} and n.id in (${members})), (
  select string_agg(concat_ws(' ', u.first_name, u.last_name), ' ') from parent_links k join users u on u.id = k.parent_id
  where k.school_id = ${schoolId} and k.pays and k.student_id in (${members}))`

/** A transfer that a parent reported, and that nobody has decided about. */
export type ToldToMatch = {
  id: string
  familyId: string
  amount: string
  day: string
  reference: string
  note: string | null
  payerName: string
}

export async function toldToMatch(db: Db, schoolId: string) {
  const { rows } = await sql<ToldToMatch>`
    select t.id, t.family_id, t.amount::text as amount, t.day, t.reference, t.note, ${fullName('u')} as payer_name
    from told_transfers t join users u on u.id = t.payer_id
    where t.school_id = ${schoolId} and t.state = 'waiting' order by t.created_at, t.id limit 500`.execute(db)
  return rows
}

type ToldTaken = { id: string; familyId: string; receiptId: string; by: string; now: Date }

/** The reported transfer became the payment of a line. False: it waits no more, or is another family's. */
export async function takeToldByLine(db: Db, schoolId: string, { id, familyId, receiptId, by, now }: ToldTaken) {
  const { numAffectedRows } = await sql`
    update told_transfers t set state = 'taken', decided_by = ${by}, decided_at = ${now}, receipt_id = ${receiptId}
    where t.school_id = ${schoolId} and t.id = ${id} and t.family_id = ${familyId} and t.state = 'waiting'`.execute(db)
  return Number(numAffectedRows) === 1
}

/** Lines that wait, locked in the order of their ids; `posted`: those that are a payment already. */
export async function lockLines(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    day: string
    amount: string
    reference: string | null
    posted: boolean
  }>`
    select l.id, l.day, l.amount::text as amount, l.reference, ${isPosted(schoolId)} as posted
    from statement_lines l where l.school_id = ${schoolId} and l.id = any (${[...ids]}::uuid[])
    order by l.id for no key update of l`.execute(db)
  return rows
}

export const markPosted = (
  db: Db,
  schoolId: string,
  { id, receiptId, by }: { id: string; receiptId: string; by: string },
) =>
  sql`update statement_lines l set receipt_id = ${receiptId}, matched_by = ${by}
    where l.school_id = ${schoolId} and l.id = ${id}`.execute(db)
