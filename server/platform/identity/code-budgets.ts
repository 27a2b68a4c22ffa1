import { addressOf, networkOf } from '#server/call/addresses.ts'
import { slowDown } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/base/clock.ts'
import { addToTallies, type Tally } from '#server/db/tallies.queries.ts'
import type { CodeFigures } from './code-figures.ts'
import type { CodeRequest } from './codes-of-phone.ts'

const hour = 3600
const day = 24 * hour

/** The share of the installation's codes that is reserved for people who have already requested one, when all others must wait. */
const keptBack = 0.1

/** Below this share of confirmed codes, somebody may be making us pay for messages. */
const fewConfirmed = 0.3

/**
 * How many codes visitors may request that nobody confirms yet. Numbers with an account or an open invitation have budgets that other
 * numbers cannot touch (decision 083). For the others, an address begins with few codes and gets more with each one that is confirmed.
 */
export function codeBudgets(
  db: Db,
  hashed: (text: string) => string,
  figures: CodeFigures,
  alarm: (what: string) => void,
  clock: Clock,
) {
  const keysOf = (address: string) => {
    const [here, around] = [hashed(addressOf(address)), hashed(`network ${networkOf(address)}`)]
    return {
      address: `codes-address:${here}`,
      network: `codes-network:${around}`,
      knownAddress: `codes-known-address:${here}`,
      knownNetwork: `codes-known-network:${around}`,
      earnedHere: `codes-earned:${here}`,
      earnedAround: `codes-earned:${around}`,
      newHour: 'codes-new-hour:all',
      newDay: 'codes-new-day:all',
      hour: 'codes-hour:all',
      day: 'codes-day:all',
      sent: 'codes-watched:sent',
      confirmed: 'codes-watched:confirmed',
    }
  }
  type Keys = ReturnType<typeof keysOf>
  const lives = (name: keyof Keys) => (/Day|day|earned/.test(name) ? day : hour)

  async function count(keys: Keys, points: Partial<Record<keyof Keys, number>>) {
    const names = Object.keys(points) as (keyof Keys)[]
    const counted = await addToTallies(
      db,
      clock.now(),
      names.map((name) => ({ key: keys[name], points: points[name]!, seconds: lives(name) })),
    )
    return (name: keyof Keys) => counted.get(keys[name]) as Tally
  }

  /** What one code counts. An address counts codes of all numbers alike, so that nothing shows which of them are known. */
  const pointsOf = (isKnown: boolean) => ({
    address: 1,
    network: 1,
    newHour: Number(!isKnown),
    newDay: Number(!isKnown),
    knownAddress: Number(isKnown),
    knownNetwork: Number(isKnown),
    hour: Number(isKnown),
    day: Number(isKnown),
  })
  const negated = (points: ReturnType<typeof pointsOf>) =>
    Object.fromEntries(Object.entries(points).map(([name, n]) => [name, -n])) as typeof points

  /** Raises an alarm for codes that nobody confirms or that go to one range of numbers: somebody may be making us pay for messages. */
  async function watch(phoneNumber: string, confirmed: number) {
    const range = phoneNumber.slice(0, -4)
    const inRange = { key: `codes-watched:range ${range}`, points: 1, seconds: hour }
    const sent = { key: 'codes-watched:sent', points: 1, seconds: hour }
    const counted = await addToTallies(db, clock.now(), [inRange, sent])
    if (counted.get(inRange.key)!.points === figures.alarmOfRange)
      alarm(`${figures.alarmOfRange} codes were sent to numbers beginning with ${range} within an hour`)
    const { points } = counted.get(sent.key)!
    if (points % figures.alarmEvery === 0 && confirmed < points * fewConfirmed)
      alarm(
        `of ${points} codes sent within an hour only ${confirmed} were confirmed; addresses of strangers get fewer now`,
      )
  }

  return {
    /**
     * Counts a code, and returns whether nothing may be sent because the budgets of unknown numbers are used up. Throws 429 if those of
     * known numbers are, whatever number was named.
     */
    async areUsedUp({ phoneNumber, isKnown, address }: CodeRequest, hadBefore: boolean) {
      const keys = keysOf(address)
      const points = pointsOf(isKnown)
      const now = await count(keys, { ...points, earnedHere: 0, earnedAround: 0, sent: 0, confirmed: 0 })
      const part = hadBefore ? 1 : 1 - keptBack
      const over = (name: keyof Keys, atMost: number) => now(name).points > atMost
      const known = (['knownAddress', 'knownNetwork', 'hour', 'day'] as const).filter((name) => {
        const share = name === 'hour' || name === 'day' ? part : 1
        // The counts of known numbers are the same for whoever calls; one more would exceed them.
        return now(name).points + Number(!isKnown) > figures[name] * share
      })
      if (known.length > 0) {
        await count(keys, negated(points))
        throw slowDown(Math.max(...known.map((name) => now(name).msLeft)) / 1000)
      }

      const [sent, confirmed] = [now('sent').points, now('confirmed').points]
      const isAlarmed = sent >= figures.alarmEvery && confirmed < sent * fewConfirmed
      const allowed = (start: number, alarmed: number, atMost: number, earned: number) =>
        Math.min(isAlarmed ? alarmed + earned : start + earned * figures.earned, Math.max(atMost, start))
      const { address: here, network, addressAlarmed, networkAlarmed, addressAtMost, networkAtMost } = figures
      const isHeldBack =
        !isKnown &&
        (over('address', allowed(here, addressAlarmed, addressAtMost, now('earnedHere').points)) ||
          over('network', allowed(network, networkAlarmed, networkAtMost, now('earnedAround').points)) ||
          over('newHour', figures.newHour * part) ||
          over('newDay', figures.newDay * part))
      if (isHeldBack) await count(keys, negated(points))
      else await watch(phoneNumber, confirmed)
      return isHeldBack
    },

    /** Gives back what a confirmed code counted, and lets its address and network have more. */
    async confirmed({ address, isKnown }: { address: string; isKnown: boolean }) {
      await count(keysOf(address), { ...negated(pointsOf(isKnown)), earnedHere: 1, earnedAround: 1, confirmed: 1 })
    },
  }
}
