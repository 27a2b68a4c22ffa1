import { mostProviders, signInProviders } from '#contract/platform/sign-in/providers.ts'
import { conflict, found } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { type Again, type Context, implement, outside } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { AskAgain } from '#server/platform/identity/prove-again.rules.ts'
import { mustAnswer } from './protocol.ts'
import { cameBy, countProviders, endSessionsOfProvider, insertProvider, providersOf } from './providers.queries.ts'
import {
  issuerOf,
  mustBeDomain,
  mustNameTenant,
  needsOf,
  opened,
  sealedClientSecret,
  type SignInNeeds,
} from './providers.rules.ts'

type Needs = { secrets: Secrets; askAgain: AskAgain; signIn: SignInNeeds }

export const signInProviderOperations = implement(signInProviders, ({ secrets, askAgain, signIn }: Needs) => {
  return {
    async list({ db, school, page: { limit, offset } }) {
      const all = await providersOf(db, school.id)
      return { rows: all.slice(offset, offset + limit).map(shownBy(signIn)), total: all.length }
    },

    async add(call) {
      const { user, school, input } = call
      const issuer = issuerOf(input.issuer, signIn.hosts)
      const tenant = input.tenant?.trim() || null
      mustNameTenant(issuer, tenant)
      const domain = mustBeDomain(input.domain)
      return askAgain(call, input, async ({ db, audit }) => {
        if ((await countProviders(db, school.id)) >= mostProviders)
          throw conflict('A school has at most 5 providers; change one of them')
        const id = newId()
        await insertProvider(db, {
          schoolId: school.id,
          id,
          name: input.providerName,
          domain,
          issuer,
          clientId: input.clientId.trim(),
          sealed: sealedClientSecret(secrets, input.clientSecret),
          tenant,
          trustsFactor: input.trustsFactor ?? false,
          madeBy: user.id,
        })
        await audit('signInProvider', id)
        return { id }
      })
    },

    update: (call) => changed(call, { secrets, askAgain, signIn }),

    require: (call) => required(call, { askAgain, signIn }),

    async test({ db, school, input: { providerId } }) {
      const provider = opened(secrets, found((await providersOf(db, school.id, providerId))[0]))
      if (!provider) throw conflict('The secret of this provider has to be entered again')
      const answers = () =>
        mustAnswer(provider, needsOf(signIn)).then(
          () => true,
          () => false,
        )
      return outside(answers, async (_, isThere) => {
        if (!isThere) throw conflict('The provider does not answer as one; check its address')
        return { done: true as const, changed: 0 }
      })
    },
  }
})

const shownBy =
  (signIn: SignInNeeds) =>
  ({ sealed: _, ...provider }: Awaited<ReturnType<typeof providersOf>>[number]) => ({
    ...provider,
    redirectUri: needsOf(signIn).redirectUri,
  })

type Change = Context<typeof signInProviders.update>

async function changed(call: Change, { secrets, askAgain, signIn }: Needs) {
  const { school, input } = call
  const { providerId: id, clientSecret, baseVersion } = input
  const before = found((await providersOf(call.db, school.id, id))[0])
  const changes = changesOf(input, signIn)
  mustNameTenant(changes.issuer ?? before.issuer, changes.tenant === undefined ? before.tenant : changes.tenant)
  const sealed = clientSecret ? sealedClientSecret(secrets, clientSecret) : undefined
  const save = async ({ db, audit }: Again) => {
    const row = await edited(db, signInProviders.update, {
      table: 'signInProviders',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, sealed },
      validate: (stored) => mustStayOpen(stored, changes),
      read: async () => (await providersOf(db, school.id, id)).map(shownBy(signIn))[0],
    })
    // Whoever came in by what is not trusted any more goes at once.
    if (!row.active || row.issuer !== before.issuer) await endSessionsOfProvider(db, school.id, before.issuer)
    await audit('signInProvider', id)
    return row
  }
  // Who changes whom the school trusts is as good as somebody who adds a provider.
  return sealed || leadsElsewhere(changes, before) ? askAgain(call, input, save) : save(call)
}

/** Who must sign in with it would be locked out. */
function mustStayOpen(
  stored: { required: boolean; issuer: string },
  { active, issuer }: Pick<ReturnType<typeof changesOf>, 'active' | 'issuer'>,
) {
  if (stored.required && (active === false || (issuer !== undefined && issuer !== stored.issuer)))
    throw conflict('Staff must sign in with this provider; let them use their passwords again first')
}

async function required(call: Context<typeof signInProviders.require>, { askAgain, signIn }: Omit<Needs, 'secrets'>) {
  const { user, school, input } = call
  const { providerId: id, required: must, baseVersion } = input
  const read = async (db: Db) => (await providersOf(db, school.id, id)).map(shownBy(signIn))[0]
  const validate = async (db: Db, { active, issuer }: { active: boolean; issuer: string }) => {
    if (must && !(active && (await cameBy(db, user.sessionId, { schoolId: school.id, issuer }))))
      throw conflict('Sign in with this provider yourself first, so that nobody is locked out')
  }
  await validate(call.db, found(await read(call.db)))
  return askAgain(call, input, async ({ db, audit }) => {
    const row = await edited(db, signInProviders.require, {
      table: 'signInProviders',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { required: must },
      validate: (stored) => validate(db, stored),
      read: () => read(db),
    })
    await audit('signInProvider', id)
    return row
  })
}

const changesOf = (
  { providerName, domain, issuer, clientId, tenant, trustsFactor, active }: Change['input'],
  { hosts }: SignInNeeds,
) => ({
  name: providerName,
  domain: domain === undefined ? undefined : mustBeDomain(domain),
  issuer: issuer === undefined ? undefined : issuerOf(issuer, hosts),
  clientId: clientId?.trim(),
  tenant: tenant === undefined ? undefined : tenant?.trim() || null,
  trustsFactor,
  active,
})

/** Whether a change trusts somebody else, or trusts more. */
function leadsElsewhere(
  { issuer, clientId, tenant, trustsFactor, active }: ReturnType<typeof changesOf>,
  stored: Readonly<Record<string, unknown>>,
) {
  const leads = { issuer, clientId, tenant, trustsFactor: trustsFactor || undefined, active: active || undefined }
  return Object.entries(leads).some(([field, value]) => value !== undefined && value !== stored[field])
}
