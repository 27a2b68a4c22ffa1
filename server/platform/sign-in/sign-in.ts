import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { forbidden, found, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { implement } from '#server/call/implement.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { journeyMinutes, sealedTicket } from './journey.rules.ts'
import { isFresh, worksIn } from './linking.rules.ts'
import { domainOf } from './providers.rules.ts'
import {
  hasProviders,
  linkedAccounts,
  passwordSession,
  providerById,
  providersOfDomain,
  providersOfSchools,
  unlinkOutside,
} from './sign-in.queries.ts'

type Needs = { secrets: Secrets }

export const outsideSignInOperations = implement(outsideSignIn, ({ secrets }: Needs) => ({
  async available({ db, input: { domain } }) {
    const wanted = domainOf(domain ?? '')
    const providers = wanted ? await providersOfDomain(db, wanted) : []
    return { some: providers.length > 0 || (await hasProviders(db)), providers }
  },

  async linked({ db, user }) {
    const schools = await worksIn(db, user.id)
    await seeOnly(db, { schools })
    return { accounts: await linkedAccounts(db, user.id), providers: await providersOfSchools(db, user.id, schools) }
  },

  async link({ db, user, now, input: { providerId } }) {
    const provider = found(await providerById(db, providerId))
    if (!(await worksIn(db, user.id)).includes(provider.schoolId)) throw notFound()
    if (!isFresh(await passwordSession(db, user.id, user.sessionId), now))
      throw forbidden('Sign in with your password again first; an account can be linked within an hour of that')
    const until = now.getTime() + journeyMinutes * 60_000
    const ticket = sealedTicket(secrets, { providerId, sessionId: user.sessionId, until })
    return { url: `/sign-in/${providerId}?ticket=${ticket}` }
  },

  async unlink({ db, user, http, input: { accountId } }) {
    const changed = await unlinkOutside(db, user.id, accountId)
    if (changed === 0) throw notFound()
    await recordAccount(db, http, {
      event: 'outsideUnlinked',
      accountId: user.id,
      actorId: user.id,
      operation: outsideSignIn.unlink,
    })
    return { done: true as const, changed }
  },
}))
