import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { type Ground, layGround } from '#test/ground.ts'

/** Before all tests: the processes that tests start, a server, and in it the databases that each test file copies, or those of TEST_GROUND. */
export default async function setup({ provide }: TestProject) {
  execFileSync(process.execPath, ['bin/bundle.mjs'], { stdio: 'inherit' })
  const laid = process.env.TEST_GROUND
  if (laid) return provide('ground', JSON.parse(laid) as Ground)
  const { ground, lift } = await layGround()
  provide('ground', ground)
  return lift
}
