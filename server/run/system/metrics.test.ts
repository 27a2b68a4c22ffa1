import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'
import { openDb } from '#server/db/db.ts'
import { nameTransaction } from '#server/db/speculation/ways.ts'
import { testApp } from '#test/harness/app.ts'
import { asRequests, testDatabase, values } from '#test/harness/database.ts'
import { clock } from '#test/world/clock.ts'
import { webFolder } from '#test/harness/web-folder.ts'
import { world } from '#test/world/world.ts'
import { backlogOf } from './backlog.queries.ts'

const connection = await testDatabase()
const token = 'a token of the tests, thirty-two long'
const lines: string[] = []
const backups = { newest: () => new Date(clock.now().getTime() - 3_600_000), waiting: async () => null }
const metrics = { token, backlog: () => withDb(connection, backlogOf) }
const { app, wire } = await testApp({
  connection,
  backups,
  metrics,
  requestLog: (line) => lines.push(line),
})
const figures = (authorization = `Bearer ${token}`) => app.inject({ url: '/metrics', headers: { authorization } })

test('the figures are for those who have the token, and there are none without the setting', async () => {
  expect((await figures()).statusCode).toBe(200)
  for (const wrong of ['', 'Bearer ', `Bearer ${token}x`, token])
    expect(await figures(wrong)).toMatchObject({ statusCode: 404, payload: 'Not found' })
  const { app: without } = await testApp({ connection })
  expect((await without.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(404)
})

test('requests are counted by operation and status, refusals too, and nothing says who or what was asked', async () => {
  await wire('api/School/GetAll', {})
  await wire('api/School/GetAll', {})
  await wire('API/Identity/Login', { phoneNumber: world.parent.phone, password: 'not-theirs' })
  await app.inject({ url: '/somebody/Zaphod?x=Beeblebrox' })
  const { body } = await figures()
  expect(body).toMatch(/kashkool_requests_total\{operation="\w+\/School\/GetAll",status="200"\} 2/i)
  expect(body).toMatch(/kashkool_requests_total\{operation="API\/Identity\/Login",status="4\d\d"\} 1/i)
  expect(body).toMatch(/kashkool_request_seconds_count\{operation="\w+\/School\/GetAll"\} 2/i)
  expect(body).not.toMatch(/Zaphod|Beeblebrox|01000000005/)
})

test('files of the web client are counted together by their folder', async () => {
  const { root, remove } = webFolder({
    'index.html': '<script></script>',
    'assets/one.js': '',
    'assets/two.js': '',
  })
  const { app: withFiles } = await testApp({ connection, metrics, web: { kind: 'built', root } })
  for (const file of ['one.js', 'two.js', 'gone.js']) await withFiles.inject(`/assets/${file}`)
  const { body } = await withFiles.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(body).toContain('kashkool_requests_total{operation="/assets/*",status="200"} 2')
  expect(body).toContain('kashkool_requests_total{operation="unknown",status="404"} 1')
  remove()
})

test('database, connections, what waits, the event loop and the newest copy have figures', async () => {
  await withClient(connection, (client) =>
    client.query(`insert into outbox (event, next_try_at) values ('nobody takes this', now() - interval '10 minutes')`),
  )
  const { body } = await figures()
  const figure = (name: string) =>
    Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\S+)`, 'm').exec(body)?.[1])
  expect(figure('kashkool_database_up')).toBe(1)
  expect(figure('kashkool_pool_connections{state="total"}')).toBeGreaterThan(0)
  expect(figure('kashkool_waiting{kind="events"}')).toBeGreaterThan(0)
  expect(figure('kashkool_waiting_seconds{kind="events"}')).toBeGreaterThanOrEqual(600)
  expect(figure('kashkool_waiting{kind="jobs"}')).toBe(0)
  expect(figure('kashkool_waiting{kind="unclear"}')).toBe(0)
  expect(body).toContain('# TYPE kashkool_payment_intents gauge')
  expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(Math.round(figure('kashkool_backup_age_seconds') / 60)).toBe(60)
})

test('every figure that an alert waits for is among them', async () => {
  const alerts = readFileSync(new URL('../../../packaging/alerts.yml', import.meta.url), 'utf8')
  const named = new Set(alerts.match(/\b(kashkool|nodejs)_\w+/g))
  const { app: withReplica } = await testApp({ connection, replica: asRequests(connection), metrics })
  const { body } = await withReplica.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const given = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!)
  expect(named.size).toBeGreaterThan(8)
  for (const name of named) expect(given, name).toContain(name.replace(/_bucket$/, ''))
})

test('every label that an alert names is one of its figure, and can have that value', async () => {
  const alerts = readFileSync(new URL('../../../packaging/alerts.yml', import.meta.url), 'utf8')
  const { app: withReplica, wire: call } = await testApp({ connection, replica: asRequests(connection), metrics })
  await call('API/Identity/Login', { phoneNumber: world.parent.phone, password: 'not-theirs' })
  await call('gateways/nobody', {})
  const { body } = await withReplica.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const labelsOf = (name: string) =>
    [...body.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, all]) => all!.match(/\w+="[^"]*"/g)!)
  const selected = [...alerts.matchAll(/\b((?:kashkool|nodejs)_\w+)\{(.*?)\}/g)]
  expect(selected.length).toBeGreaterThan(6)
  for (const [, name, all] of selected)
    for (const [, label, value] of all!.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      const given = labelsOf(name!)
      expect(given.join(), `${name} of packaging/alerts.yml`).toContain(`${label}="`)
      // A status appears once it has been answered; all other values must be there from the beginning.
      if (label === 'status') expect(value).toMatch(/^[45]\d\d(\|[45]\d\d)*$/)
      else expect(given).toContain(`${label}="${value}"`)
    }
  expect([...alerts.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)).toEqual(['kind'])
  expect(labelsOf('kashkool_waiting_seconds').join()).toContain('kind="events"')
})

