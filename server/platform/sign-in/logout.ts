import type { Http } from '#server/call/http.ts'
import type { Db } from '#server/db/db.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { logoutOf, namedBy } from './logout.rules.ts'
import { keysAt } from './protocol.ts'
import { needsOf, type SignInNeeds } from './providers.rules.ts'
import { endOutsideSessions, schoolsOfClient } from './sign-in.queries.ts'

type Needs = { db: Db; signIn: SignInNeeds; warn: (what: string) => void }

/** What ended sessions, in lines of their accounts. */
const operation = { path: 'Identity/SignOutOutside' }

/**
 * Ends the sessions that a provider says have ended there (back-channel logout). Answers whether the token is right in everything; one that ends no
 * session is.
 */
export const endedByProvider =
  ({ db, signIn, warn }: Needs) =>
  async (token: string, http: Http): Promise<boolean> => {
    const named = namedBy(token)
    // Only providers that schools entered are asked for their keys.
    const found = named && (await db.transaction().execute((tx) => schoolsOfClient(tx, named.issuer, named.clients)))
    const clientId = found?.[0]?.clientId
    if (!named || !found || clientId === undefined) return false
    const { issuer } = named
    try {
      const provider = { issuer, clientId, clientSecret: '', tenant: null }
      const logout = await logoutOf(token, await keysAt(provider, needsOf(signIn)), { issuer, clientId })
      for (const { schoolId } of found.filter((one) => one.clientId === clientId))
        await db.transaction().execute(async (tx) => {
          for (const accountId of await endOutsideSessions(tx, { issuer, schoolId, ...logout }))
            await recordAccount(tx, http, { event: 'sessionEnded', accountId, actorId: null, operation })
        })
      return true
    } catch (problem) {
      warn(`a logout of the provider ${issuer} was refused: ${(problem as Error).message}`)
      return false
    }
  }
