import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules', '.made-from')

/** Installs the packages of package-lock.json unless they are there. Leaves when they cannot be installed. */
export function install() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${lock}${process.platform}-${process.arch}`).digest('hex')
  if (readOr(stamp, '') === wanted) return
  if (!isInstalled(JSON.parse(lock))) npmCi()
  writeIfAllowed(stamp, wanted)
}

// The packages for compiling, testing and other machines' PostgreSQL belong to it, whatever NODE_ENV or npm's settings say.
function npmCi() {
  console.log('Installing what is missing …')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) return
  console.error('The packages could not be installed; npm says why above.')
  process.exit(1)
}

// npm writes down what it installed.
function isInstalled({ packages: wanted }) {
  const { packages: found } = JSON.parse(readOr(join(root, 'node_modules', '.package-lock.json'), '{}'))
  if (!found) return false
  return Object.entries(wanted).every(
    ([path, one]) => path === '' || found[path]?.version === one.version || (!found[path] && isForOthers(one)),
  )
}

const isForOthers = ({ optional, devOptional, os, cpu, libc }) =>
  (optional || devOptional) && (!os?.includes(process.platform) || !cpu?.includes(process.arch) || Boolean(libc))

const readOr = (path, otherwise) => (existsSync(path) ? readFileSync(path, 'utf8') : otherwise)

function writeIfAllowed(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // Installed by another account: compared again at each start.
  }
}
