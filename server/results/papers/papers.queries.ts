import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { containsIn, fullName } from '#server/db/search.ts'

/** Locks the numbers of a kind in a year, so that papers are issued by one call after another. */
export async function lockNumbers(db: Db, schoolId: string, kind: string, year: number) {
  await sql`
    insert into paper_numbers (school_id, kind, year, last_number) values (${schoolId}, ${kind}, ${year}, 0)
    on conflict (school_id, kind, year) do update set last_number = paper_numbers.last_number`.execute(db)
}

/** The number taken last; 0 before the first. */
export async function lastNumber(db: Db, schoolId: string, kind: string, year: number) {
  const row = await db
    .selectFrom('paperNumbers')
    .where('schoolId', '=', schoolId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .select('lastNumber')
    .executeTakeFirst()
  return row?.lastNumber ?? 0
}

/** Takes `count` numbers and returns the first. */
export async function takeNumbers(db: Db, schoolId: string, kind: string, year: number, count: number) {
  const { rows } = await sql<{ lastNumber: number }>`
    update paper_numbers set last_number = last_number + ${count}
    where school_id = ${schoolId} and kind = ${kind} and year = ${year} returning last_number`.execute(db)
  return rows[0]!.lastNumber - count + 1
}

/** The valid papers of a kind (and of a term) for these students, latest first. */
export const standingPapers = (
  db: Db,
  schoolId: string,
  { kind, termId, studentIds }: { kind: string; termId: string | null; studentIds: readonly string[] },
) =>
  db
    .selectFrom('papers')
    .where('schoolId', '=', schoolId)
    .where('kind', '=', kind)
    .where('termId', 'is not distinct from', termId)
    .where('studentId', 'in', [...studentIds])
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'studentId', 'number', 'year', 'issuedOn', 'closingId', 'factsHash'])
    .execute()

export type StandingPaper = Awaited<ReturnType<typeof standingPapers>>[number]

export type NewPaper = {
  schoolId: string
  id: string
  kind: string
  year: number
  number: number
  studentId: string
  termId: string | null
  closingId: string | null
  closingIds: string[]
  content: object
  contentHash: Buffer
  factsHash: Buffer
  keyId: string
  code: string
  issuedOn: string
  issuedBy: string
}

export async function insertPapers(db: Db, papers: readonly NewPaper[]) {
  const rows = papers.map(({ content, ...paper }) => ({ ...paper, content: JSON.stringify(content) }))
  await db.insertInto('papers').values(rows).execute()
}

type Revoking = { by: string; at: Date; reason: string }

/** Revokes those of these papers that are valid; returns how many. */
export async function revokePapers(db: Db, schoolId: string, ids: readonly string[], { by, at, reason }: Revoking) {
  const { numUpdatedRows } = await db
    .updateTable('papers')
    .set({ revokedAt: at.toISOString(), revokedBy: by, reason })
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [...ids])
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const paperOf = (db: Db, schoolId: string, id: string) =>
  db
    .selectFrom('papers')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .select(['id', 'studentId', 'revokedAt'])
    .executeTakeFirst()

type Filter = {
  kind?: string | null | undefined
  studentId?: string | null | undefined
  revoked?: boolean | null | undefined
  text?: string | null | undefined
  /** The text as a number is written, with or without its year. */
  number?: string | null | undefined
}

/** For the last number of a run of today of which nobody checked a paper: how many papers of it are valid; otherwise 0. */
const runToUndo = (today: string) => sql<number>`
  case when p.issued_on = ${today} and p.revoked_at is null then (
    select case when max(r.number) = p.number and max(r.checks) = 0 then count(*) filter (where r.revoked_at is null) else 0 end::integer
    from papers r
    where r.school_id = p.school_id and r.created_at = p.created_at and r.kind = p.kind and r.issued_by = p.issued_by) else 0 end`

/** The issued papers of a school, latest first. */
export function issuedPapers(
  db: Db,
  { id: schoolId, today }: { id: string; today: string },
  { kind, studentId, revoked, text, number }: Filter,
  page: PageRequest,
) {
  const nameOnPaper = sql<string>`p.content ->> 'studentName'`
  let query = db
    .selectFrom('papers as p')
    .innerJoin('users as issuer', 'issuer.id', 'p.issuedBy')
    .leftJoin('users as revoker', 'revoker.id', 'p.revokedBy')
    .where('p.schoolId', '=', schoolId)
    .select(['p.id', 'p.kind', 'p.number', 'p.year', 'p.issuedOn', 'p.studentId', 'p.copies', 'p.checks'])
    .select(['p.revokedAt', 'p.reason', fullName('issuer').as('issuedByName')])
    .select(runToUndo(today).as('takesBack'))
    .select(sql<string | null>`case when revoker.id is not null then ${fullName('revoker')} end`.as('revokedByName'))
    .select([nameOnPaper.as('studentName'), sql<string>`p.content ->> 'classRoomName'`.as('classRoomName')])
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.number', 'desc')
    .orderBy('p.id')
  if (kind) query = query.where('p.kind', '=', kind)
  if (studentId) query = query.where('p.studentId', '=', studentId)
  if (revoked != null) query = query.where('p.revokedAt', revoked ? 'is not' : 'is', null)
  if (text) {
    const nameContains = containsIn(nameOnPaper, text)
    const hasNumber = sql<boolean>`${number ?? text} in (p.number::text, p.number || '/' || p.year)`
    query = query.where((either) => either.or([nameContains, hasNumber]))
  }
  return paged(query, page)
}

const printedRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('papers as p')
    .innerJoin('students as st', (join) =>
      join.onRef('st.schoolId', '=', 'p.schoolId').onRef('st.id', '=', 'p.studentId'),
    )
    .innerJoin('schools as s', 's.id', 'p.schoolId')
    .where('p.schoolId', '=', schoolId)
    .select(['p.id', 'p.kind', 'p.studentId', 'p.code', 'p.copies', 'p.revokedAt', 'p.number', 'p.year'])
    .select(['st.imageUrl as photoUrl', 's.imageUrl as logoUrl'])
    .select(sql<object>`p.content`.as('content'))

export const papersToPrint = (db: Db, schoolId: string, ids: readonly string[]) =>
  printedRows(db, schoolId)
    .where('p.id', 'in', [...ids])
    .execute()

export const papersOfStudent = (db: Db, schoolId: string, studentId: string) =>
  printedRows(db, schoolId)
    .where('p.studentId', '=', studentId)
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id')
    .execute()

export async function countPrints(db: Db, schoolId: string, ids: readonly string[]) {
  await db
    .updateTable('papers')
    .set({ copies: sql`copies + 1` })
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [...ids])
    .execute()
}

type Checked = {
  schoolName: string
  kind: string
  number: string
  studentName: string
  classRoomName: string
  issuedOn: string
  result: string | null
  revokedOn: string | null
}

/** The paper with this id and content; undefined for any other. Counts this as one check of the paper. */
export async function checkedPaper(db: Db, id: string, hash: Buffer): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`select * from verify_paper(${id}, ${hash})`.execute(db)
  return rows[0]
}
