import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { listens } from './ports.ts'

/** Whether a program is installed on this machine; `npm run proof` also tests with the ones that are. */
export const isInstalled = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined

type ToStart = {
  program: string
  /** Its arguments, with the path of the settings file that was written for it. */
  words: (settingsFile: string) => string[]
  settings: string
  port: number
  /** The account it runs as, where that is not ours. */
  account?: { uid: number; gid: number }
}

/** Starts an installed program with its settings in a temporary file, and waits until it listens on its port. */
export async function startInstalled({ program, words, settings, port, account }: ToStart) {
  const folder = mkdtempSync(join(tmpdir(), `kashkool-${program}-`))
  chmodSync(folder, 0o755) // `mkdtemp` closes it to every other account
  const file = join(folder, 'settings')
  writeFileSync(file, settings)
  const child = spawn(program, words(file), { ...account, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => listens(port)).toBe(true)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
