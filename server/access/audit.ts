import type { Operation } from '#contract/language/operation.ts'
import { type AuditLine, insertLines, insertOriginOfCall } from './audit.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Refusal } from '#server/base/errors.ts'
import { deviceOf } from './devices.rules.ts'
import type { Caller } from './caller.ts'

/**
 * Writes one line for a 403 or 404 of a signed-in person. It is stored although the rest of the call is rolled back (api.md
 * §8.6).
 */
export async function auditRefusal(
  db: Db,
  {
    operation,
    caller,
    input,
    refused,
    requestId,
  }: {
    operation: Operation
    caller: Caller
    input: Record<string, unknown>
    refused: Refusal
    requestId: string
  },
) {
  if (refused.status !== 403 && refused.status !== 404) return
  const [kind, field] = 'from' in operation.access ? (firstNamed(operation.access.from, input) ?? []) : []
  await insertLines(db, [
    {
      personId: caller.id,
      operation: operation.path,
      outcome: String(refused.status),
      schoolId: null,
      targetKind: kind ?? null,
      targetId: field ?? null,
      requestId,
      ...byProgram(caller),
    },
  ])
}

const byProgram = ({ programId }: Caller) => (programId === undefined ? {} : { detail: { programKey: programId } })

/** Where a call came from. */
type Origin = { requestId: string; address: string; userAgent: string }

type Write = {
  operation: Operation
  caller: Caller | null
  schoolId: string | null
  kind: string
  id: string
  http: Origin
  detail?: { rows: number } | undefined
}

/** Writes one line, in the same transaction, for a removal or a write of rights, money, links or settings (api.md §8.6). */
export async function auditWrite(db: Db, { operation, caller, schoolId, kind, id, http, detail }: Write) {
  const { requestId, address, userAgent } = http
  await insertLines(db, [
    {
      personId: caller?.id ?? null,
      operation: operation.path,
      outcome: 'done',
      schoolId,
      targetKind: kind,
      targetId: id,
      requestId,
      ...(detail && { detail }),
    },
  ])
  if (!caller) return
  const worksThere = caller.rights.schools.some((school) => school.id === schoolId && !school.supported)
  const origin = { requestId, personId: caller.id, address, device: deviceOf(userAgent) }
  await insertOriginOfCall(db, { ...origin, schoolId: worksThere ? schoolId : null })
}

type Read = {
  operation: Operation
  caller: Caller
  schoolId: string | null
  /** A named student, or a row that was read through a support window. */
  kind: 'student' | 'row'
  targetId: string | null
  requestId: string
}

/**
 * Collects audit lines of reads and writes them in batches within a second after the answer, so that reads stay fast (api.md
 * §8.6).
 */
export type ReadsAudited = { add: (read: Read) => void; flush: () => Promise<void> }

export function auditReads(db: Db, failed: (problem: unknown) => void): ReadsAudited {
  let waiting: AuditLine[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    const lines = waiting
    waiting = []
    timer = undefined
    if (lines.length === 0) return
    try {
      await insertLines(db, lines)
    } catch (problem) {
      waiting = [...lines, ...waiting]
      failed(problem)
      timer ??= setTimeout(next, 1000)
    }
  }
  const next = () => (writing = writing.then(write))

  return {
    add({ operation, caller, schoolId, kind, targetId, requestId }) {
      waiting.push({
        personId: caller.id,
        operation: operation.path,
        outcome: 'read',
        schoolId,
        targetKind: kind,
        targetId,
        requestId,
        ...byProgram(caller),
      })
      timer ??= setTimeout(next, 500)
    },
    async flush() {
      clearTimeout(timer)
      await next()
      clearTimeout(timer)
    },
  }
}

const firstNamed = (from: Record<string, string | undefined>, input: Record<string, unknown>) =>
  Object.entries(from).flatMap(([kind, field]) =>
    field && typeof input[field] === 'string' ? [[kind, input[field] as string] as const] : [],
  )[0]
