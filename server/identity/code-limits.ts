import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { addressOf, networkOf } from '#server/call/addresses.ts'
import { slowDown } from '#server/call/errors.ts'
import type { Secrets } from '#server/secrets.ts'
import type { CodeFigures } from './code-figures.ts'

type Counter = ReturnType<typeof counter>

/**
 * The limits of codes (api.md §9). They are stored in the database for all processes, and outside the call's transaction, because a refusal
 * must not roll them back. Each is counted before it is checked, so that many parallel calls cannot exceed the limit. Nothing here depends
 * on whether a phone has an account.
 */
export type SmsCodeLimits = {
  /** Counts a code to be sent. Throws 429 if it may not be sent; then it is not counted. */
  sending: (request: { phoneNumber: string; address: string }) => Promise<void>
  /** Counts a try as failed until it is known to be right. Throws 429 if too many from this address have failed. */
  trying: (address: string) => Promise<void>
  /** Also counts the try for the whole installation. Returns whether codes of phones with an account are paused. */
  tryingAccount: (hasAccount: boolean) => Promise<boolean>
  succeeded: (tried: { address: string; hasAccount: boolean }) => Promise<void>
}

const hour = 3600
const day = 24 * hour

/** The share of the installation's codes that is reserved for people who have already requested one, when all others must wait. */
const keptBack = 0.1

export function codeLimits(
  db: Db,
  secrets: Secrets,
  figures: CodeFigures,
  alarm: (what: string) => void,
): SmsCodeLimits {
  const ofPhone = { hour: counter(db, 'codes-phone-hour', hour), day: counter(db, 'codes-phone-day', day) }
  const waits = counter(db, 'codes-phone-wait', 1)
  const ofAddress = counter(db, 'codes-address', hour)
  const ofNetwork = counter(db, 'codes-network', hour)
  const ofAll = { hour: counter(db, 'codes-hour', hour), day: counter(db, 'codes-day', day) }
  const failures = counter(db, 'codes-failed', day)
  const watched = counter(db, 'codes-watched', hour)
  const hashed = (text: string) => secrets.hmac('limits', text).toString('base64url')

  /** Raises an alarm for codes that nobody confirms or that go to one range of numbers: somebody may be making us pay for messages. */
  async function watch(phoneNumber: string) {
    const range = phoneNumber.slice(0, 7)
    const [sent, inRange] = await Promise.all([watched.penalty('sent'), watched.penalty(`range ${range}`)])
    if (inRange.consumedPoints === figures.alarmOfRange)
      alarm(`${figures.alarmOfRange} codes were sent to numbers beginning with ${range} within an hour`)
    if (sent.consumedPoints % figures.alarmEvery !== 0) return
    const confirmed = (await watched.get('confirmed'))?.consumedPoints ?? 0
    if (confirmed < sent.consumedPoints * 0.3)
      alarm(`of ${sent.consumedPoints} codes sent within an hour only ${confirmed} were confirmed`)
  }

  return {
    async sending({ phoneNumber, address }) {
      const phone = hashed(phoneNumber)
      const [inHour, inDay] = await Promise.all([ofPhone.hour.get(phone), ofPhone.day.get(phone)])
      if (inDay && inDay.consumedPoints >= figures.phoneDay) throw slowDown(inDay.msBeforeNext / 1000)
      if (inHour && inHour.consumedPoints >= figures.phoneHour) throw slowDown(inHour.msBeforeNext / 1000)

      // The first call to count here reserves the phone for the whole wait; all other calls are too early.
      const sent = inDay?.consumedPoints ?? 0
      const customDuration = figures.waits[Math.min(sent, figures.waits.length - 1)]!
      const wait = await waits.penalty(phone, 1, { customDuration })
      if (wait.consumedPoints > 1) throw slowDown(wait.msBeforeNext / 1000)

      const part = sent > 0 ? 1 : 1 - keptBack
      const refused = await countAll([
        [ofAddress, hashed(addressOf(address)), figures.address],
        [ofNetwork, hashed(networkOf(address)), figures.network],
        [ofAll.hour, 'all', figures.hour * part],
        [ofAll.day, 'all', figures.day * part],
      ])
      if (refused !== null) {
        await waits.delete(phone)
        throw slowDown(refused)
      }
      await Promise.all([ofPhone.hour.penalty(phone), ofPhone.day.penalty(phone)])
      await watch(phoneNumber)
    },

    async trying(address) {
      const { consumedPoints, msBeforeNext } = await failures.penalty(hashed(addressOf(address)))
      if (consumedPoints > figures.failuresOfAddress) throw slowDown(msBeforeNext / 1000)
    },

    async tryingAccount(hasAccount) {
      const { consumedPoints } = await failures.penalty(hasAccount ? 'accounts' : 'others')
      if (hasAccount && consumedPoints === figures.failuresOfAccounts + 1)
        alarm('so many codes failed that codes of phones with an account are paused for a day')
      return hasAccount && consumedPoints > figures.failuresOfAccounts
    },

    async succeeded({ address, hasAccount }) {
      await Promise.all([
        failures.reward(hashed(addressOf(address))),
        failures.reward(hasAccount ? 'accounts' : 'others'),
        watched.penalty('confirmed'),
      ])
    },
  }
}

/** Counts one on each counter. If a counter exceeds its limit, takes all of it back and returns the seconds to wait. */
async function countAll(counts: [Counter, string, number][]): Promise<number | null> {
  const counted = await Promise.all(
    counts.map(async ([counter, key, atMost]) => ({ counter, key, atMost, now: await counter.penalty(key) })),
  )
  const over = counted.filter(({ now, atMost }) => now.consumedPoints > atMost)
  if (over.length === 0) return null

  await Promise.all(counted.map(({ counter, key }) => counter.reward(key)))
  return Math.max(...over.map(({ now }) => now.msBeforeNext / 1000))
}
