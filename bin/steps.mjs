import { join } from 'node:path'
import { shortLived } from './short-lived.mjs'

const tool = (path, ...args) => [join('node_modules', path), ...args]

// What has not changed since the last run is not checked again; what was wrong there is said again.
const sinceLast = ['--incremental', '--tsBuildInfoFile', join('.cache', 'types.tsbuildinfo')]

/**
 * What reads the code alone. Each prints one line for an error, which is repeated at the end. Each compiler checks on one core, as
 * the tests beside it need the other: several of its checkers work out the same types again, for nearly three times the work.
 */
export const types = {
  name: 'types',
  args: tool('typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1', ...sinceLast),
}
export const lint = {
  name: 'lint',
  args: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--format=unix'),
  env: { GOMAXPROCS: '1' },
}
export const format = {
  name: 'format',
  args: tool('@biomejs/biome/bin/biome', 'format', '--reporter=concise', '--max-diagnostics=none'),
}

export const build = { name: 'build', args: [join('bin', 'build.mjs')] }

/** Unit and API tests: all of them, or the files whose name contains one of the words. */
export const tests = (...filter) => ({
  name: 'tests',
  args: tool('vitest/vitest.mjs', 'run', ...filter),
  report: 'vitest',
})

/** They drive the built client: without one each would wait for a page that never comes. */
export const journeys = {
  name: 'journeys',
  args: [...shortLived, ...tool('@playwright/test/cli.js', 'test')],
  report: 'playwright',
  needs: build,
}
