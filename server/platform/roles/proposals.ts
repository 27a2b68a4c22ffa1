import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { roleKeyProposals } from '#contract/platform/roles/proposals.ts'
import type { Caller } from '#server/access/caller.ts'
import { mustBeTwo } from '#server/access/second-person.ts'
import { areTwo, type Holding } from '#server/access/second-person.queries.ts'
import { conflict, forbidden, found } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import {
  decideProposal,
  holdersAppWide,
  insertProposal,
  keysAmong,
  keysProposed,
  openProposals,
  proposalOf,
} from './proposals.queries.ts'
import { addKeys, holdsAnywhere, lockRole, removeKeys } from './roles.queries.ts'

const decides = 'AddPermissionsToRole'

type Decision = { proposedBy: string; adds: boolean }
const proposer = ({ proposedBy, adds }: Decision): Holding => ({
  personId: proposedBy,
  key: adds ? decides : 'RemovePermissionsToRole',
  schoolId: null,
})
const decider = (personId: string): Holding => ({ personId, key: decides, schoolId: null })

export const roleKeyProposalOperations = implement(roleKeyProposals, {
  async list({ db, user, input: { roleId } }) {
    const proposals = await openProposals(db, roleId)
    const holders = await holdersAppWide(db, decides)
    const mayDecide = !(await holdsAnywhere(db, user.id, roleId))
    const shown = []
    for (const { proposedBy, ...proposal } of proposals) {
      const isSecond = new Set<string>()
      for (const id of holders)
        if (await areTwo(db, proposer({ proposedBy, adds: proposal.adds }), decider(id))) isSecond.add(id)
      const may = { confirm: isSecond.has(user.id) && mayDecide, refuse: proposedBy === user.id || mayDecide }
      shown.push({ ...proposal, confirmers: isSecond.size, may })
    }
    return shown
  },

  async confirm({ db, user, audit, input: { proposalId } }) {
    const { roleId, adds, permissionIds, proposedBy } = await locked(db, proposalId)
    if (proposedBy === user.id) throw forbidden('Somebody else has to confirm what you proposed')
    await mustNotHold(db, user, roleId)
    await mustBeTwo(db, proposer({ proposedBy, adds }), decider(user.id))
    await decided(db, proposalId, user, true)

    const changed = await (adds ? addKeys : removeKeys)(db, roleId, permissionIds)
    await audit('role', roleId)
    const event = { event: 'built-in role changed', schoolId: null, actorId: user.id, payload: { roleId } } as const
    await publish(db, event, changed > 0)
    return { done: true as const, changed }
  },

  async refuse({ db, user, audit, input: { proposalId } }) {
    const { roleId, proposedBy } = await locked(db, proposalId)
    if (proposedBy !== user.id) await mustNotHold(db, user, roleId)
    await decided(db, proposalId, user, false)
    await audit('role', roleId)
    return { done: true as const, changed: 1 }
  },
})

/** The roles whose keys are the same in every school. */
export const needsTwo = (roleId: string) =>
  Object.values(builtInRoles).some(({ id, type }) => id === roleId && type === 1)

type Proposing = Pick<Context<typeof roleKeyProposals.confirm>, 'db' | 'user' | 'audit'>
type Wanted = { roleId: string; adds: boolean; permissions: readonly string[] }

/**
 * Proposes the keys that would really change and are not proposed already. The role itself does not change yet. It must be
 * locked.
 */
export async function propose({ db, user, audit }: Proposing, { roleId, adds, permissions }: Wanted) {
  const waiting = new Set(await keysProposed(db, roleId, adds))
  const permissionIds = (await keysAmong(db, roleId, permissions, !adds)).filter((id) => !waiting.has(id))
  if (permissionIds.length > 0) {
    const proposalId = await insertProposal(db, { roleId, adds, permissionIds, by: user.id })
    await audit('role', roleId)
    const payload = { roleId, proposalId }
    await publish(db, { event: 'role keys proposed', schoolId: null, actorId: user.id, payload })
  }
  return { done: true as const, changed: 0 }
}

async function locked(db: Db, proposalId: string) {
  const { roleId } = found(await proposalOf(db, proposalId))
  await lockRole(db, roleId)
  return found(await proposalOf(db, proposalId))
}

async function mustNotHold(db: Db, user: Caller, roleId: string) {
  if (await holdsAnywhere(db, user.id, roleId)) throw forbidden('You cannot change a role you hold')
}

async function decided(db: Db, proposalId: string, user: Caller, confirmed: boolean) {
  if (!(await decideProposal(db, proposalId, user.id, confirmed)))
    throw conflict('This request has already been decided')
}
