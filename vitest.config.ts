import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    globalSetup: 'test/setup.ts',
    // Two cores carry the tests and the server they ask.
    pool: 'forks',
    // What a file loads, the next one has: loading takes a third of the time otherwise.
    isolate: false,
    maxWorkers: 2,
    // Files that hash passwords and copy databases at the same time on two cores.
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
})
