import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/base/clock.ts'
import { inboxChannel } from '#server/messages/inbox/delivery.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { asRequests } from '#test/harness/ground.ts'
import { counted } from '#test/harness/traffic.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { answering } from './processes.ts'

/** The product as in production, with the worker of its inbox, and without rate limits. */
/**
 * `patient`: no call is refused because of a rate limit or a long wait, so that every answer counts. `proxied`: callers name
 * their addresses, as a proxy does.
 */
type Served = { owner: pg.ClientConfig; web?: boolean; patient?: boolean; proxied?: boolean }

const { owner, web = false, patient = false, proxied = false } = JSON.parse(process.argv[2]!) as Served
const calls = counted(asRequests(owner))
const after = counted(owner)
const origins: string[] = []
const app = await buildApp({
  connection: calls.connection,
  key: Buffer.from('the key of the bench'),
  clock: systemClock,
  origins,
  trustProxy: proxied ? '127.0.0.1' : null,
  web: web ? { kind: 'built', root: fileURLToPath(new URL('../dist', import.meta.url)) } : null,
  calls: unlimited.calls,
  codes: unlimited.codes,
  readings: { students: 1e6 },
  ...(patient && { gate: unlimited.gate }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
origins.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
const delivery = deliverEvents(after.connection, inboxChannel({ sms: false }))
answering(
  (app.server.address() as AddressInfo).port,
  () => ({
    statements: calls.traffic.statements,
    roundTrips: calls.traffic.roundTrips,
    afterStatements: after.traffic.statements,
  }),
  () => Promise.all([app.close(), delivery.stop()]),
)
