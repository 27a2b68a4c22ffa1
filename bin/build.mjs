import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { pack } from './pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist', '.built-from')
const sources = [
  'web',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'bin/pack.mjs',
  'bin/client',
]

/** Builds the web client if its sources changed since the last build. Returns whether there is one. */
export async function build() {
  const wanted = fingerprint()
  if (isBuilt(wanted)) return true

  console.log('Building the web client …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  // The build empties dist first, so a stamp is only ever next to a complete build.
  if (status !== 0) return false
  await pack(join(root, 'dist'))
  writeFileSync(stamp, wanted)
  return true
}

/** Whether the web client is there, built from these sources. */
export const isBuilt = (wanted = fingerprint()) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

// By content, because the modification times of a checkout prove nothing.
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesOf(join(path, name)))
}

const started = process.argv[1]
if (started && realpathSync(started) === fileURLToPath(import.meta.url)) {
  await bundle()
  process.exit((await build()) ? 0 : 1)
}
