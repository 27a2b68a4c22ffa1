import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { identity } from '#contract/platform/identity/identity.ts'
import { caller } from '#contract/language/caller.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { asRequests } from '#test/harness/ground.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { demoPassword, loadDemo } from '#test/world/world.ts'

const key = Buffer.from('the key of the bench')

/** The demo school of today in its own database, which `close` removes. */
export async function demoSchool(purpose: string, options?: { morning: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), `kashkool-${purpose}-`))
  const cluster = await startCluster({ dataDir: folder })
  const connection = cluster.connection('postgres')
  const [secrets, today] = [secretsOf(key), civilDay(systemClock.now(), homeZone)]
  await migrate(connection)
  await acceptSignatures(connection, secrets, { besides: true })
  await loadDemo(connection, today, options)
  return {
    connection,
    secrets,
    today,
    async close() {
      await cluster.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The product with this database, in this process, and its calls by a person who signs in. */
export async function productOver(connection: pg.ClientConfig) {
  const app = await buildApp({
    connection: asRequests(connection),
    key,
    clock: systemClock,
    origins: [],
    trustProxy: null,
    web: null,
    ...unlimited,
    lookUps: { ...unlimited.lookUps, importDay: 1e9 },
    readings: { students: 1e9, exported: 1e9 },
  })
  const send = (token: string | null) =>
    caller(async ({ method, path, body, key: once }) => {
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(once && { 'idempotency-key': once }) }
      const answer = await app.inject({ method, url: `/${path}`, headers, payload: body as object })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
      return { status: 200, body: answer.json(), total: null }
    })
  return {
    async as(person: { phone: string }) {
      const { token } = await send(null)(identity.login, { phoneNumber: person.phone, password: demoPassword })
      return send(token)
    },
    close: () => app.close(),
  }
}
