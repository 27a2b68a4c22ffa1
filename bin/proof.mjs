import './check-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.PROOF = 'on'

const { install } = await import('./install.mjs')
install()
const { build } = await import('./build.mjs')
if (!build()) process.exit(1)

// The long forms of what `npm test` does in short: every policy mutant, and every screen in all eight variants.
const steps = [
  ['node_modules/vitest/vitest.mjs', 'run'],
  ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line'],
]
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
