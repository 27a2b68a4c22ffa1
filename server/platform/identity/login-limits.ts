import { addressOf, networkOf } from '#server/call/addresses.ts'
import { slowDown } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/base/clock.ts'
import { addToTallies, addUnlessStopped, giveBackTallies } from '#server/db/tallies.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { LoginFigures } from './login-figures.ts'

/** What a sign-in is counted by: phone and address, or the device that has signed in to this account before. */
export type Tried = { phoneNumber: string; address: string; knownDevice: string | null; hasAccount: boolean }

/**
 * Failures make only this phone wait, at this address or on this known device. Failures of others never refuse a right password: beyond
 * their figures it needs a code to the person's own number as well (decision 082). The counts are stored in the database for all
 * processes, outside the call's transaction, because a refusal must not roll them back.
 */
export type LoginLimits = {
  /**
   * Counts a try before it is checked, so that many parallel tries cannot exceed a figure. Throws 429 if this phone must wait here. Returns
   * whether a right password needs a code as well.
   */
  trying: (tried: Tried) => Promise<{ isGuarded: boolean }>
  /**
   * Takes back the earlier failures from here, because they were mistakes of the person who has now signed in. Runs in the transaction of
   * the call, so that only a sign-in that is stored takes them back.
   */
  succeeded: (db: Db, tried: Tried) => Promise<void>
}

type Figure = { key: string; atMost: number }

const day = 24 * 3600

export function loginLimits(
  db: Db,
  secrets: Secrets,
  figures: LoginFigures,
  alarm: (what: string) => void,
  clock: Clock,
): LoginLimits {
  const hashed = (...parts: string[]) => secrets.hmac('limits', parts.join(' ')).toString('base64url')
  const ownOf = ({ phoneNumber, address, knownDevice }: Tried) =>
    knownDevice === null ? hashed(phoneNumber, addressOf(address)) : hashed(phoneNumber, 'device', knownDevice)
  const triesOf = (tried: Tried) => `login-tries:${ownOf(tried)}`
  const waitOf = (tried: Tried) => `login-wait:${ownOf(tried)}`
  const countedOf = (tried: Tried) => `login-counted:${ownOf(tried)}`
  const failuresOf = (...parts: string[]) => `login-failed:${hashed(...parts)}`
  const allOf = ({ hasAccount }: Tried) => `login-failed:${hasAccount ? 'accounts' : 'others'}`

  /** A known device can guess at only one account, and has already had its password, so no figure over several applies to it. */
  const figuresOf = ({ phoneNumber, address, knownDevice }: Tried): Figure[] =>
    knownDevice !== null
      ? []
      : [
          { key: failuresOf(phoneNumber, 'network', networkOf(address)), atMost: figures.freeOfNetwork },
          { key: failuresOf(phoneNumber), atMost: figures.freeOfPhone },
          { key: failuresOf(addressOf(address)), atMost: figures.failuresOfAddress },
          { key: failuresOf('network', networkOf(address)), atMost: figures.failuresOfNetwork },
        ]

  /** Starts the wait that follows from this try. Refuses it if another try has started the same wait meanwhile. */
  async function beginWait(tried: Tried, over: number) {
    const wait = { key: waitOf(tried), points: 1, seconds: waitAfter(over) }
    const { points, msLeft } = (await addToTallies(db, clock.now(), [wait])).get(wait.key)!
    if (points > 1) throw slowDown(msLeft / 1000)
  }

  return {
    async trying(tried) {
      const narrow = figuresOf(tried)
      const overAll = tried.knownDevice === null ? [countedOf(tried), allOf(tried)] : []
      const keys = [triesOf(tried), ...narrow.map(({ key }) => key), ...overAll]
      const add = (to: string[], points: number) => to.map((key) => ({ key, points, seconds: day }))
      const { stopped, counted } = await addUnlessStopped(db, clock.now(), add(keys, 1), [
        { key: waitOf(tried), atLeast: 1 },
      ])
      const running = stopped.get(waitOf(tried))
      if (running) throw slowDown(running.msLeft / 1000)
      const pointsOf = (key: string) => counted.get(key)!.points
      const over = pointsOf(triesOf(tried)) - figures.free
      if (over >= 0)
        await beginWait(tried, over).catch(async (refused) => {
          // A refused try counts as no try; otherwise a later success would take back more than was counted.
          await addToTallies(db, clock.now(), add(keys, -1))
          throw refused
        })
      if (narrow.some(({ key, atMost }) => pointsOf(key) > atMost)) {
        // Here a guess gains nothing, so it does not count for all accounts: one address cannot use up the figure of the installation.
        await addToTallies(db, clock.now(), add(overAll, -1))
        return { isGuarded: true }
      }
      if (tried.knownDevice !== null || !tried.hasAccount) return { isGuarded: false }
      const ofAll = pointsOf(allOf(tried))
      if (ofAll === figures.failuresOfAccounts)
        alarm('so many sign-ins failed that signing in on a new device needs a code by SMS for a day')
      return { isGuarded: ofAll > figures.failuresOfAccounts }
    },

    async succeeded(ofCall, tried) {
      const shared = figuresOf(tried).map(({ key }) => key)
      const overAll = tried.knownDevice === null ? [{ own: countedOf(tried), shared: [allOf(tried)] }] : []
      await giveBackTallies(ofCall, clock.now(), [{ own: triesOf(tried), shared }, ...overAll], [waitOf(tried)])
    },
  }
}

/** 1, 2, 4, 8 … seconds, at most 15 minutes. */
const waitAfter = (failed: number) => Math.min(2 ** failed, 900)
