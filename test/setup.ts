import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Ground, layGround } from '#test/ground.ts'
import { freshMemoryFolder } from '#test/memory-folder.ts'

/** Before all tests: the processes that tests start, a server, and in it the databases that each test file copies, or those of TEST_GROUND. */
export default async function setup({ provide }: TestProject) {
  execFileSync(process.execPath, ['bin/bundle.mjs'], { stdio: 'inherit' })
  const removeTemporary = temporaryInMemory()
  const laid = process.env.TEST_GROUND
  if (laid) {
    provide('ground', JSON.parse(laid) as Ground)
    return removeTemporary
  }
  const { ground, lift } = await layGround()
  provide('ground', ground)
  return () => lift().then(removeTemporary)
}

/** Lets what tests put aside, whole databases too, lie in memory. The proof's are large, and show what a disk does. */
function temporaryInMemory() {
  if (process.env.PROOF === 'on') return () => {}
  const folder = freshMemoryFolder()
  chmodSync(folder, 0o711) // root's databases run as another account
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
