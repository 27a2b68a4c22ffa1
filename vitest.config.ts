import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    // Files that hash passwords and copy databases at the same time on two cores.
    testTimeout: 20_000,
    hookTimeout: 40_000,
  },
})
