import { spawnSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shortLived } from './bin/short-lived.mjs'

/** Files that take long, the longest first: started last, one of them would run alone while the other core waits. */
const longest = ['test/access/table.test.ts', 'test/access/other-routes.test.ts', 'server/run/start/main.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** A disk that is really full is a file system of its own, which only root may mount. */
const mayMount = process.env.PROOF === 'on' && spawnSync('unshare', ['--mount', 'true']).status === 0

/** Tests by programs that may be installed. */
const hasSqlmap = process.env.PROOF === 'on' && spawnSync('sqlmap', ['--version']).error === undefined

export default defineConfig({
  test: {
    include: ['{contract,server,web,test}/**/*.test.{ts,tsx}'],
    exclude: [
      'test/e2e/**',
      ...(mayMount ? [] : ['test/faults/disk-full.test.ts']),
      ...(hasSqlmap ? [] : ['test/attacks/sqlmap.test.ts']),
    ],
    globalSetup: 'test/harness/setup.ts',
    // What has not changed since the last run is not compiled again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests' },
    // Two cores carry the tests and the server they ask.
    pool: 'forks',
    // What a file loads, the next one has: loading takes a third of the time otherwise.
    // Where a file is loaded to change how statements are asked, once for each.
    isolate: process.env.TURNED !== undefined,
    // The proof of access turns a condition in what some files ask of the database: they must fail.
    setupFiles:
      process.env.TURNED === undefined ? ['test/harness/rows-as-declared.ts'] : ['test/access/turned-statement.ts'],
    maxWorkers: 2,
    execArgv: shortLived,
    sequence: { sequencer: LongestFirst },
    // As a journey: the run's last lines name what passed only when tried again. A proof counts every failure.
    retry: process.env.PROOF === 'on' || process.env.TURNED !== undefined ? 0 : 1,
    // What is waited for comes in a moment, and much later where the machine has much else to do: time says only that something hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
