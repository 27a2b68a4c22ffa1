import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identity } from '#contract/identity/identity.ts'
import { caller } from '#contract/language/caller.ts'
import { promotions } from '#contract/promotion/promotions.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { civilDay, homeZone } from '#server/days.ts'
import { withClient } from '#server/db/client.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { workInBackground } from '#server/jobs/worker.ts'
import { promotionWork } from '#server/promotion/promotion-work.ts'
import { secretsOf } from '#server/secrets.ts'
import { accountsOf, asRequests } from '#test/ground.ts'
import { growSchool } from '#test/grown-school.ts'
import { demoPassword, loadDemo, world } from '#test/world.ts'
import { cpuOfPostgres } from './machine.ts'

/**
 * `npm run bench:promotion`: what the plan of a school's next year, the doing and the undo cost: time on the clock, and CPU time
 * of the server and of PostgreSQL together. The argument: students of the school.
 */
const students = Number(process.argv[2] ?? 1000)
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-promotion-'))
const cluster = await startCluster({ dataDir })
const connection = cluster.connection('postgres')
const key = Buffer.from('the key of the bench')
const secrets = secretsOf(key)
await migrate(connection)
await acceptSignatures(connection, secrets, { besides: true })
await loadDemo(connection, civilDay(systemClock.now(), homeZone))
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
  const app = await buildApp({
    connection: asRequests(connection),
    key,
    clock: systemClock,
    origins: [],
    trustProxy: null,
    web: null,
    calls: { person: 1e9, writes: 1e9, visitor: 1e9 },
    lookUps: { importDay: 1e9 },
  })
  const as = (token: string | null) =>
    caller(async ({ method, path, body, key: once }) => {
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(once && { 'idempotency-key': once }) }
      const answer = await app.inject({ method, url: `/${path}`, headers, payload: body as object })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
      return { status: 200, body: answer.json(), total: null }
    })
  const { token } = await as(null)(identity.login, { phoneNumber: manager.phone, password: demoPassword })
  const call = as(token)
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
  await app.close()
})
await worker.stop()
await cluster.stop()
rmSync(dataDir, { recursive: true })
