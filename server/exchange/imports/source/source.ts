import { rosterSource } from '#contract/exchange/imports/roster-source.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement, outside } from '#server/call/implement.ts'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { storeDraft } from '#server/exchange/imports/drafts.ts'
import { outgoingUrl } from '#server/platform/connections/outgoing/addresses.rules.ts'
import { filesOfService, type ServiceProblem } from './offered-roster.ts'
import {
  lockedSource,
  markSourceRead,
  removeSource,
  saveSource,
  type RosterSourceRow,
  sourceOf,
} from './source.queries.ts'

type Needs = { secrets: Secrets; webhookHosts: readonly string[] }

const purpose = 'roster source'

export const rosterSourceOperations = implement(rosterSource, ({ secrets, webhookHosts }: Needs) => ({
  get: async ({ db, school }) => shown(await sourceOf(db, school.id)),

  async save({ db, user, school, audit, input }) {
    const [rosterUrl, tokenUrl] = [
      allowed(input.rosterUrl, 'rosterUrl', webhookHosts),
      allowed(input.tokenUrl, 'tokenUrl', webhookHosts),
    ]
    const stored = await lockedSource(db, school.id)
    await mustBeCurrent(input.baseVersion, stored?.version ?? 0, async () => shown(await sourceOf(db, school.id)))
    // Else whoever may import could have the secret sent to a host of their own.
    const isKept = stored !== undefined && hostsOf(stored) === hostsOf({ rosterUrl, tokenUrl })
    if (!input.clientSecret && !isKept) throw invalid('Enter the secret of the other service', 'clientSecret')
    const sealed = input.clientSecret ? secrets.seal(purpose, input.clientSecret) : stored!.sealed
    await saveSource(db, school.id, { rosterUrl, tokenUrl, clientId: input.clientId.trim(), sealed, by: user.id })
    await audit('school', school.id)
    return shown(await sourceOf(db, school.id))
  },

  async remove({ db, school, audit }) {
    const changed = await removeSource(db, school.id)
    if (changed === 0) throw notFound()
    await audit('school', school.id)
    return { done: true as const, changed }
  },

  async read(call) {
    const { school, now, input } = call
    const source = found(await sourceOf(call.db, school.id))
    const secret = openedBy(secrets, source)
    if (secret === null) throw conflict('Enter the secret of the other service again')
    const asked = { ...source, secret, hosts: webhookHosts }
    return outside(
      () => filesOfService(asked),
      async ({ db }, got) => {
        if ('problem' in got) throw conflict(sentences[got.problem])
        const sheets = input.sheets ? input.sheets.split(',').map(Number) : null
        const draft = await storeDraft({ ...call, db }, tableIn(got, { sheets }), new URL(source.rosterUrl).host)
        await markSourceRead(db, school.id, now)
        return draft
      },
    )
  },
}))

const sentences: Record<ServiceProblem, string> = {
  address: 'The other service is not on the public internet',
  unreachable: 'The other service cannot be reached; try again later or check its addresses',
  refused: 'The other service refuses the client id or the secret',
  other: 'The other service does not answer by OneRoster 1.2',
  size: 'The other service offers more than can be read at once',
}

function shown(source: RosterSourceRow | undefined) {
  if (!source) return { rosterUrl: null, tokenUrl: null, clientId: null, readAt: null, changedByName: null, version: 0 }
  const { sealed: _, ...row } = source
  return row
}

function allowed(text: string, field: string, hosts: readonly string[]) {
  const url = outgoingUrl(text.trim(), hosts)
  if (!url || url.search) throw invalid('Enter an https address on the public internet', field)
  return url.href.replace(/\/$/, '')
}

const hostsOf = ({ rosterUrl, tokenUrl }: { rosterUrl: string; tokenUrl: string }) =>
  `${new URL(rosterUrl).host} ${new URL(tokenUrl).host}`

function openedBy(secrets: Secrets, { sealed }: RosterSourceRow) {
  try {
    return secrets.open(purpose, sealed)
  } catch {
    return null
  }
}
