import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sweep } from './memory-folder.ts'

const asRoot = process.getuid?.() === 0
const nobody = 65_534

/** Shared by all accounts, as /dev/shm is. */
const shared = mkdtempSync(join(tmpdir(), 'kashkool-shared-'))
chmodSync(shared, 0o1777)
const ended = spawnSync(process.execPath, ['-e', '']).pid

function leave(name: string, mode: number) {
  const folder = join(shared, `kashkool-tests-${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'PG_VERSION'), '18')
  chmodSync(folder, mode)
  return folder
}

afterEach(() => {
  for (const name of readdirSync(shared)) chmodSync(join(shared, name), 0o700)
  rmSync(shared, { recursive: true })
})

/** As an account that may not touch root's folders; an ordinary account cannot open its own closed one either. */
function sweepAsStranger() {
  if (asRoot) process.seteuid!(nobody)
  try {
    sweep(shared)
  } finally {
    if (asRoot) process.seteuid!(0)
  }
}

test('files left by a killed run of another account do not stop this one, which removes what it may', () => {
  leave(`${ended}-closed`, 0o000)
  const own = leave(`${ended}-own`, 0o700)
  if (asRoot) chownSync(own, nobody, nobody)
  leave(`${process.pid}-running`, 0o700)
  sweepAsStranger()
  const kept = [`kashkool-tests-${ended}-closed`, `kashkool-tests-${process.pid}-running`]
  expect(readdirSync(shared).toSorted()).toEqual(kept.toSorted())
})
