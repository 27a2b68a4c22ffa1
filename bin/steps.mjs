import { join } from 'node:path'
import { shortLived } from './short-lived.mjs'

const tool = (path, ...args) => [join('node_modules', path), ...args]

// Files that have not changed since the last run are not checked again; their earlier errors are reported again.
const sinceLast = ['--incremental', '--tsBuildInfoFile', join('.cache', 'types.tsbuildinfo')]

/**
 * The steps that only read the code. Each prints one line per error, which is repeated at the end. The compilers check with one
 * thread, because the tests beside them need the other core, and several threads infer the same types again, for nearly three times
 * the work.
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

/** What nothing reaches: files, exports and dependencies. */
export const unreached = {
  name: 'unreached',
  args: tool('knip/bin/knip.js', '--no-progress', '--no-config-hints'),
}

export const build = { name: 'build', args: [join('bin', 'build.mjs')] }

/** Unit and API tests: all of them, or the files whose name contains one of the words. */
export const tests = (...filter) => ({
  name: 'tests',
  args: tool('vitest/vitest.mjs', 'run', ...filter),
  report: 'vitest',
})

/** The journeys use the built client; without one, each of them would wait for a page that never comes. */
export const journeys = {
  name: 'journeys',
  args: [...shortLived, ...tool('@playwright/test/cli.js', 'test')],
  report: 'playwright',
  needs: build,
}
