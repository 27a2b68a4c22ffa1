import { createHash } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { slowDown } from '#server/call/errors.ts'

/** Where a try to sign in is counted: by phone and address, or by the device that signed in to this account before. */
export type Tried = { phoneNumber: string; address: string; knownDevice: string | null }

/**
 * Failures make the next try wait longer; nobody is locked out from a device that signed in before (api.md §9). The counts
 * are in the database, for all processes, and outside the call's transaction: a refusal must not undo them.
 */
export type LoginLimits = {
  /**
   * Counts a try before it is checked, so that many parallel tries cannot exceed the limit. Throws 429 while a wait
   * runs.
   */
  trying: (tried: Tried) => Promise<void>
  succeeded: (tried: Tried) => Promise<void>
}

/** Failures that cost nothing: people mistype. */
const free = 5

export function loginLimits(db: Db): LoginLimits {
  const tries = counter(db, 'login-tries', 24 * 3600)
  const waits = counter(db, 'login-wait', 1)

  return {
    async trying(tried) {
      const key = keyOf(tried)
      const wait = await waits.get(key)
      if (wait && wait.msBeforeNext > 0) throw slowDown(wait.msBeforeNext / 1000)

      const { consumedPoints } = await tries.penalty(key)
      if (consumedPoints >= free) await waits.set(key, 1, waitAfter(consumedPoints - free))
    },
    async succeeded(tried) {
      const key = keyOf(tried)
      await Promise.all([tries.delete(key), waits.delete(key)])
    },
  }
}

/** 1, 2, 4, 8 … seconds, 15 minutes at most. */
const waitAfter = (failures: number) => Math.min(2 ** failures, 900)

const keyOf = ({ phoneNumber, address, knownDevice }: Tried) =>
  createHash('sha256')
    .update(`${phoneNumber} ${knownDevice ?? address}`)
    .digest('base64url')
