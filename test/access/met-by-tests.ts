import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A condition of a statement that no call of the table covers, with the test that does, as `file › name`. */
export type MetByTest = { name: string; test: string; tables: string[]; writes: boolean }

/** A mutation during a test file: the condition is true for every row, or is negated; row-level security is off in some tables. */
export type Turning = { name: string; round: boolean; open: string[] }

const ways: ((one: MetByTest) => Turning | null)[] = [
  ({ name, writes }) => (writes ? { name, round: true, open: [] } : null),
  ({ name }) => ({ name, round: false, open: [] }),
  ({ name, tables }) => ({ name, round: false, open: tables }),
]

/** The conditions whose own test fails under mutation while other tests of its file pass. One per file at a time. */
export async function noticedByTests(all: MetByTest[]): Promise<Set<MetByTest>> {
  const noticed = new Set<MetByTest>()
  for (const way of ways) {
    let left = all.filter((one) => !noticed.has(one) && way(one))
    while (left.length > 0) {
      const batch = new Map(left.map((one) => [fileOf(one.test), one]))
      left = left.filter((one) => batch.get(fileOf(one.test)) !== one)
      const turned = Object.fromEntries([...batch].map(([file, one]) => [file, way(one)]))
      const report = await reportOf([...batch.keys()], root, { TURNED: JSON.stringify(turned) })
      for (const one of [...batch.values()].filter(({ test }) => fails(report, test))) noticed.add(one)
    }
  }
  return noticed
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const fileOf = (test: string) => test.split(' › ')[0]!

/** The result of every test in some files. */
export async function reportOf(
  files: string[],
  cwd: string,
  env: Record<string, string> = {},
  options: string[] = [],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs')
  // With a retry, a test could pass because its first run had changed the data.
  const args = [vitest, 'run', ...files, '--retry=0', '--reporter=json', `--outputFile=${report}`, ...options]
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', env: { ...process.env, PROOF: 'off', ...env } })
  await new Promise((ended) => child.once('exit', ended))
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: Outcome[] }[]
  }
  rmSync(folder, { recursive: true })
  return new Map(testResults.map(({ name, assertionResults }) => [relative(cwd, name), assertionResults]))
}

type Outcome = { title: string; status: string }
type Report = Map<string, Outcome[]>

/** Whether exactly this test failed and others of its file did not. */
export function fails(report: Report, test: string): boolean {
  const [file, name] = test.split(' › ') as [string, string]
  const all = report.get(file) ?? []
  return (
    all.some(({ status }) => status === 'passed') &&
    all.some(({ title, status }) => title === name && status === 'failed')
  )
}
