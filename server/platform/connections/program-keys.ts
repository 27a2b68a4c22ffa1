import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { longestKey, programKeys } from '#contract/platform/connections/program-keys.ts'
import { programPrefix, type ProgramScope } from '#contract/language/programs.ts'
import { hashOf } from '#server/access/authorise.ts'
import { holdsScopes } from '#server/access/program.ts'
import { daysFrom } from '#server/base/days.ts'
import { forbidden, found, invalid, mustDiffer } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import type { AskAgain } from '#server/platform/identity/prove-again.rules.ts'
import { insertProgramKey, keysHeldBy, type KeyRow, keysOfSchool, revokeProgramKey } from './program-keys.queries.ts'

type Needs = { askAgain: AskAgain }

export const programKeyOperations = implement(programKeys, ({ askAgain }: Needs) => ({
  async list({ db, school, page: { limit, offset } }) {
    const all = await keysOfSchool(db, school.id, school.today)
    const held = await keysHeldBy(db, school.id, [...new Set(all.map(({ madeBy }) => madeBy))])
    const rows = all.slice(offset, offset + limit).map(({ isOver, madeBy, ...key }) => ({
      ...key,
      scopes: key.scopes as ProgramScope[],
      keyState: stateOf({ ...key, isOver }, held.get(madeBy) ?? []),
    }))
    return { rows, total: all.length }
  },

  async make(call) {
    const { user, school, may, input } = call
    const { keyName, scopes, endsOn, networks = null } = input
    mustDiffer(scopes, 'A scope is listed twice', 'scopes')
    if (endsOn <= school.today) throw invalid('The key must end on a later day', 'endsOn')
    if (endsOn > daysFrom(school.today, longestKey)) throw invalid('A key lives at most 400 days', 'endsOn')
    const own = user.rights.schools.find(({ id }) => id === school.id)?.keys.filter((key) => may(key)) ?? []
    if (!holdsScopes(scopes, own)) throw forbidden('You can only give a program what you may read yourself')
    const within = (networks ?? []).map(networkOf)
    return askAgain(call, input, async ({ db, audit }) => {
      const secret = programPrefix + randomBytes(32).toString('base64url')
      const id = newId()
      const of = { schoolId: school.id, id, name: keyName, secretHash: hashOf(secret), scopes, endsOn, madeBy: user.id }
      await insertProgramKey(db, { ...of, networks: within })
      await audit('programKey', id)
      return { id, secret }
    })
  },

  async revoke({ db, user, school, audit, input: { keyId } }) {
    const wasLive = found(await revokeProgramKey(db, school.id, { id: keyId, by: user.id }))
    if (wasLive) await audit('programKey', keyId)
    return { done: true as const, changed: wasLive ? 1 : 0 }
  },
}))

function stateOf(key: Pick<KeyRow, 'revokedAt' | 'isOver' | 'scopes'>, keys: readonly string[]) {
  if (key.revokedAt !== null) return 'revoked' as const
  if (key.isOver) return 'ended' as const
  return holdsScopes(key.scopes as ProgramScope[], keys) ? ('active' as const) : ('lapsed' as const)
}

/** An address or a network in the form a.b.c.d/n. */
function networkOf(text: string) {
  const [base = '', bits, ...more] = text.trim().split('/')
  const most = isIP(base) === 6 ? 128 : 32
  const length = bits === undefined ? most : Number(bits)
  const isWhole = bits === undefined || /^\d{1,3}$/.test(bits)
  if (isIP(base) === 0 || more.length > 0 || !isWhole || length > most)
    throw invalid('Write a network as 203.0.113.0/24 or one address', 'networks')
  return `${base}/${length}`
}
