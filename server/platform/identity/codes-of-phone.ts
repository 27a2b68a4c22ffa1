import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { networkOf } from '#server/call/addresses.ts'
import { slowDown } from '#server/base/errors.ts'
import type { CodeFigures } from './code-figures.ts'

/** Who requests a code: a visitor at an address, perhaps with a device that the account knows, or a person who is signed in. */
export type CodeRequest = {
  phoneNumber: string
  /** Whether the number has an account or an open invitation. */
  isKnown: boolean
  address: string
  knownDevice: string | null
  personId: string | null
}

const hour = 3600
const day = 24 * hour

/**
 * Counts a code of one phone. Each network that requests codes for it has its own count, and so has each device that the account knows and
 * each signed-in person: so strangers who request codes for a phone do not keep its owner from one. Only the shortest wait applies to all,
 * and during it the code that was just sent to the phone is valid.
 */
export function codesOfPhone(db: Db, hashed: (text: string) => string, figures: CodeFigures) {
  const counts = { hour: counter(db, 'codes-phone-hour', hour), day: counter(db, 'codes-phone-day', day) }
  const waits = counter(db, 'codes-phone-wait', 1)
  const ofAll = counter(db, 'codes-phone-all', day)
  const ofPerson = counter(db, 'codes-person', day)

  return async ({ phoneNumber, address, knownDevice, personId }: CodeRequest) => {
    const place = knownDevice === null ? `network ${networkOf(address)}` : `device ${knownDevice}`
    const asker = personId === null ? place : `person ${personId}`
    const phone = hashed(phoneNumber)
    const own = hashed(`${phoneNumber} ${asker}`)
    const [inHour, inDay] = await Promise.all([counts.hour.get(own), counts.day.get(own)])
    if (inDay && inDay.consumedPoints >= figures.phoneDay) throw slowDown(inDay.msBeforeNext / 1000)
    if (inHour && inHour.consumedPoints >= figures.phoneHour) throw slowDown(inHour.msBeforeNext / 1000)

    // The first call to count here reserves the phone for the whole wait; all other calls are too early.
    const sent = inDay?.consumedPoints ?? 0
    const customDuration = figures.waits[Math.min(sent, figures.waits.length - 1)]!
    const wait = await waits.penalty(own, 1, { customDuration })
    if (wait.consumedPoints > 1) throw slowDown(wait.msBeforeNext / 1000)

    const shortest = await waits.penalty(phone, 1, { customDuration: Math.min(figures.waits[0]!, customDuration) })
    if (shortest.consumedPoints > 1) {
      await waits.delete(own)
      throw slowDown(shortest.msBeforeNext / 1000)
    }

    const isVisitor = personId === null && knownDevice === null
    const ofOne = personId === null ? null : { counter: ofPerson, key: personId, atMost: figures.personDay }
    const wide = isVisitor ? { counter: ofAll, key: phone, atMost: figures.phoneDayOfAll } : ofOne
    const counted = await Promise.all([
      counts.hour.penalty(own),
      counts.day.penalty(own),
      wide?.counter.penalty(wide.key),
    ])
    const takeBack = async () => {
      await Promise.all([
        waits.delete(own),
        waits.delete(phone),
        counts.hour.reward(own),
        counts.day.reward(own),
        wide?.counter.reward(wide.key),
      ])
    }
    if (wide && counted[2]!.consumedPoints > wide.atMost) {
      await takeBack()
      throw slowDown(counted[2]!.msBeforeNext / 1000)
    }
    return { takeBack, hadBefore: sent > 0 }
  }
}
