import { addressOf, networkOf } from '#server/call/addresses.ts'
import { newDevicesPaused, slowDown } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { addToTallies, addUnlessStopped, type Tally, giveBackTallies } from '#server/db/tallies.queries.ts'
import type { Secrets } from '#server/secrets.ts'
import type { LoginFigures } from './login-figures.ts'

/** What a sign-in is counted by: phone and address, or the device that has signed in to this account before. */
export type Tried = { phoneNumber: string; address: string; knownDevice: string | null; hasAccount: boolean }

/**
 * Failures make the next try wait longer, but a device that has signed in before is never locked out (api.md §9). The counts are stored in
 * the database for all processes. Tries are counted outside the call's transaction, because a refusal must not roll them back.
 */
export type LoginLimits = {
  /** Counts a try before it is checked, so that many parallel tries cannot exceed the limit. Throws 429 if the try is not allowed. */
  trying: (tried: Tried) => Promise<void>
  /**
   * Takes back the earlier failures from here, because they were mistakes of the person who has now entered the right password. Runs in the
   * transaction of the call, so that only a sign-in that is stored takes them back.
   */
  succeeded: (db: Db, tried: Tried) => Promise<void>
}

/** A group in which tries are counted; after `free` of them, the next must wait. */
type Ring = { key: string; free: number }

type Budget = { key: string; atMost: number; refused: (seconds: number) => Error }

const day = 24 * 3600

export function loginLimits(
  db: Db,
  secrets: Secrets,
  figures: LoginFigures,
  alarm: (what: string) => void,
): LoginLimits {
  const triesOf = (key: string) => `login-tries:${key}`
  const waitOf = (key: string) => `login-wait:${key}`
  const failuresOf = (key: string) => `login-failed:${key}`
  const hashed = (...parts: string[]) => secrets.hmac('limits', parts.join(' ')).toString('base64url')

  /** The narrowest first, because its count shows which failures were the person's own. */
  const ringsOf = ({ phoneNumber, address, knownDevice }: Tried): Ring[] =>
    knownDevice !== null
      ? [{ key: hashed(phoneNumber, 'device', knownDevice), free: figures.free }]
      : [
          { key: hashed(phoneNumber, addressOf(address)), free: figures.free },
          { key: hashed(phoneNumber, 'network', networkOf(address)), free: figures.freeOfNetwork },
          { key: hashed(phoneNumber), free: figures.freeOfPhone },
        ]

  /** A known device can guess at only one account, and has already had its password, so no limit over all phones applies to it. */
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

  /** Starts the waits that follow from this try. Also refuses if another try has started the same wait meanwhile. */
  async function beginWaits(rings: { key: string; over: number }[]) {
    if (rings.length === 0) return
    const waits = rings.map(({ key, over }) => ({ key: waitOf(key), points: 1, seconds: waitAfter(over) }))
    const begun = await addToTallies(db, waits)
    const others = [...begun.values()].filter(({ points }) => points > 1)
    if (others.length > 0) throw slowDown(longest(others) / 1000)
  }

  function mustBeWithin(budgets: Budget[], counted: Map<string, Tally>) {
    for (const { key, atMost, refused } of budgets) {
      const { points, msLeft } = counted.get(failuresOf(key))!
      if (key === 'accounts' && points === atMost)
        alarm('so many sign-ins failed that signing in on a new device is paused for a day')
      if (points > atMost) throw refused(msLeft / 1000)
    }
  }

  return {
    async trying(tried) {
      const rings = ringsOf(tried)
      const budgets = budgetsOf(tried)
      const counts = [...rings.map(({ key }) => triesOf(key)), ...budgets.map(({ key }) => failuresOf(key))]
      // Checked for phones with and without an account: a pause only for real accounts would show which phones have one.
      const pause =
        tried.knownDevice === null ? [{ key: failuresOf('accounts'), atLeast: figures.failuresOfAccounts }] : []
      const { stopped, counted } = await addUnlessStopped(
        db,
        counts.map((key) => ({ key, points: 1, seconds: day })),
        [...rings.map(({ key }) => ({ key: waitOf(key), atLeast: 1 })), ...pause],
      )
      const running = rings.flatMap(({ key }) => stopped.get(waitOf(key)) ?? [])
      if (running.length > 0) throw slowDown(longest(running) / 1000)
      const all = stopped.get(failuresOf('accounts'))
      if (all) throw newDevicesPaused(all.msLeft / 1000)

      try {
        const overOf = ({ key, free }: Ring) => counted.get(triesOf(key))!.points - free
        await beginWaits(rings.map((ring) => ({ key: ring.key, over: overOf(ring) })).filter(({ over }) => over >= 0))
        mustBeWithin(budgets, counted)
      } catch (refused) {
        // A refused try counts as no try; otherwise a later success would take back more than was counted.
        await addToTallies(
          db,
          counts.map((key) => ({ key, points: -1, seconds: day })),
        )
        throw refused
      }
    },

    async succeeded(ofCall, tried) {
      const [own, ...wider] = ringsOf(tried).map(({ key }) => key)
      await giveBackTallies(ofCall, {
        own: triesOf(own!),
        shared: [...wider.map(triesOf), ...budgetsOf(tried).map(({ key }) => failuresOf(key))],
        other: [own!, ...wider].map(waitOf),
      })
    },
  }
}

const longest = (counts: Tally[]) => Math.max(...counts.map(({ msLeft }) => msLeft))

/** 1, 2, 4, 8 … seconds, at most 15 minutes. */
const waitAfter = (failed: number) => Math.min(2 ** failed, 900)
