import { afterAll } from 'vitest'
import { gatewayAccounts } from '#contract/money/online/accounts.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signerOf } from '#server/db/signing.ts'
import { readGateways } from '#server/money/online/reading.ts'
import { onlineOf } from '#server/run/start/provided.ts'
import { moyasarKeys } from '#test/world/gateways/moyasar.mjs'
import { paymobKeys } from '#test/world/gateways/paymob.mjs'
import { startGateway } from '#test/world/gateways/server.mjs'
import { clock } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import type { Person } from './app.ts'
import { asRequests } from './database.ts'
import { feesOfNile } from './fees-of-nile.ts'
import { testKey } from './ground.ts'
import { freePort } from './ports.ts'

const { manager, nile, omar } = world

/** Fees of the first school with an account at a gateway that runs on this machine, and an app that the gateway can call. */
export async function onlineOfNile(
  figures: Parameters<typeof startGateway>[0] = {},
  own: Parameters<typeof feesOfNile>[0] = {},
) {
  const gateway = await startGateway(figures)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    origins: [origin, 'http://localhost:3000'],
    paymentHosts: { 'gateway.test': `http://127.0.0.1:${gateway.port}` },
    gateways: { timeout: 2000, rest: 200 },
  }
  const fees = await feesOfNile({ ...settings, ...own })
  const { app, as, sql, connection } = fees
  await app.listen({ port, host: '127.0.0.1' })
  const secrets = secretsOf(testKey)
  const db = openDb(asRequests(connection), { max: 2, prepares: false, sign: signerOf(secrets) })
  afterAll(async () => {
    await gateway.stop()
    await db.destroy()
  })
  const alarms: string[] = []
  const parts = {
    owner: connection,
    db,
    clock,
    online: onlineOf(settings, secrets),
    alarm: (what: string) => void alarms.push(what),
  }

  const save = (of: 'paymob' | 'moyasar', secretKey: string, more: object = {}, by: Person = manager, school = nile) =>
    as(by)(gatewayAccounts.save, {
      schoolId: school.id,
      gateway: of,
      host: 'gateway.test',
      active: true,
      keys: of === 'paymob' ? paymobKeys(secretKey) : moyasarKeys(secretKey),
      ...more,
    })
  const control = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { statuses: number[] }
  }

  return {
    ...fees,
    gateway,
    origin,
    alarms,
    sealed: (purpose: string, text: string) => secrets.seal(purpose, text),
    /** Moves what waits into the past. */
    wait: (minutes: number) =>
      sql(`update fee_intents set next_read_at = next_read_at - interval '${minutes} minutes', created_at = created_at - interval '${minutes} minutes';
        update gateway_refunds set sent_at = sent_at - interval '${minutes} minutes'`),
    save,
    /** What goes wrong from now on. */
    mood: (mood: string) => control('', { mood }),
    /** Pays or declines an order at the gateway; answers how its callbacks were answered. */
    atGateway: async (order: string, outcome: 'pay' | 'decline' = 'pay', mood?: string) =>
      (await control('/pay', { order, outcome, mood })).statuses,
    webhook: (secretKey: string, url: string) => control('/webhook', { secretKey, url }),
    read: () => readGateways(parts),
    setOut: async (by: Person, dueIds: string[], amount: string, more: object = {}) =>
      as(by)(feesOnline.begin, { clientOperationId: newId(), schoolId: nile.id, dueIds, amount, by: 'page', ...more }),
    intent: (by: Person, intentId: string) => as(by)(feesOnline.intent, { intentId }),
    /** The number of the gateway for an intent. */
    orderOf: async (intentId: string) =>
      ((await sql(`select gateway_order from fee_intents where id = '${intentId}'`)) as { gateway_order: string }[])[0]!
        .gateway_order,
    own: async (by: Person) => (await as(by)(feeLists.own, { studentId: omar.id }))[0]!,
  }
}
