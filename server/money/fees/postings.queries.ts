import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

type Account =
  | 'owed'
  | 'income'
  | 'reduction'
  | 'credit'
  | 'till'
  | 'clearing'
  | 'writtenOff'
  | 'difference'
  | 'opening'

/** A line of a posting: a positive amount, as an exact text, from one account to another. */
export type NewLine = {
  from: Account
  to: Account
  amount: string
  studentId?: string
  dueId?: string
  familyId?: string
  itemId?: string
  reductionId?: string
  reductionVersion?: number
  wayId?: string
  tillId?: string
}

export type NewPosting = {
  id: string
  kind:
    | 'charge'
    | 'reduction'
    | 'payment'
    | 'credit'
    | 'refund'
    | 'writeOff'
    | 'reversal'
    | 'difference'
    | 'moved'
    | 'opening'
  day: string
  madeBy: string
  confirmedBy?: string | null
  reverses?: string | null
  reason?: string | null
  lines: readonly NewLine[]
}

/** Stores postings with their lines. */
export async function insertPostings(db: Db, schoolId: string, postings: readonly NewPosting[]) {
  if (postings.length === 0) return
  await insertHeads(db, schoolId, postings)
  await insertFeeLines(db, schoolId, postings)
}

/** Only the heads of postings, for charges that name them before their lines can name parts. */
export async function insertHeads(db: Db, schoolId: string, postings: readonly NewPosting[]) {
  const heads = JSON.stringify(postings.map(({ lines: _, ...head }) => head))
  await sql`
    insert into fee_postings (school_id, id, kind, day, reverses, reason, made_by, confirmed_by)
    select ${schoolId}, p.id, p.kind, p.day, p.reverses, p.reason, p."madeBy", p."confirmedBy"
    from jsonb_to_recordset(${heads}::jsonb) as p (id uuid, kind text, day date, reverses uuid, reason text, "madeBy" uuid,
      "confirmedBy" uuid)`.execute(db)
}

/** The lines of postings. The database proves them (functions/fees.sql). */
export async function insertFeeLines(db: Db, schoolId: string, postings: readonly NewPosting[]) {
  const lines = JSON.stringify(
    postings.flatMap(({ id, lines: own }) => own.map((line, nth) => ({ ...line, postingId: id, nth }))),
  )
  await sql`
    insert into fee_lines (school_id, posting_id, nth, from_account, to_account, amount, student_id, due_id, family_id, item_id,
      reduction_id, reduction_version, way_id, till_id)
    select ${schoolId}, l."postingId", l.nth, l."from", l."to", l.amount, l."studentId", l."dueId", l."familyId", l."itemId",
      l."reductionId", l."reductionVersion", l."wayId", l."tillId"
    from jsonb_to_recordset(${lines}::jsonb) as l ("postingId" uuid, nth smallint, "from" text, "to" text, amount numeric,
      "studentId" uuid, "dueId" uuid, "familyId" uuid, "itemId" uuid, "reductionId" uuid, "reductionVersion" integer, "wayId" uuid,
      "tillId" uuid)`.execute(db)
}

/** The lines of postings the other way round, for their reversals; a reversed charge has its reductions put back first. */
export async function reversedLines(db: Db, schoolId: string, postingIds: readonly string[]) {
  const { rows } = await sql<
    { postingId: string } & { [Name in keyof Required<NewLine>]: Required<NewLine>[Name] | null }
  >`
    select l.posting_id, l.to_account as "from", l.from_account as "to", l.amount::text as amount, l.student_id, l.due_id, l.family_id,
      l.item_id, l.reduction_id, l.reduction_version, l.way_id, l.till_id
    from fee_lines l where l.school_id = ${schoolId} and l.posting_id = any (${[...postingIds]}::uuid[])
    order by l.posting_id, l.nth`.execute(db)
  return rows.map(({ postingId, ...row }) => ({
    postingId,
    line: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as NewLine,
  }))
}

