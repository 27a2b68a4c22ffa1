import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules', '.made-from')

/**
 * Installs the packages of package-lock.json unless they are installed. Ends the process if that fails. To run a product that is
 * already built (`forRunning`), the production packages are enough, as `npm ci --omit=dev` installs them.
 */
export function install({ forRunning = false } = {}) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const whole = createHash('sha256').update(`${lock}${process.platform}-${process.arch}`).digest('hex')
  const running = `${whole} for running`
  const enough = forRunning ? [whole, running] : [whole]
  if (enough.includes(readOr(stamp, ''))) return

  const { packages: wanted } = JSON.parse(lock)
  const there = () => (isInstalled(wanted) ? whole : isInstalled(wanted, { withoutDev: true }) && running)
  const found = there()
  if (!enough.includes(found)) npmCi(forRunning)
  // npm's success is trusted even where packages seem to be missing: it may leave some out for reasons that are not known here.
  writeIfAllowed(stamp, enough.includes(found) ? found : installed())

  function installed() {
    return forRunning ? there() || running : whole
  }
}

// Compilers and test tools are always installed for development, whatever NODE_ENV or npm's settings say; PostgreSQL always.
function npmCi(forRunning) {
  console.log('Installing what is missing …')
  const dev = forRunning ? [] : ['--include=dev']
  const args = ['ci', ...dev, '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) return
  console.error('The packages could not be installed; npm says why above.')
  process.exit(1)
}

// npm's own record of what it installed.
function isInstalled(wanted, { withoutDev = false } = {}) {
  const { packages: found } = JSON.parse(readOr(join(root, 'node_modules', '.package-lock.json'), '{}'))
  if (!found) return false
  return Object.entries(wanted).every(
    ([path, one]) =>
      path === '' ||
      found[path]?.version === one.version ||
      (withoutDev && one.dev) ||
      (!found[path] && isForOthers(one)),
  )
}

const isForOthers = ({ optional, devOptional, os, cpu, libc }) =>
  (optional || devOptional) && (!os?.includes(process.platform) || !cpu?.includes(process.arch) || Boolean(libc))

const readOr = (path, otherwise) => (existsSync(path) ? readFileSync(path, 'utf8') : otherwise)

function writeIfAllowed(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // Another account installed the packages, and this one cannot write there: they are compared again at each start.
  }
}
