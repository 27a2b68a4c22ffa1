import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '#server/db/quiet-log.ts'
import { sources } from './architecture.ts'

// What operators install is read by the programs that will read it there, where those are installed here.
const file = (name: string) => new URL(`../../packaging/${name}`, import.meta.url).pathname
const text = (name: string) => readFileSync(file(name), 'utf8')

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
const withProgram = (program: string, of: string) =>
  isThere(program)
    ? { test, suffix: '' }
    : { test: test.skip, suffix: ` (not tested: ${program} is not installed; Debian has it in the package ${of})` }

function says(program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, said: status === 0 ? '' : stdout + stderr }
}
const nothingWrong = { status: 0, said: '' }

const named = (name: string, pattern: RegExp) => [...text(name).matchAll(pattern)].map(([, found]) => found)

test('every alert has a case in which it is raised', () => {
  const raised = named('alerts.test.yml', /alertname: (\w+)\n\s+exp_alerts:\n/g)
  expect(new Set(raised)).toEqual(new Set(named('alerts.yml', /- alert: (\w+)/g)))
})

const promtool = withProgram('promtool', 'prometheus')
promtool.test(`the alerts are raised when they should be, by Prometheus itself${promtool.suffix}`, () => {
  expect(says('promtool', 'check', 'rules', '--lint=all', file('alerts.yml'))).toEqual(nothingWrong)
  expect(says('promtool', 'test', 'rules', file('alerts.test.yml'))).toEqual(nothingWrong)

  const place = mkdtempSync(join(tmpdir(), 'kashkool-alerts-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'alerts.yml'), text('alerts.yml').replace(/> 900/, '> 9000'))
  writeFileSync(join(place, 'alerts.test.yml'), text('alerts.test.yml'))
  expect(says('promtool', 'test', 'rules', join(place, 'alerts.test.yml')).said).toContain('KashkoolWaiting')
})

test('the log of a PostgreSQL of its own repeats as few values as the embedded one', () => {
  for (const [setting, value] of Object.entries(quietLog)) {
    expect(text('patroni.yml')).toMatch(new RegExp(`^ +${setting}: "?${value}"?$`, 'm'))
    expect(text('compose.yaml')).toMatch(new RegExp(`-c ${setting}=${value}\\s`))
  }
})

const proxy = withProgram('haproxy', 'haproxy')
proxy.test(`haproxy reads its settings, in front of Kashkool and of the database${proxy.suffix}`, () => {
  const place = mkdtempSync(join(tmpdir(), 'kashkool-haproxy-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'calls.cfg'), text('haproxy.cfg').replace(/ ssl crt \S+/, ''))
  expect(says('haproxy', '-c', '-f', join(place, 'calls.cfg'))).toEqual(nothingWrong)
  expect(says('haproxy', '-c', '-f', file('haproxy-database.cfg'))).toEqual(nothingWrong)
})

test('haproxy sends no call again that it has sent', () => {
  expect(named('haproxy.cfg', /^\s*retry-on (.*)$/gm)).toEqual(['conn-failure'])
})

const units = withProgram('systemd-analyze', 'systemd')
units.test(`systemd reads its units${units.suffix}`, () => {
  for (const unit of ['kashkool.service', 'kashkool-packages.service', 'kashkool-packages.timer']) {
    const { said } = says('systemd-analyze', 'verify', '--man=no', file(unit))
    // Node and the folder of the product are elsewhere here.
    expect(said.split('\n').filter((line) => line.includes('kashkool') && !line.includes('/usr/bin/n'))).toEqual([])
  }
})

test('the image contains what the server needs of the tests, the demo data, and no test', () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('!test'))).toEqual(['!test/world'])
  expect(lines).toContain('**/*.test.ts')
  const product = sources().filter(
    ({ file }) => /^(server|contract|web|test\/world)\b/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const used = product.flatMap(({ imports }) => imports.filter((path) => path.startsWith('#test/')))
  expect(used.filter((path) => !path.startsWith('#test/world/'))).toEqual([])
})

test('a container has a process 1 that reaps the processes of a killed PostgreSQL', () => {
  expect(named('compose.yaml', /^ {4}init: (.*)$/gm)).toEqual(['true'])
})

test('a proxy in front of a container is trusted, whichever of the two made its network', () => {
  const [trusted] = named('compose.env.example', /^TRUST_PROXY=(.*)$/gm)
  expect(trusted!.split(',')).toEqual(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])
})

test('the times of Patroni keep to the rule: loop_wait + 2 × retry_timeout ≤ ttl', () => {
  const time = (name: string) => Number(named('patroni.yml', new RegExp(`^ {4}${name}: (\\d+)$`, 'gm'))[0])
  expect(time('loop_wait') + 2 * time('retry_timeout')).toBeLessThanOrEqual(time('ttl'))
  expect(text('patroni.yml')).toMatch(/^ {4}synchronous_mode: true$/m)
})

test('the newest release of the changelog is this version', () => {
  const heads = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.*)$/gm)].map(([, head]) => head!)
  const versionIn = (name: string) => (JSON.parse(readFileSync(name, 'utf8')) as { version: string }).version
  const version = versionIn('package.json')
  expect(heads[0]).toBe('Unreleased')
  expect(heads[1]).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
  expect(heads[1]).toContain(`[${version}] - `)
  expect(versionIn('package-lock.json')).toBe(version)
})
