import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { systemClock } from '#server/base/clock.ts'
import { withClient } from '#server/db/client.ts'
import { signerOf } from '#server/db/signing.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { promotionWork } from '#server/results/promotion/promotion-work.ts'
import { accountsOf } from '#test/harness/ground.ts'
import { growSchool } from '#test/harness/grown-school.ts'
import { world } from '#test/world/world.ts'
import { demoSchool, productOver } from './demo-school.ts'
import { cpuOfPostgres } from './machine.ts'

/**
 * `node bin/bench.mjs promotion`: the cost of planning, carrying out and undoing a school's next year, in elapsed time and in CPU
 * time of the server and PostgreSQL together. The argument is the number of students.
 */
const students = Number(process.argv[2] ?? 1000)
const school = await demoSchool('promotion')
const { connection, secrets } = school
const worker = workInBackground({ ...accountsOf(connection), sign: signerOf(secrets) }, systemClock, [promotionWork])

await withClient(connection, async (client) => {
  const { nile, nileYear, manager } = world
  const sql = async (text: string, given?: unknown[]) => (await client.query(text, given)).rows
  await sql('delete from promotions')
  const [{ many }] = await sql('select count(*)::integer as many from students where school_id = $1 and active', [
    nile.id,
  ])
  await growSchool(sql, nile, students - many)
  await sql('vacuum analyze')
  const product = await productOver(connection)
  const call = await product.as(manager)
  const [{ pid }] = await sql('select pg_backend_pid() as pid')

  async function cost<Answer>(what: string, act: () => Promise<Answer>) {
    const [begun, node, postgres] = [performance.now(), process.cpuUsage(), cpuOfPostgres(pid)!]
    const answer = await act()
    const { user, system } = process.cpuUsage(node)
    const seconds = [performance.now() - begun, (user + system) / 1000, (cpuOfPostgres(pid)! - postgres) / 1000].map(
      (ms) => (ms / 1000).toFixed(2),
    )
    console.log(
      `${what.padEnd(12)} ${seconds[0]} s; CPU: Node ${seconds[1]} s + PostgreSQL ${seconds[2]} s; load ${loadavg()[0]!.toFixed(1)}`,
    )
    return answer
  }

  async function settled(promotionId: string) {
    for (;;) {
      const found = await call(promotions.get, { promotionId })
      if (!['waiting', 'undoing'].includes(found.state)) return found
      await setTimeout(100)
    }
  }

  const draft = { schoolId: nile.id, fromYearId: nileYear.id, toYearName: '2030/2031' }
  const { id: promotionId } = await cost('start', () => call(promotions.start, draft))
  await cost('decide', () => call(promotions.decide, { promotionId, show: 'undecided', decision: 'up' }))
  const plan = await cost('plan', () => call(promotions.plan, { promotionId }))
  console.log(
    `${plan.students} students into ${plan.classes.length} classes, ${plan.leave} leave; ${plan.hindrance ?? 'nothing hinders it'}`,
  )
  await cost('do', async () => {
    await call(promotions.do, { promotionId, plan: plan.plan })
    return settled(promotionId)
  })
  const { state, kept } = await cost('undo', async () => {
    await call(promotions.undo, { promotionId })
    return settled(promotionId)
  })
  console.log(`${state}, ${kept} kept`)
  await product.close()
})
await worker.stop()
await school.close()
