import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { withClient } from '#server/db/client.ts'
import { requestsSignIn } from '#server/run/start/request-sign-in.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { asRequests, ask } from '#test/harness/database.ts'
import { isInstalled } from '#test/harness/installed-program.ts'
import { pgbouncerFor } from '#test/harness/pgbouncer.ts'
import { poolerFor } from '#test/harness/pooler.ts'
import { world } from '#test/world/world.ts'

const { connection, tokenOf } = await testApp()
// The proof asks PgBouncer itself too, where it is installed.
const real = process.env.PROOF === 'on' && isInstalled('pgbouncer')
const poolers = [['a pooler of ours', poolerFor] as const, ...(real ? [['PgBouncer', pgbouncerFor] as const] : [])]

const people = [world.manager, world.otherManager]

/** Two connections of an account, lent by a pooler: calls of different schools follow each other on each. */
async function pooled(account: pg.ClientConfig, by: typeof poolerFor): Promise<pg.ClientConfig> {
  const direct = (
    await ask<{ socket: string; port: string; database: string }>(
      connection,
      `select split_part(current_setting('unix_socket_directories'), ',', 1) as socket, current_setting('port') as port,
      current_database() as database`,
    )
  )[0]!
  const socket = direct.socket.trim().replace(/^"|"$/g, '')
  const user = (await ask<{ user: string }>(account, 'select session_user::text as user'))[0]!.user
  const pooler = await by({ host: socket, port: Number(direct.port), user, database: direct.database }, 2)
  onTestFinished(() => pooler.stop())
  return { host: '127.0.0.1', port: pooler.port, user, database: direct.database }
}

async function appOver(through: pg.ClientConfig, direct: pg.ClientConfig) {
  const key = Buffer.from('the key of the tests')
  const settings = { key, clock, origins: [], trustProxy: null, web: null, pool: 6 }
  const app = await buildApp({ ...settings, connection: through, direct, prepares: false })
  onTestFinished(() => app.close())
  const schools = (token: string) =>
    app.inject({ method: 'GET', url: '/API/Identity/Me', headers: { authorization: `Bearer ${token}` } })
  return { app, schools }
}

test.each(poolers)(
  'behind %s in transaction mode each call sees its own school, and nothing stays for the next',
  async (_, by) => {
    const through = await pooled(asRequests(connection), by)
    await expect(requestsSignIn({ connection: through, pooled: true })).resolves.toBeUndefined()
    const { app, schools } = await appOver(through, asRequests(connection))
    expect((await app.inject('/health/ready')).json().checks).toMatchObject({ database: true, walled: true })

    const tokens = await Promise.all(people.map(tokenOf))
    const callers = Array.from({ length: 6 }, async (_, nth) => {
      for (let time = 0; time < 8; time++) {
        const answer = await schools(tokens[nth % 2]!)
        expect([answer.statusCode, answer.json().logedinUser?.id]).toEqual([200, people[nth % 2]!.id])
      }
    })
    await Promise.all(callers)

    await withClient(through, async (client) => {
      for (let time = 0; time < 4; time++) {
        const { rows } = await client.query(`select current_setting('app.schools', true) as schools,
        current_setting('statement_timeout') as patience, (select count(*)::int from students) as seen`)
        expect(rows).toEqual([{ schools: '', patience: '2s', seen: 0 }])
      }
    })
  },
)

test.each(poolers)('%s that signs in as the owner serves nothing', async (_, by) => {
  const through = await pooled(connection, by)
  await expect(requestsSignIn({ connection: through, pooled: true })).rejects.toThrow('DATABASE_URL signs in as')
  const { app, schools } = await appOver(through, connection)
  expect((await app.inject('/health/ready')).json()).toMatchObject({ status: 'not ready', checks: { walled: false } })
  expect((await schools(await tokenOf(world.manager))).statusCode).toBe(500)
})

test.each(poolers)('the start finds %s, and wants the address behind it', async (_, by) => {
  const through = await pooled(asRequests(connection), by)
  await expect(requestsSignIn({ connection: through, pooled: false })).rejects.toThrow(
    'name the address of PostgreSQL itself in DIRECT_URL',
  )
})

test.each(poolers)('%s takes no start-up options', async (_, by) => {
  const through = await pooled(asRequests(connection), by)
  const client = new pg.Client({ ...through, options: '-c role=kashkool_app' })
  await expect(client.connect()).rejects.toThrow('unsupported startup parameter: options')
})
