import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { layGround } from '#test/ground.ts'

/** Before all tests: the processes that tests start, a server, and in it the databases that each test file copies. */
export default async function setup({ provide }: TestProject) {
  execFileSync(process.execPath, ['bin/bundle.mjs'], { stdio: 'inherit' })
  const { ground, lift } = await layGround()
  provide('ground', ground)
  return lift
}