export type NewCharge = {
  id: string
  studentId: string
  yearId: string
  itemId: string
  planId: string | null
  amount: string
  postingId: string
  dues: readonly { id: string; dueOn: string; amount: string }[]
}

/** Stores charges with their parts; their postings must be there. */
export async function insertCharges(db: Db, schoolId: string, charges: readonly NewCharge[]) {
  const heads = JSON.stringify(charges.map(({ dues: _, ...head }) => head))
  const parts = JSON.stringify(
    charges.flatMap(({ id, studentId, dues }) =>
      dues.map((due, nth) => ({ ...due, chargeId: id, studentId, position: nth + 1 })),
    ),
  )
  await sql`
    insert into fee_charges (school_id, id, student_id, year_id, item_id, plan_id, amount, posting_id)
    select ${schoolId}, c.id, c."studentId", c."yearId", c."itemId", c."planId", c.amount, c."postingId"
    from jsonb_to_recordset(${heads}::jsonb) as c (id uuid, "studentId" uuid, "yearId" uuid, "itemId" uuid, "planId" uuid,
      amount numeric, "postingId" uuid)`.execute(db)
  await sql`
    insert into fee_dues (school_id, id, charge_id, student_id, position, due_on, amount)
    select ${schoolId}, d.id, d."chargeId", d."studentId", d.position, d."dueOn", d.amount
    from jsonb_to_recordset(${parts}::jsonb) as d (id uuid, "chargeId" uuid, "studentId" uuid, position smallint, "dueOn" date,
      amount numeric)`.execute(db)
}

/** Takes the next number of receipts of a year. Its row stays locked until the call ends, so that no number is left out. */
export async function nextReceiptNumber(db: Db, schoolId: string, year: number) {
  const { rows } = await sql<{ lastNumber: number }>`
    insert into fee_numbers as n (school_id, year, last_number) values (${schoolId}, ${year}, 1)
    on conflict (school_id, year) do update set last_number = n.last_number + 1 returning last_number`.execute(db)
  return rows[0]!.lastNumber
}

/** Takes the next codes of families of a school. */
export async function familyCodes(db: Db, schoolId: string, count: number) {
  const { rows } = await sql<{ last: number }>`
    update fee_settings set last_family = last_family + ${count} where school_id = ${schoolId}
    returning last_family as last`.execute(db)
  return Array.from({ length: count }, (_, nth) => withCheckDigit(rows[0]!.last - count + 1 + nth))
}

/** Gives children families of their own, with the next codes of the school. */
export async function insertFamilies(
  db: Db,
  schoolId: string,
  studentIds: readonly string[],
  confirmedBy: string | null,
) {
  const codes = await familyCodes(db, schoolId, studentIds.length)
  const made = studentIds.map((studentId, nth) => ({ id: newId(), studentId, code: codes[nth]! }))
  await sql`
    insert into families (school_id, id, code, confirmed_by)
    select ${schoolId}, f.id, f.code, ${confirmedBy}::uuid from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as f (id uuid, code text)`.execute(
    db,
  )
  await putInFamilies(
    db,
    schoolId,
    made.map(({ id, studentId }) => ({ studentId, familyId: id })),
  )
  return made
}

export const putInFamilies = (db: Db, schoolId: string, members: readonly { studentId: string; familyId: string }[]) =>
  sql`insert into family_students as m (school_id, student_id, family_id)
    select ${schoolId}, r."studentId", r."familyId"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r ("studentId" uuid, "familyId" uuid)
    on conflict (school_id, student_id) do update set family_id = excluded.family_id`.execute(db)

/** A number with a last digit by which a mistyped one is known (the Luhn algorithm, as on bank cards). */
function withCheckDigit(number: number) {
  const digits = [...String(number)].toReversed().map(Number)
  const sum = digits.reduce((all, digit, nth) => {
    const weighed = nth % 2 === 0 ? digit * 2 : digit
    return all + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return `${number}${(10 - (sum % 10)) % 10}`
}
