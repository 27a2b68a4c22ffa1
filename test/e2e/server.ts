import { layGround } from '#test/ground.ts'

/** Before all journeys: a server with the world in it, which every journey copies for itself. */
export default async function setup() {
  const { ground, lift } = await layGround()
  process.env.KASHKOOL_GROUND = JSON.stringify(ground)
  return lift
}
