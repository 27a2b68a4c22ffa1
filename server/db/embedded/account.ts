import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, ownAccount, passwd, sharedAccount } from './own-account.ts'

export type { Account }

/**
 * The account that runs the database server. Normally it is our own. PostgreSQL refuses to run as root; then it is the owner of
 * the existing data, or an account created for it (own-account.ts). Throws CannotStart.
 */
export function accountFor(cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return isRoot() ? unprivileged(owner) : oneself(owner?.uid, cluster)
}

export const isRoot = () => process.getuid?.() === 0

/** The options of spawn with which a child process of root runs as the account. */
export const runAs = ({ uid, gid }: Account) => (isRoot() ? { uid, gid } : {})

function unprivileged(owner: { uid: number; gid: number } | undefined): Account {
  if (owner && owner.uid !== 0) {
    return { name: passwd().find(({ uid }) => uid === owner.uid)?.name ?? '', uid: owner.uid, gid: owner.gid }
  }
  return ownAccount() ?? sharedAccount()
}

function oneself(owner: number | undefined, cluster: string): Account {
  const uid = process.getuid?.() ?? -1
  if (owner !== undefined && owner !== uid) {
    throw new CannotStart(
      `The data in ${cluster} belong to another user; start Kashkool as that user, or choose another DATA_DIR.`,
    )
  }
  try {
    return { name: userInfo().username, uid, gid: process.getgid?.() ?? -1 }
  } catch {
    throw new CannotStart(`PostgreSQL needs a named user, and user number ${uid} has no line in /etc/passwd.`)
  }
}
