import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from '#server/start/cannot-start.ts'
import { type Account, accountFor, isRoot, runAs } from '#server/db/embedded/account.ts'

/** Where the cluster lies inside its home. */
export const clusterIn = (home: string) => join(home, 'postgres')

/**
 * The folder the cluster lives in: dataDir itself, or, when the account that runs PostgreSQL cannot reach that, a folder
 * of its own below /var/lib. Throws CannotStart instead of moving when the operator named the place.
 */
export function homeFor(dataDir: string, named: boolean): string {
  const wanted = resolve(dataDir)
  const moved = join('/var/lib', `kashkool-${hash(wanted)}`)
  if (!named && !existsSync(clusterIn(wanted)) && existsSync(clusterIn(moved))) return moved

  makeFolder(wanted)
  const home = realpathSync(wanted)
  const account = accountFor(clusterIn(home))
  if (reaches(account, home) || (openedUp(home) && reaches(account, home))) return home
  if (named)
    throw new CannotStart(closed(home, account, 'open the folders on the way (chmod o+x), or choose another DATA_DIR'))

  makeFolder(moved)
  console.error(closed(home, account, `the database is kept in ${moved} instead`))
  return moved
}

/** A folder of the account's own for the socket, inside home unless the path would be too long for a socket. */
export function socketFolder(home: string, account: Account): string {
  const folder = socketsOf(home).find(fitsSocket)
  if (!folder) throw new CannotStart(`The path ${home} is too long for a socket, and so is ${tmpdir()}.`)

  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    if (isRoot()) chownSync(folder, account.uid, account.gid)
  }
  const found = lstatSync(folder)
  if (found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0) return folder
  throw new CannotStart(`${folder} must be a folder that only ${account.name} can open; remove it and start again.`)
}

/** Where a server on data in home answers; nothing need be there. */
export const socketIn = (home: string) => join(socketsOf(home).find(fitsSocket) ?? home, '.s.PGSQL.5432')

/** What the server's account owns; the cluster last, whose owner is the account for the next start. */
export const ownedIn = (home: string) => [...socketsOf(home), clusterIn(home)]

/** Short and the same for the same text. */
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

const socketsOf = (home: string) => [
  join(home, 'socket'),
  ...(isRoot() ? ['/tmp'] : [tmpdir(), '/tmp']).map((folder) => join(folder, `kashkool-${hash(home)}`)),
]

// 104 bytes with the closing zero on macOS, 108 on Linux.
const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) < 104

// Whatever the umask, root's folders are passed through by the account that runs the server, others' are closed.
function makeFolder(folder: string) {
  const mode = isRoot() ? 0o711 : 0o700
  try {
    const first = mkdirSync(folder, { recursive: true, mode })
    for (let made = folder; first && made.length >= first.length; made = dirname(made)) chmodSync(made, mode)
  } catch (error) {
    throw new CannotStart(`The folder ${folder} cannot be made (${(error as Error).message}); choose another DATA_DIR.`)
  }
}

const reaches = (account: Account, folder: string) =>
  !isRoot() || spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...runAs(account), cwd: '/' }).status === 0

// A folder just made for us (mkdtemp makes it private) contains nothing yet that opening it could show.
function openedUp(home: string) {
  if (statSync(home).uid !== 0 || readdirSync(home).length > 0) return false
  chmodSync(home, 0o711)
  return true
}

const closed = (home: string, account: Account, therefore: string) =>
  `PostgreSQL runs as "${account.name}", who cannot reach ${home} because a folder on the way is closed; ${therefore}.`
