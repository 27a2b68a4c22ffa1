import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'
import { isLost } from '#server/db/lost.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import { eraseRemoved } from './erased-removals.queries.ts'
import { eraseFormerOfExpired } from './expired-former-values.queries.ts'
import { expired } from './expired.queries.ts'
import { type RetentionDays, retentionDays } from './retention.ts'

type Housework = { first?: number; every?: number; days?: RetentionDays; also?: () => Promise<unknown> }

/** Erases every hour, as the owner, what has expired; for the first time a minute after the start. */
export function keepHouse(
  owner: DatabaseAddress,
  failed: (problem: unknown) => void,
  { first = 60_000, every = 3_600_000, days = retentionDays, also = async () => {} }: Housework = {},
): Repeated {
  return repeated(() => eraseExpired(owner, days).finally(also).catch(failed), { first, every })
}

/**
 * Erases everything that has expired; returns how many rows of each kind. Several processes may do this at once. If one kind cannot be
 * erased, the others still are, and the first error is thrown at the end.
 */
export async function eraseExpired(
  owner: DatabaseAddress,
  days: RetentionDays = retentionDays,
): Promise<Record<string, number>> {
  return withDb(owner, async (db) => {
    const erased: Record<string, number> = {}
    const problems: unknown[] = []
    const statements = Object.entries(expired(days)).map(([what, erase]) => [what, () => erase(db)] as const)
    const more = [
      ['removed things', () => eraseRemoved(db, days.removed)],
      ['former values', () => eraseFormerOfExpired(db)],
    ] as const
    for (const [what, erase] of [...statements, ...more])
      try {
        erased[what] = await erase()
      } catch (problem) {
        if (isLost(problem)) throw problem
        problems.push(problem)
      }
    if (problems.length > 0) throw problems[0]
    return erased
  })
}
