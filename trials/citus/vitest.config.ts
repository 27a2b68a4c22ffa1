import { mergeConfig } from 'vitest/config'
import product from '../../vitest.config.ts'

/** The tests of the product on Citus, and those of the trial. Each file is loaded anew, with its statements adapted. */
export default mergeConfig(product, {
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['trials/citus/*.test.ts'], isolate: true, setupFiles: ['trials/citus/on-citus.ts'] },
})
