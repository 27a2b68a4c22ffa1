import './check-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

if (!process.env.TEST_DATABASE_URL) {
  console.error('Name the server in TEST_DATABASE_URL; its user may make databases and roles.')
  process.exit(1)
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install()

// Tests that start the embedded server themselves do not test another server.
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--exclude',
    'server/db/embedded.test.ts',
    '--exclude',
    'server/run/start/main.test.ts',
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
