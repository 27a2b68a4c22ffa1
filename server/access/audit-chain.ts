import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'
import type { Db } from '#server/db/db.ts'
import { refusedStatement } from '#server/db/refused.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import type { Secrets } from '#server/base/secrets.ts'
import {
  agesAfter,
  erasedUpTo,
  eraseLines,
  holdLines,
  lastSeal,
  linesBetween,
  linksAfter,
  newestLine,
  storeSeals,
} from './audit-chain.queries.ts'

const portion = 5000

const sealOf = (secrets: Secrets, before: Buffer | null, line: string) =>
  secrets.hmac('audit', `${before?.toString('base64') ?? ''}\n${line}`)

/** Seals all audit lines that have no seal yet; returns how many. If two processes do this at once, one of them fails. */
export async function sealAudit(owner: DatabaseAddress, secrets: Secrets): Promise<number> {
  return withDb(owner, async (db) => {
    const upTo = await settled(db)
    let last = await lastSeal(db)
    for (let sealed = 0; ; ) {
      const lines = upTo === null ? [] : await linesBetween(db, last?.lineId ?? '0', upTo, portion)
      if (lines.length === 0) return sealed
      const seals: { id: string; seal: Buffer }[] = []
      for (const { id, line } of lines) {
        const seal = sealOf(secrets, last?.seal ?? null, line)
        seals.push({ id, seal })
        last = { lineId: id, seal }
      }
      await storeSeals(db, seals)
      sealed += seals.length
    }
  })
}

/** The id of the newest line of which all earlier lines are stored. */
const settled = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await holdLines(tx)
    return newestLine(tx)
  })

/** The proof that Kashkool itself erased a line, so that it is not reported as removed. */
const erasureOf = (secrets: Secrets, lineId: string, seal: Buffer) =>
  secrets.hmac('audit erased', `${lineId} ${seal.toString('base64')}`)

/**
 * Erases the sealed lines of reads that are older than `days`; returns how many. It continues where the last run ended and stops
 * at the first portion without an old line, because lines are numbered in the order of writing.
 */
export async function eraseReads(owner: DatabaseAddress, secrets: Secrets, days: number): Promise<number> {
  return withDb(owner, async (db) => {
    // Lines written at the same time may be numbered in another order than they were written, so one portion is read again.
    let after = String(BigInt(await erasedUpTo(db)) - BigInt(portion))
    for (let erased = 0; ; ) {
      const lines = await agesAfter(db, after, days, portion)
      if (!lines.some(({ isOld }) => isOld)) return erased
      const proofs = lines.flatMap(({ lineId, seal, isOld, isRead }) =>
        isOld && isRead && seal ? [{ lineId, proof: erasureOf(secrets, lineId, seal) }] : [],
      )
      if (proofs.length > 0) await eraseLines(db, proofs)
      erased += proofs.length
      after = lines.at(-1)!.lineId
    }
  })
}

export type Broken = { lineId: string; what: 'changed' | 'removed' | 'inserted' }

/**
 * Compares the audit lines with their seals. After a broken place it continues from the stored seal, so that every broken place
 * is reported. `head`: a seal that was noted earlier; if the chain does not contain it, its end was cut off or rewritten.
 */
export async function verifyAudit(owner: DatabaseAddress, secrets: Secrets, head: string | null = null) {
  return withDb(owner, async (db) => {
    const last = await lastSeal(db)
    const broken: Broken[] = []
    let before: Buffer | null = null
    let after = '0'
    let lines = 0
    let erasedLines = 0
    let known = head === null
    while (last) {
      const links = await linksAfter(db, after, last.lineId, portion)
      if (links.length === 0) break
      for (const { lineId, line, seal, erased } of links) {
        if (line === null && seal && erased?.equals(erasureOf(secrets, lineId, seal))) erasedLines++
        else if (line === null) broken.push({ lineId, what: 'removed' })
        else if (seal === null) broken.push({ lineId, what: 'inserted' })
        else if (!sealOf(secrets, before, line).equals(seal)) broken.push({ lineId, what: 'changed' })
        before = seal ?? before
        known ||= seal?.toString('hex') === head
        after = lineId
        lines++
      }
    }
    return {
      lines: lines - erasedLines,
      erased: erasedLines,
      broken,
      head: last?.seal.toString('hex') ?? null,
      headFound: known,
    }
  })
}

/** Seals the audit every minute. `failed` gets every error except those of a busy moment. */
export function keepSealing(
  owner: DatabaseAddress,
  secrets: Secrets,
  failed: (problem: unknown) => void,
  every = 60_000,
): Repeated {
  const work = () =>
    sealAudit(owner, secrets).catch((problem) => {
      if (!isBusy(problem)) failed(problem)
    })
  return repeated(work, { first: every, every })
}

/** Lines were being written at that moment, or another process sealed the same lines. */
const isBusy = (problem: unknown) => ['55P03', '23505'].includes(refusedStatement(problem)?.code ?? '')
