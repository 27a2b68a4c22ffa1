import { spawnSync } from 'node:child_process'
import { install } from './install.mjs'

/** Installs what is missing, runs a TypeScript file in this terminal, and answers its exit code. */
export function runWithTypes(file, args) {
  install()
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' })
  return status ?? 1
}
