import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, accountFor, isRoot, runAs } from './account.ts'

/** The path of the cluster inside its home. */
export const clusterIn = (home: string) => join(home, 'postgres')

/**
 * The folder that contains the cluster. It is dataDir, or a folder below /var/lib if the account that runs PostgreSQL cannot
 * reach dataDir. If the operator chose dataDir, throws CannotStart instead of moving the data.
 */
export function homeFor(dataDir: string, named: boolean): string {
  const wanted = resolve(dataDir)
  const moved = movedFrom(wanted)
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

/** Whether there is a cluster in the home of dataDir, or what an interrupted restore left of one. Makes no folder. */
export function isDataThere(dataDir: string, named: boolean): boolean {
  const wanted = resolve(dataDir)
  const homes = named ? [wanted] : [wanted, movedFrom(wanted)]
  return homes.some(
    (home) => existsSync(clusterIn(home)) || namesIn(home).some((name) => name.startsWith('postgres.re')),
  )
}

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A folder for the socket that belongs to the account. It is inside home, unless the path would be too long for a socket. */
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

/** The folder of the socket of a server with its data in home. It need not exist. */
export const socketIn = (home: string) => join(socketsOf(home).find(fitsSocket) ?? home, '.s.PGSQL.5432')

const movedFrom = (wanted: string) => join('/var/lib', `kashkool-${hash(wanted)}`)

/** The files that belong to the server's account. The cluster is last, because its owner is the account of the next start. */
export const ownedIn = (home: string) => [...socketsOf(home), clusterIn(home)]

/** A short hash of a text. */
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

const socketsOf = (home: string) => [
  join(home, 'socket'),
  ...(isRoot() ? ['/tmp'] : [tmpdir(), '/tmp']).map((folder) => join(folder, `kashkool-${hash(home)}`)),
]

// The limit is 104 bytes on macOS and 108 on Linux, including the final zero.
const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) < 104

// Independent of the umask: other accounts can pass through folders of root, because the server's account needs that. They
// cannot enter other folders.
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

// A folder that was just created for us is private (mkdtemp) and still empty, so opening it reveals nothing.
function openedUp(home: string) {
  if (statSync(home).uid !== 0 || readdirSync(home).length > 0) return false
  chmodSync(home, 0o711)
  return true
}

const closed = (home: string, account: Account, therefore: string) =>
  `PostgreSQL runs as "${account.name}", who cannot reach ${home} because a folder on the way is closed; ${therefore}.`
