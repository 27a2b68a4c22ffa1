import { addressOf, networkOf } from '#server/call/addresses.ts'
import { newDevicesPaused, slowDown } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import type { Secrets } from '#server/secrets.ts'
import type { LoginFigures } from './login-figures.ts'

/** Where a try to sign in is counted: by phone and address, or by the device that signed in to this account before. */
export type Tried = { phoneNumber: string; address: string; knownDevice: string | null; hasAccount: boolean }

/**
 * Failures make the next try wait longer; nobody is locked out from a device that signed in before (api.md §9). The counts
 * are in the database, for all processes, and outside the call's transaction: a refusal must not undo them.
 */
export type LoginLimits = {
  /**
   * Counts a try before it is checked, so that many parallel tries cannot exceed the limit. Throws 429 when it may not
   * be made.
   */
  trying: (tried: Tried) => Promise<void>
  /** Gives back what failed from here before: those were the mistakes of the person who now knew the password. */
  succeeded: (tried: Tried) => Promise<void>
}

type Budget = { key: string; atMost: number; refused: (seconds: number) => Error }

const day = 24 * 3600

export function loginLimits(
  db: Db,
  secrets: Secrets,
  figures: LoginFigures,
  alarm: (what: string) => void,
): LoginLimits {
  const tries = counter(db, 'login-tries', day)
  const waits = counter(db, 'login-wait', 1)
  const failures = counter(db, 'login-failed', day)
  const hashed = (...parts: string[]) => secrets.hmac('limits', parts.join(' ')).toString('base64url')

  /** The narrowest first: its count tells which failures were the person's own. */
  const ringsOf = ({ phoneNumber, address, knownDevice }: Tried) =>
    knownDevice !== null
      ? [{ key: hashed(phoneNumber, 'device', knownDevice), free: figures.free }]
      : [
          { key: hashed(phoneNumber, addressOf(address)), free: figures.free },
          { key: hashed(phoneNumber, 'network', networkOf(address)), free: figures.freeOfNetwork },
          { key: hashed(phoneNumber), free: figures.freeOfPhone },
        ]

  /** A known device guesses at one account alone, and had its password once. */
  const budgetsOf = ({ address, knownDevice, hasAccount }: Tried): Budget[] =>
    knownDevice !== null
      ? []
      : [
          { key: hashed(addressOf(address)), atMost: figures.failuresOfAddress, refused: slowDown },
          { key: hashed('network', networkOf(address)), atMost: figures.failuresOfNetwork, refused: slowDown },
          hasAccount
            ? { key: 'accounts', atMost: figures.failuresOfAccounts, refused: newDevicesPaused }
            : { key: 'others', atMost: Infinity, refused: slowDown },
        ]

  async function spend({ key, atMost, refused }: Budget) {
    const { consumedPoints, msBeforeNext } = await failures.penalty(key)
    if (key === 'accounts' && consumedPoints === atMost)
      alarm('so many sign-ins failed that signing in on a new device is paused for a day')
    return consumedPoints > atMost ? refused(msBeforeNext / 1000) : null
  }

  /** A try that comes while the wait of another runs is refused, also when both came at once. */
  async function countIn(key: string, free: number) {
    const { consumedPoints } = await tries.penalty(key)
    if (consumedPoints < free) return
    const wait = await waits.penalty(key, 1, { customDuration: waitAfter(consumedPoints - free) })
    if (wait.consumedPoints > 1) throw slowDown(wait.msBeforeNext / 1000)
  }

  return {
    async trying(tried) {
      const rings = ringsOf(tried)
      const running = await Promise.all(rings.map(({ key }) => waits.get(key)))
      const longest = Math.max(...running.map((wait) => wait?.msBeforeNext ?? 0))
      if (longest > 0) throw slowDown(longest / 1000)

      // Of all phones alike: a pause that came with real accounts only would show which phones have one.
      const all = tried.knownDevice === null ? await failures.get('accounts') : null
      if (all && all.consumedPoints >= figures.failuresOfAccounts) throw newDevicesPaused(all.msBeforeNext / 1000)

      // What is refused was no try: it leaves no count behind, or a later success would give back more than it cost.
      const undo: (() => Promise<unknown>)[] = []
      try {
        for (const { key, free } of rings) {
          undo.push(() => tries.reward(key))
          await countIn(key, free)
        }
        const budgets = budgetsOf(tried)
        undo.push(
          ...budgets.map(
            ({ key }) =>
              () =>
                failures.reward(key),
          ),
        )
        const refused = (await Promise.all(budgets.map(spend))).find((refusal) => refusal !== null)
        if (refused) throw refused
      } catch (refused) {
        await Promise.all(undo.map((back) => back()))
        throw refused
      }
    },

    async succeeded(tried) {
      const rings = ringsOf(tried)
      const own = (await tries.get(rings[0]!.key))?.consumedPoints ?? 0
      await Promise.all([
        tries.delete(rings[0]!.key),
        ...rings.slice(1).map(({ key }) => tries.reward(key, own)),
        ...rings.map(({ key }) => waits.delete(key)),
        ...budgetsOf(tried).map(({ key }) => failures.reward(key, own)),
      ])
    },
  }
}

/** 1, 2, 4, 8 … seconds, 15 minutes at most. */
const waitAfter = (failed: number) => Math.min(2 ** failed, 900)
