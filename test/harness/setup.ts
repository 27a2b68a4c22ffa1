import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Ground, layGround } from './ground.ts'
import { freshMemoryFolder } from './memory-folder.ts'

/** Runs before all tests: bundles the processes that tests start, and creates the server and its template databases, unless TEST_GROUND names some. */
export default (project: TestProject) =>
  setUp(project).catch((cause: unknown) => {
    // The runner looks for the source of each line of the stack in modules that it has not loaded, fails, and would not say the cause.
    Reflect.deleteProperty(Error, 'prepareStackTrace')
    throw cause
  })

async function setUp({ provide }: TestProject) {
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

/** Puts temporary files of tests, also whole databases, into memory. Not in the proof, whose files are large and should meet a real disk. */
function temporaryInMemory() {
  if (process.env.PROOF === 'on') return () => {}
  const folder = freshMemoryFolder()
  chmodSync(folder, 0o711) // when root runs the tests, the databases run as another account
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
