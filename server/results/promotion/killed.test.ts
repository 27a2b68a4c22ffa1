import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { importsAlone } from '#test/harness/bundles.ts'
import { testApp } from '#test/harness/app.ts'
import { testDatabase } from '#test/harness/database.ts'
import { promoting } from '#test/harness/promoting.ts'
import { world } from '#test/world/world.ts'

// The proof kills twenty times; an ordinary run kills twice.
const kills = process.env.PROOF === 'on' ? 20 : 2
const first = await testApp()
const second = await testApp({ connection: await testDatabase() })
const { manager } = world

const prepared = async (app: typeof first) => {
  const ways = promoting(app)
  await ways.anew()
  const { id: promotionId } = await ways.start()
  return { ...ways, promotionId, plan: await ways.allUp(promotionId) }
}

test('the same school has the same plan in two databases', async () => {
  const [one, other] = [await prepared(first), await prepared(second)]
  expect(one.plan.plan).toBe(other.plan.plan)
  expect(one.promotionId).not.toBe(other.promotionId)
  await Promise.all(
    [first, second].map((app, nth) =>
      app.as(manager)(promotions.remove, { promotionId: [one, other][nth]!.promotionId }),
    ),
  )
})

test(
  `${kills} kills while it is done leave nothing of it, and the next process does all of it`,
  async () => {
    const { sql, promotionId, plan, dump, work, settled } = await prepared(first)
    const before = await dump()
    await first.as(manager)(promotions.do, { promotionId, plan: plan.plan })
    for (let nth = 1; nth <= kills; nth++) {
      await sql(`update promotion_progress set students = 0 where promotion_id = $1`, [promotionId])
      const args = [...importsAlone, JSON.stringify({ owner: first.connection, atOnce: 1 })]
      const child = spawn(process.execPath, args, { stdio: 'ignore' })
      await expect
        .poll(async () => (await first.as(manager)(promotions.get, { promotionId })).progress, {
          interval: 2,
        })
        .toBeGreaterThan((nth * 3) % 40)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await first.as(manager)(promotions.get, { promotionId })).toMatchObject({ state: 'waiting', moved: 0 })
      expect(await dump()).toEqual(before)
    }
    work()
    expect(await settled(promotionId)).toMatchObject({ state: 'done', moved: plan.up, left: plan.leave })
  },
  kills * 60_000,
)
