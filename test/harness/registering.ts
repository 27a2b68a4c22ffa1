import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import { registration } from '#contract/platform/identity/registration.ts'
import { withClient } from '#server/db/client.ts'
import type { testApp } from './app.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'asVisitor' | 'connection'>

let phones = 0

/** A phone for which no code was requested yet in this test file. */
export const freshPhone = () => `0111${String(++phones).padStart(7, '0')}`

/** Functions that get codes and grants as the owner of the phone would. */
export function registering({ asVisitor, connection }: App) {
  const codeFor = (phoneNumber: string) => codeSent(connection, phoneNumber)
  const confirm = (phoneNumber: string, code: string) => asVisitor(registration.confirm, { phoneNumber, code })
  return {
    codeFor,
    confirm,
    /** A code that differs from the one that was sent. */
    wrongFor: async (phoneNumber: string) =>
      String((Number(await codeFor(phoneNumber)) + 1) % 100_000).padStart(5, '0'),
    /** Ends the waiting times between two codes. */
    waited: () => rows(connection, `update rate_limits set expire = 0 where key like 'codes-phone-wait%'`),
    grantFor: async (phoneNumber: string) => {
      await asVisitor(registration.register, { phoneNumber })
      return (await confirm(phoneNumber, (await codeFor(phoneNumber))!)).grant
    },
  }
}

/** The code that was sent to a phone last; undefined if there was none. */
async function codeSent(connection: pg.ClientConfig, phoneNumber: string): Promise<string | undefined> {
  const sent = await rows(
    connection,
    `select payload ->> 'code' as code from outbox where event = 'code' and payload ->> 'phoneNumber' = $1
     order by id desc limit 1`,
    [phoneNumber],
  )
  return sent[0]?.code
}

/** The rows of a query, run as the owner. */
export const rows = (connection: pg.ClientConfig, text: string, values: unknown[] = []) =>
  withClient(connection, async (client) => (await client.query(text, values)).rows)

let addresses = 0
/** A new network address at each call, each in a different network. */
const anyAddress = () => `10.${Math.floor(++addresses / 250)}.${addresses % 250}.1`

export type Sent = { from?: string; cookies?: Record<string, string>; on?: FastifyInstance }

/** Sends a call from a new address, like a browser with these cookies. */
export const sender =
  (app: FastifyInstance) =>
  ({ path }: { path: string }, payload: object, { from = anyAddress(), cookies, on = app }: Sent = {}) => {
    const request: InjectOptions = { method: 'POST', url: `/${path}`, payload, remoteAddress: from }
    if (cookies) Object.assign(request, { cookies, headers: { origin: 'http://localhost:3000' } })
    return on.inject(request)
  }
