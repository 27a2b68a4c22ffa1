import './check-node.mjs'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build } = await import('./build.mjs')

const filter = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'kashkool-reports-'))
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(1))

// Two lanes for two cores: what reads the code, beside what runs it.
await Promise.all([reading(), runningIt()])
await step('journeys', tool('@playwright/test/cli.js', 'test', '--reporter=line,json'), {
  show: true,
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright'), PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
})
leave(summary(0) ? 0 : 1)

async function reading() {
  await step('types', tool('typescript/bin/tsc', '--noEmit'))
  await step('lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'))
  await step('format', tool('@biomejs/biome/bin/biome', 'format'))
}

async function runningIt() {
  if (!build()) fail('build')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]
  await step('tests', tool('vitest/vitest.mjs', 'run', ...reporters, ...filter), { show: true })
}

/** Runs one tool to its end; its output is shown at once, or only when it fails. */
function step(name, args, { show = false, env = {} } = {}) {
  const started = Date.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))

  return new Promise((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      if (code !== 0) fail(name, said)
      console.log(`${name}: well, ${((Date.now() - started) / 1000).toFixed(1)} s`)
      resolve()
    })
  })
}

function fail(name, said = '') {
  process.stdout.write(said)
  console.log(`${name}: failed`)
  summary(1)
  leave(1)
}

/** The last line; true when something ran and nothing failed. A failure that is no test's counts as one. */
function summary(failures) {
  const vitest = read('vitest')
  const stats = read('playwright')?.stats
  const passed = (vitest?.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  const failed = Math.max(failures, (vitest?.numFailedTests ?? 0) + (stats?.unexpected ?? 0))
  if (stats?.flaky) console.log(`${stats.flaky} journeys were flaky: they passed when tried again`)
  console.log(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0
}

function leave(code) {
  for (const child of running) child.kill()
  rmSync(reports, { recursive: true, force: true })
  process.exit(code)
}

function tool(path, ...args) {
  return [join('node_modules', path), ...args]
}

function report(name) {
  return join(reports, `${name}.json`)
}

function read(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'))
  } catch {
    return null
  }
}
