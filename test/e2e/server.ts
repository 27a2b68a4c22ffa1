import { layGround } from '#test/harness/ground.ts'

/** Runs before all journeys: a server with the test data, of which every journey makes its own copy. */
export default async function setup() {
  const { ground, lift } = await layGround()
  process.env.KASHKOOL_GROUND = JSON.stringify(ground)
  return lift
}
