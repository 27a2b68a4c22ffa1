import { spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/base/cannot-start.ts'

export type Account = { name: string; uid: number; gid: number }

const own = 'kashkool-db'

// Other services use these accounts. An attacker who controls one of them could read the files and memory of the database.
const shared = ['postgres', 'nobody']

/** The account that runs only our database when we are root. It is created if it does not exist; null if that fails. */
export function ownAccount(): Account | null {
  if (!named(own)) {
    const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
    spawnSync('useradd', ['--system', '--user-group', ...home, own], { stdio: 'ignore' })
  }
  return named(own) ?? null
}

/** If there is no other way, an account that other services may also use. Throws CannotStart. */
export function sharedAccount(): Account {
  const account = shared.map(named).find(Boolean)
  if (account) return account
  throw new CannotStart(
    `PostgreSQL refuses to run as root, and this machine has no account "${own}", "postgres" or "nobody"; start Kashkool as an ordinary user.`,
  )
}

/**
 * Changes the owner of data from a shared account to our own. If it is interrupted, it starts again, because the folder itself
 * is changed last. No server may be running with this data.
 */
export function takenOver(account: Account, folders: readonly string[]): Account {
  if (!shared.includes(account.name)) return account
  const better = ownAccount()
  if (better) for (const folder of folders) handOver(folder, account, better)
  else
    console.error(
      `PostgreSQL runs as "${account.name}", which other services may use too, because no account could be made for it alone; make one (useradd --system ${own}) and start Kashkool again.`,
    )
  return better ?? account
}

function handOver(path: string, from: Account, to: Account) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // It is already done, or the file has another owner.
  if (found?.uid !== from.uid) return
  if (found.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), from, to)
  lchownSync(path, to.uid, to.gid)
}

const named = (name: string) => passwd().find((account) => account.name === name)

export const passwd = (): Account[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name, , uid]) => name && Number(uid) > 0)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
