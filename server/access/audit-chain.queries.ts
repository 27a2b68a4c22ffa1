import type pg from 'pg'
import { beyondAppending } from '#server/db/append-only.ts'
import { inTransaction } from '#server/db/migrate.ts'

/** All fields of a line as text, written identically at any time and on any server. */
const written = `jsonb_build_array(l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.person_id, l.operation,
  l.outcome, l.school_id, l.target_kind, l.target_id, l.request_id, l.detail)::text`

export type SealedLine = { lineId: string; line: string | null; seal: Buffer | null; erased: Buffer | null }

/** The newest seal; null before the first. */
export async function lastSeal(client: pg.ClientBase): Promise<{ lineId: string; seal: Buffer } | null> {
  const { rows } = await client.query<{ lineId: string; seal: Buffer }>(
    'select line_id as "lineId", seal from audit_seals order by line_id desc limit 1',
  )
  return rows[0] ?? null
}

/**
 * Waits until no audit line is being written, and blocks new ones until this transaction ends. Ids are drawn before their rows
 * are stored, so without the lock a line could appear later among lines that are already sealed. Throws if the lock takes too
 * long; the next run tries again.
 */
export async function holdLines(client: pg.ClientBase) {
  await client.query(`set local lock_timeout = '200ms'`)
  await client.query('lock table audit_lines in share mode')
}

export async function newestLine(client: pg.ClientBase) {
  const { rows } = await client.query<{ id: string | null }>('select max(id) as id from audit_lines')
  return rows[0]!.id
}

/** The lines with ids after `after` up to `upTo`, in order. */
export async function linesBetween(client: pg.ClientBase, after: string, upTo: string, limit: number) {
  const { rows } = await client.query<{ id: string; line: string }>(
    `select l.id, ${written} as line from audit_lines l where l.id > $1 and l.id <= $2 order by l.id limit $3`,
    [after, upTo, limit],
  )
  return rows
}

export async function storeSeals(client: pg.ClientBase, seals: readonly { id: string; seal: Buffer }[]) {
  await client.query('insert into audit_seals (line_id, seal) select * from unnest($1::bigint[], $2::bytea[])', [
    seals.map(({ id }) => id),
    seals.map(({ seal }) => seal),
  ])
}

/** Lines joined with their seals after an id; either of the two may be missing. At most one portion. */
export async function linksAfter(
  client: pg.ClientBase,
  after: string,
  upTo: string,
  limit: number,
): Promise<SealedLine[]> {
  const { rows } = await client.query<SealedLine>(
    `select coalesce(l.id, s.line_id) as "lineId", case when l.id is not null then ${written} end as line, s.seal, s.erased
     from (select * from audit_lines where id > $1 and id <= $2 order by id limit $3) l
     full join (select * from audit_seals where line_id > $1 and line_id <= $2 order by line_id limit $3) s
       on s.line_id = l.id
     order by 1 limit $3`,
    [after, upTo, limit],
  )
  return rows
}

/** The id of the last line that was erased; '0' if none was. */
export async function erasedUpTo(client: pg.ClientBase) {
  const { rows } = await client.query<{ lineId: string }>(
    'select coalesce(max(line_id), 0) as "lineId" from audit_seals where erased is not null',
  )
  return rows[0]!.lineId
}

/** The lines after an id, in order, with whether each is older than `days` and whether it is a line of a read. */
export async function agesAfter(client: pg.ClientBase, after: string, days: number, limit: number) {
  const { rows } = await client.query<{ lineId: string; seal: Buffer | null; isOld: boolean; isRead: boolean }>(
    `select l.id as "lineId", s.seal, l.at < now() - $2 * interval '1 day' as "isOld", l.outcome = 'read' as "isRead"
     from audit_lines l left join audit_seals s on s.line_id = l.id where l.id > $1 order by l.id limit $3`,
    [after, days, limit],
  )
  return rows
}

/** Erases lines and stores a proof of it beside each seal. Writers of audit lines wait meanwhile. */
export async function eraseLines(client: pg.ClientBase, proofs: readonly { lineId: string; proof: Buffer }[]) {
  const ids = proofs.map(({ lineId }) => lineId)
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(
      `update audit_seals s set erased = p.proof from unnest($1::bigint[], $2::bytea[]) as p (id, proof) where s.line_id = p.id`,
      [ids, proofs.map(({ proof }) => proof)],
    )
    await beyondAppending(client, 'audit_lines', () =>
      client.query('delete from audit_lines where id = any ($1)', [ids]),
    )
  })
}
