import type { FastifyBaseLogger } from 'fastify'
import { isLost, isPoolFull } from '#server/db/lost.ts'
import { refusedStatement } from '#server/db/refused.ts'
import type { Refusal } from '#server/base/errors.ts'

/** In ms: how long calls are counted before a line is written about them. */
const every = 10_000

/**
 * Counts the calls that were refused as busy, and logs them together by reason, because a failure causes hundreds of them a
 * second. A lost database is logged where it is detected (server/db/availability.ts).
 */
export function busyCalls(log: Pick<FastifyBaseLogger, 'warn'>, pace = every) {
  let reasons: Record<string, number> = {}
  let timer: NodeJS.Timeout | null = null

  function write() {
    log.warn({ reasons }, 'calls were refused as busy')
    reasons = {}
    timer = null
  }

  return (refused: Refusal) => {
    if (isLost(refused.cause)) return
    const reason = reasonOf(refused)
    reasons[reason] = (reasons[reason] ?? 0) + 1
    timer ??= setTimeout(write, pace).unref()
  }
}

function reasonOf({ cause, message }: Refusal) {
  const statement = refusedStatement(cause)
  if (statement) return statement.code || 'database'
  if (isPoolFull(cause)) return 'no free connection'
  return typeof cause === 'string' ? cause : message
}
