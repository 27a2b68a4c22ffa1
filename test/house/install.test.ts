import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// bin/install.mjs in a product of three packages, with an npm that notes what it was asked and installs.
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kashkool-install-'))
  for (const folder of ['bin', 'node_modules']) mkdirSync(join(root, folder))
  cpSync(resolve('bin/install.mjs'), join(root, 'bin/install.mjs'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': { name: 'product' }, ...packages } }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const packages = {
  'node_modules/runs': { version: '1.0.0' },
  'node_modules/tests': { version: '2.0.0', dev: true },
  'node_modules/elsewhere': { version: '3.0.0', optional: true, os: ['no such system'] },
}
const { 'node_modules/runs': runs, 'node_modules/tests': tests } = packages
const production = { 'node_modules/runs': runs }
const all = { ...production, 'node_modules/tests': tests }

const npm = `
  import { writeFileSync } from 'node:fs'
  const asked = process.argv.slice(2)
  writeFileSync('asked', asked.join(' '))
  const installed = asked.includes('--include=dev') ? ${JSON.stringify(all)} : ${JSON.stringify(production)}
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))`

const leave = (installed: object) =>
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))

/** What npm was asked to do, or null. */
function askedBy(call: string) {
  writeFileSync(join(root, 'npm.js'), npm)
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  rmSync(join(root, 'asked'), { force: true })
  const program = `import { install } from './bin/install.mjs'\n${call}`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm.js') },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return existsSync(join(root, 'asked')) ? readFileSync(join(root, 'asked'), 'utf8') : null
}
const toRun = () => askedBy('install({ forRunning: true })')
const toWork = () => askedBy('install()')

test('what a production has is enough to run the product, and not to work on it', () => {
  leave(production)
  expect(toRun()).toBe(null)
  // Told by the stamp from now on.
  expect(toRun()).toBe(null)
  expect(toWork()).toBe('ci --include=dev --include=optional --no-audit --no-fund')
  expect([toWork(), toRun()]).toEqual([null, null])
})

test('a package of the product that is missing, or of another version, is installed', () => {
  for (const installed of [{}, { 'node_modules/runs': { version: '0.9.0' } }]) {
    leave(installed)
    rmSync(join(root, 'node_modules/.made-from'), { force: true })
    expect(toRun()).toBe('ci --include=optional --no-audit --no-fund')
    expect(toRun()).toBe(null)
  }
  expect(toWork()).toContain('--include=dev')
})

test('a stamp of an older lock file proves nothing', () => {
  leave(all)
  expect([toWork(), toRun()]).toEqual([null, null])
  const newer = { ...packages, 'node_modules/runs': { version: '1.1.0' } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...newer } }))
  expect(toRun()).toContain('ci ')
})
