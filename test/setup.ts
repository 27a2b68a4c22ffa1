import type { TestProject } from 'vitest/node'
import { layGround } from '#test/ground.ts'

/** Before all tests: a server, and in it the databases that each test file copies. */
export default async function setup({ provide }: TestProject) {
  const { ground, lift } = await layGround()
  provide('ground', ground)
  return lift
}
