import { sql } from 'kysely'
import { beyondAppending } from '#server/db/append-only.ts'
import type { Db } from '#server/db/db.ts'

/** All fields of a line as text, written identically at any time and on any server. */
const written = sql`jsonb_build_array(l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.person_id, l.operation,
  l.outcome, l.school_id, l.target_kind, l.target_id, l.request_id, l.detail)::text`

/** Ids are texts, because a text cannot lose a digit. */
export type SealedLine = { lineId: string; line: string | null; seal: Buffer | null; erased: Buffer | null }

/** The newest seal; null before the first. */
export async function lastSeal(db: Db): Promise<{ lineId: string; seal: Buffer } | null> {
  const { rows } = await sql<{ lineId: string; seal: Buffer }>`
    select s.line_id::text, s.seal from audit_seals s order by s.line_id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Waits until no audit line is being written, and blocks new ones until this transaction ends. Ids are drawn before their rows
 * are stored, so without the lock a line could appear later among lines that are already sealed. Throws if the lock takes too
 * long; the next run tries again.
 */
export async function holdLines(db: Db) {
  await sql`set local lock_timeout = '200ms'`.execute(db)
  await sql`lock table audit_lines in share mode`.execute(db)
}

export async function newestLine(db: Db) {
  const { rows } = await sql<{ id: string | null }>`select max(id)::text as id from audit_lines`.execute(db)
  return rows[0]!.id
}

/** The lines with ids after `after` up to `upTo`, in order. */
export async function linesBetween(db: Db, after: string, upTo: string, limit: number) {
  const { rows } = await sql<{ id: string; line: string }>`
    select l.id::text as id, ${written} as line from audit_lines l
    where l.id > ${after} and l.id <= ${upTo} order by l.id limit ${limit}`.execute(db)
  return rows
}

export async function storeSeals(db: Db, seals: readonly { id: string; seal: Buffer }[]) {
  const ids = seals.map(({ id }) => id)
  const bytes = seals.map(({ seal }) => seal)
  await sql`
    insert into audit_seals (line_id, seal) select * from unnest(${ids}::bigint[], ${bytes}::bytea[])`.execute(db)
}

/** Lines joined with their seals after an id; either of the two may be missing. At most one portion. */
export async function linksAfter(db: Db, after: string, upTo: string, limit: number): Promise<SealedLine[]> {
  const { rows } = await sql<SealedLine>`
    select coalesce(l.id, s.line_id)::text as line_id, case when l.id is not null then ${written} end as line, s.seal, s.erased
    from (select * from audit_lines where id > ${after} and id <= ${upTo} order by id limit ${limit}) l
    full join (
      select * from audit_seals where line_id > ${after} and line_id <= ${upTo} order by line_id limit ${limit}) s
      on s.line_id = l.id
    order by coalesce(l.id, s.line_id) limit ${limit}`.execute(db)
  return rows
}

/** The id of the last line that was erased; '0' if none was. */
export async function erasedUpTo(db: Db) {
  const { rows } = await sql<{ lineId: string }>`
    select coalesce(max(line_id), 0)::text as line_id from audit_seals where erased is not null`.execute(db)
  return rows[0]!.lineId
}

/** The lines after an id, in order, with whether each is older than `days` and whether it is a line of a read. */
export async function agesAfter(db: Db, after: string, days: number, limit: number) {
  const { rows } = await sql<{ lineId: string; seal: Buffer | null; isOld: boolean; isRead: boolean }>`
    select l.id::text as line_id, s.seal, l.at < now() - ${days} * interval '1 day' as is_old, l.outcome = 'read' as is_read
    from audit_lines l left join audit_seals s on s.line_id = l.id
    where l.id > ${after} order by l.id limit ${limit}`.execute(db)
  return rows
}

/** Erases lines and stores a proof of it beside each seal. Writers of audit lines wait meanwhile. */
export async function eraseLines(db: Db, proofs: readonly { lineId: string; proof: Buffer }[]) {
  const ids = proofs.map(({ lineId }) => lineId)
  const bytes = proofs.map(({ proof }) => proof)
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`
      update audit_seals s set erased = p.proof from unnest(${ids}::bigint[], ${bytes}::bytea[]) as p (id, proof)
      where s.line_id = p.id`.execute(tx)
    await beyondAppending(tx, 'audit_lines', () =>
      sql`delete from audit_lines where id = any (${ids}::bigint[])`.execute(tx),
    )
  })
}
