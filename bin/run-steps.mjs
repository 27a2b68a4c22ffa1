import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nothing, ofPlaywright, ofText, ofVitest } from './step-results.mjs'

const linesOfAStep = 30
const reports = mkdtempSync(join(tmpdir(), 'kashkool-reports-'))
const running = new Set()
/** By name, in the order in which they ended. */
const results = new Map()

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(1))

/** Runs lanes of steps in parallel; the steps of a lane run one after the other. A failed step does not stop the others. */
export async function run(...lanes) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) results.set(step.name, await runStep(step))
    }),
  )
}

/** Prints the failures of each step and then the counts. Ends with exit code 0 only if something ran and nothing failed. */
export function finish() {
  const all = [...results]
  for (const [name, { failures }] of all) printList(`Failed in ${name}:`, failures)
  const flaky = all.flatMap(([, one]) => one.flaky)
  printList('Flaky, passed when tried again:', flaky)

  const passed = sum(all.map(([, one]) => one.passed))
  const failed = sum(all.map(([, one]) => one.failed))
  console.log(`${passed} passed, ${failed} failed`)
  leave(passed > 0 && failed === 0 ? 0 : 1)
}

async function runStep({ name, args, report, needs, env }) {
  if (needs && results.get(needs.name)?.failed) {
    console.log(`${name}: not run, because of ${needs.name}`)
    return { ...nothing, failed: 1, failures: [`not run, because of ${needs.name}`] }
  }
  const started = Date.now()
  const file = join(reports, `${name}.json`)
  const { code, output } = await (report ? runShown({ args, report, env }, file) : runQuietly({ args, env }))
  const result = report ? reporters[report].read(parsed(file)) : ofText(output)
  const minutes = ((Date.now() - started) / 60_000).toFixed(1)

  if (code === 0) {
    console.log(`${name}: passed, ${minutes} min`)
    return { ...result, failures: [] }
  }
  process.stdout.write(output)
  console.log(`${name}: failed, ${minutes} min`)
  const failures = result.failures.length ? result.failures : [`ended with ${code}; see above`]
  return { ...result, failures, failed: Math.max(result.failed, 1) }
}

const reporters = {
  vitest: {
    args: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env: () => ({}),
    read: ofVitest,
  },
  playwright: {
    args: () => ['--reporter=line,json'],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    read: ofPlaywright,
  },
}

const runShown = ({ args, report, env }, file) =>
  ended(
    spawn(process.execPath, [...args, ...reporters[report].args(file)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...reporters[report].env(file), ...env },
    }),
  )

const runQuietly = ({ args, env }) =>
  ended(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }))

function ended(child) {
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? signal, output })
    })
  })
}

function parsed(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function printList(title, lines) {
  if (!lines.length) return
  console.log(title)
  for (const line of lines.length > linesOfAStep ? firstOfEachFile(lines) : lines) console.log(`  ${line}`)
}

/** When many tests fail at once, as on an overloaded machine, the names of their files are enough. */
function firstOfEachFile(lines) {
  const byFile = new Map()
  for (const line of lines) {
    const file = line.match(/^[\w./-]+/)?.[0] ?? line
    byFile.set(file, [...(byFile.get(file) ?? []), line])
  }
  return [...byFile.values()].map(([first, ...more]) =>
    more.length ? `${first} (and ${more.length} more there)` : first,
  )
}

function leave(code) {
  for (const child of running) child.kill()
  rmSync(reports, { recursive: true, force: true })
  process.exit(code)
}

const sum = (counts) => counts.reduce((all, one) => all + one, 0)
