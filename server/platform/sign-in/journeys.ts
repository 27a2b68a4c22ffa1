import { randomBytes } from 'node:crypto'
import { outsideParameter, type outsideProblems } from '#contract/platform/sign-in/sign-in.ts'
import { actAs, seeOnly } from '#server/access/authorise.queries.ts'
import { hashOf, identify } from '#server/access/authorise.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Http } from '#server/call/http.ts'
import type { Db } from '#server/db/db.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { endSession } from '#server/platform/identity/identity.queries.ts'
import { secondFactorRow } from '#server/platform/identity/second-factor.queries.ts'
import { type Journey, journeyMinutes, journeyOf, ownPath, sealedJourney, ticketOf } from './journey.rules.ts'
import { isFresh, worksIn } from './linking.rules.ts'
import { type Arrived, arrivedFrom, beginAt, ProviderProblem } from './protocol.ts'
import { needsOf, opened, type SignInNeeds } from './providers.rules.ts'
import {
  linkOutside,
  markUsed,
  openOutsideSession,
  passwordSession,
  personOfOutside,
  providerById,
  type ProviderOfSchool,
} from './sign-in.queries.ts'

type Problem = (typeof outsideProblems)[number]

/** What the browser does next: where it goes, and with what. */
type Next = { to: string; journey?: string; session?: { secret: string; shared: boolean } }

type Needs = { db: Db; clock: Clock; secrets: Secrets; signIn: SignInNeeds; warn: (what: string) => void }

/** What signed somebody in, in lines of their account. */
const operation = { path: 'Identity/SignInOutside' }

/** Leads people to providers of schools and back. */
export function journeys({ db, clock, secrets, signIn, warn }: Needs) {
  const inTransaction = <T>(work: (tx: Db) => Promise<T>) => db.transaction().execute(work)

  async function providerOf(id: string) {
    const stored = await inTransaction((tx) => providerById(tx, id))
    const provider = stored && opened(secrets, stored)
    if (stored && !provider) warn(`the secret of the sign-in provider ${id} was sealed with another SECRET`)
    return stored && provider ? { stored, provider } : null
  }

  const problemOf = (problem: unknown): Problem => {
    if (!(problem instanceof ProviderProblem)) throw problem
    return problem.why === 'unreachable' ? 'away' : 'refused'
  }

  return {
    /** Sends somebody to a provider. `ticket`: to link an account there. */
    async begin(
      providerId: string,
      { ticket, next, shared }: { ticket?: string | undefined; next: unknown; shared: boolean },
    ): Promise<Next> {
      const now = clock.now()
      const given = ticket === undefined ? null : ticketOf(secrets, ticket, now)
      if (ticket !== undefined && given?.providerId !== providerId) return back('old', true)
      const found = await providerOf(providerId)
      if (!found) return back('away', given !== null)
      try {
        const { url, expected } = await beginAt(found.provider, needsOf(signIn))
        const until = now.getTime() + journeyMinutes * 60_000
        const linkTo = given?.sessionId ?? null
        const journey = { providerId, expected, next: ownPath(next), shared, linkTo, until }
        return { to: url, journey: sealedJourney(secrets, journey) }
      } catch (problem) {
        return back(problemOf(problem), given !== null)
      }
    },

    /** Takes somebody who comes back with the cookie of their journey: signs them in, or links the account. */
    async end(cookie: string | undefined, answer: URLSearchParams, http: Http): Promise<Next> {
      const now = clock.now()
      const journey = journeyOf(secrets, cookie, now)
      if (!journey) return back('old', false)
      const isLinking = journey.linkTo !== null
      const found = await providerOf(journey.providerId)
      if (!found) return back('away', isLinking)
      try {
        const arrived = await arrivedFrom(found.provider, { answer, expected: journey.expected }, needsOf(signIn))
        const came = { journey, arrived, stored: found.stored, http, now }
        return await inTransaction((tx) => (isLinking ? linked(tx, came) : signedIn(tx, came)))
      } catch (problem) {
        return back(problemOf(problem), isLinking)
      }
    },
  }
}

/** Somebody who came back from a provider. */
type Came = { journey: Journey; arrived: Arrived; stored: ProviderOfSchool; http: Http; now: Date }

const accountOf = ({ stored: { issuer, schoolId }, arrived: { subject } }: Came) => ({ issuer, subject, schoolId })

async function signedIn(db: Db, came: Came): Promise<Next> {
  const { journey, arrived, stored, http, now } = came
  const account = await personOfOutside(db, accountOf(came))
  if (!account) return back('notLinked', false)
  await actAs(db, account.userId)
  const [factor] = (await secondFactorRow(db, account.userId).execute(db)).rows
  if (factor && !(stored.trustsFactor && arrived.byFactor)) return back('factor', false)
  const secret = randomBytes(32).toString('base64url')
  const { shared } = journey
  const session = { tokenHash: hashOf(secret), accountId: account.id, shared, userAgent: http.userAgent || null }
  if (!(await openOutsideSession(db, { ...session, sid: arrived.sid, now }))) return back('doubt', false)
  if (http.secret) await endSession(db, hashOf(http.secret))
  await recordAccount(db, http, { event: 'signedIn', accountId: account.userId, actorId: account.userId, operation })
  await seeOnly(db, { schools: [stored.schoolId] })
  await markUsed(db, stored.schoolId, journey.providerId, now)
  return { to: journey.next, session: { secret, shared } }
}

/** The same session, as fresh as before, in a school where its person still works. */
async function linked(db: Db, came: Came): Promise<Next> {
  const { journey, arrived, stored, http, now } = came
  const caller = await identify(db, http.secret, now)
  if (!caller || caller.sessionId !== journey.linkTo) return back('again', true)
  if (!isFresh(await passwordSession(db, caller.id, caller.sessionId), now)) return back('again', true)
  if (!(await worksIn(db, caller.id)).includes(stored.schoolId)) return back('refused', true)
  if (!(await linkOutside(db, caller.id, { ...accountOf(came), label: arrived.label }))) return back('taken', true)
  await recordAccount(db, http, { event: 'outsideLinked', accountId: caller.id, actorId: caller.id, operation })
  return { to: '/profile' }
}

const back = (problem: Problem, isLinking: boolean): Next => ({
  to: `${isLinking ? '/profile' : '/auth'}?${outsideParameter}=${problem}`,
})