test('without the database the figures say so', async () => {
  let away = false
  const backlog = async () => (away ? Promise.reject(new Error('away')) : withDb(connection, backlogOf))
  const { app: alone } = await testApp({ connection, metrics: { token, backlog } })
  const read = async () => (await alone.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
  expect(await read()).toMatch(/^kashkool_waiting\{/m)
  away = true
  const body = await read()
  expect(body).toMatch(/^kashkool_database_up 0$/m)
  // What waited earlier would look like now.
  expect(body).not.toMatch(/^kashkool_waiting(_seconds)?\{/m)
  expect(body).toMatch(/^kashkool_backup_age_seconds NaN$/im)
})

test('copies that are to be made but never were are older than any limit', async () => {
  const none = { newest: () => null, waiting: async () => null }
  const { app: uncopied } = await testApp({ connection, metrics, backups: none })
  const { body } = await uncopied.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(body).toMatch(/^kashkool_backup_age_seconds \+Inf$/m)
})

test('each request is one line, with the id of its answer and no personal word', async () => {
  lines.splice(0)
  const { headers } = await wire('API/Identity/Login', { phoneNumber: world.parent.phone, password: 'not-theirs' })
  await app.inject({ url: '/somebody/Zaphod?x=Beeblebrox' })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      request: headers['x-request-id'],
      method: 'POST',
      operation: expect.stringMatching(/login/i),
    }),
    expect.objectContaining({ operation: 'unknown', status: 404 }),
  ])
  expect(lines.join('')).not.toMatch(/Zaphod|Beeblebrox|0100000|127\.0\.0/)
})

test('the statements of a request carry its id, those of the next their own, and others none', async () => {
  const db = openDb(asRequests(connection), { max: 1 })
  const nameIn = (request?: string) =>
    db.transaction().execute(async (tx) => {
      if (request) await nameTransaction(tx, request)
      return (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx)).rows[0]!.name
    })
  const [first, second] = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002']
  expect(await nameIn(first)).toBe(first)
  expect(await nameIn(second)).toBe(second)
  expect(await nameIn(`'; drop table students; --`)).toBe('')
  expect(await nameIn()).toBe('')
  await db.destroy()
})

test('the id reaches the statements of a call, also after its body was read', async () => {
  const blocked = withClient(connection, async (client) => {
    await client.query('begin; lock table schools in access exclusive mode')
    const call = wire('api/School/GetAll', {})
    let names: string[] = []
    await expect
      .poll(async () => {
        // Read outside the transaction, because a transaction keeps the activity that it saw first.
        names = await values(
          connection,
          `select application_name from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return names.length
      })
      .toBeGreaterThan(0)
    await client.query('rollback')
    return { names, id: (await call).headers['x-request-id'] }
  })
  const { names, id } = await blocked
  expect(names).toEqual([id])
})
