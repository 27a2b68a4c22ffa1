import './check-node.mjs'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.PROOF = 'on'

const { install } = await import('./install.mjs')
install()
const { build } = await import('./build.mjs')
const reports = mkdtempSync(join(tmpdir(), 'kashkool-reports-'))
const report = (name) => join(reports, `${name}.json`)

// The long forms of what `npm test` does in short. A step that fails keeps none of those after it from being run.
const steps = [
  step('build', build),
  step('tests', () =>
    tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('tests')}`),
  ),
  step('journeys', () => {
    process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report('journeys')
    return tool('@playwright/test/cli.js', 'test', '--reporter=line,json')
  }),
]
const passed = sum(steps.map((one) => one.passed))
const failed = sum(steps.map((one) => one.failed))
rmSync(reports, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(passed > 0 && failed === 0 ? 0 : 1)

/** What passed and failed of a step. A failure that is no test's counts as one. */
function step(name, work) {
  const started = Date.now()
  const well = work()
  console.log(`${name}: ${well ? 'well' : 'failed'}, ${((Date.now() - started) / 60_000).toFixed(1)} min`)
  const { numPassedTests, numFailedTests, stats } = read(name)
  const failures = numFailedTests ?? stats?.unexpected ?? 0
  return {
    passed: numPassedTests ?? (stats ? stats.expected + stats.flaky : 0),
    failed: well ? failures : Math.max(failures, 1),
  }
}

function tool(path, ...args) {
  return spawnSync(process.execPath, [join('node_modules', path), ...args], { stdio: 'inherit' }).status === 0
}

function read(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'))
  } catch {
    return {}
  }
}

function sum(counts) {
  return counts.reduce((all, one) => all + one, 0)
}
