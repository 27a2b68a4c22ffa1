import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { addressOf } from '#server/call/addresses.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Clock } from '#server/base/clock.ts'
import { codeBudgets } from './code-budgets.ts'
import type { CodeFigures } from './code-figures.ts'
import { type CodeRequest, codesOfPhone } from './codes-of-phone.ts'

/**
 * The limits of codes (api.md §9, decisions 082 and 083). They are stored in the database for all processes, and outside the call's
 * transaction, because a refusal must not roll them back. Each is counted before it is checked, so that many parallel calls cannot exceed
 * it. No answer depends on whether a phone has an account.
 */
export type SmsCodeLimits = {
  /**
   * Counts a code to be sent. Throws 429 if none may be requested now; then it is not counted. `isHeldBack`: the call is answered, but
   * nothing may be sent. `isLong`: so many tries have failed that the code must have more digits.
   */
  sending: (request: CodeRequest) => Promise<{ isHeldBack: boolean; isLong: boolean }>
  /** Counts a try as failed until it is known to be right. Returns whether only a long code counts. */
  trying: (tried: { address: string; isGuess: boolean }) => Promise<Counted>
  succeeded: (tried: { address: string; isKnown: boolean }, counted: Counted) => Promise<void>
}

/** What a try of a code was counted by. */
type Counted = { needsLong: boolean; keys: string[] }

const day = 24 * 3600

export function codeLimits(
  db: Db,
  secrets: Secrets,
  figures: CodeFigures,
  alarm: (what: string) => void,
  clock: Clock,
): SmsCodeLimits {
  const hashed = (text: string) => secrets.hmac('limits', text).toString('base64url')
  const ofPhone = codesOfPhone(db, hashed, figures)
  const budgets = codeBudgets(db, hashed, figures, alarm, clock)
  const failures = counter(db, 'codes-failed', day)
  const keyOf = (address: string) => hashed(addressOf(address))

  /** Whether codes of five digits are guessed too often, from an address or in the whole installation. */
  async function isGuessedAt(address: string) {
    const [here, all] = await Promise.all([failures.get(keyOf(address)), failures.get('accounts')])
    return (
      (here?.consumedPoints ?? 0) >= figures.failuresOfAddress ||
      (all?.consumedPoints ?? 0) >= figures.failuresOfAccounts
    )
  }

  return {
    async sending(request) {
      const { takeBack, hadBefore } = await ofPhone(request)
      try {
        const isHeldBack =
          request.personId === null && request.knownDevice === null && (await budgets.areUsedUp(request, hadBefore))
        return { isHeldBack, isLong: await isGuessedAt(request.address) }
      } catch (refused) {
        await takeBack()
        throw refused
      }
    },

    async trying({ address, isGuess }) {
      const here = await failures.penalty(keyOf(address))
      // From an address that is over its figure no short code counts, so its guesses do not use up the figure of the installation.
      if (here.consumedPoints > figures.failuresOfAddress) return { needsLong: true, keys: [keyOf(address)] }
      const kind = isGuess ? 'accounts' : 'others'
      const [ofKind, all] = await Promise.all([failures.penalty(kind), failures.get('accounts')])
      if (isGuess && ofKind.consumedPoints === figures.failuresOfAccounts + 1)
        alarm('so many codes failed that new codes have eight digits for a day')
      const points = isGuess ? ofKind.consumedPoints : (all?.consumedPoints ?? 0) + 1
      return { needsLong: points > figures.failuresOfAccounts, keys: [keyOf(address), kind] }
    },

    async succeeded({ address, isKnown }, { keys }) {
      await Promise.all([...keys.map((key) => failures.reward(key)), budgets.confirmed({ address, isKnown })])
    },
  }
}
