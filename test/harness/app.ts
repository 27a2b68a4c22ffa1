import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import * as z from 'zod/mini'
import { type Answered, caller, Refused, type WireRequest } from '#contract/language/caller.ts'
import { operations } from '#server/operations.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { buildApp } from '#server/app.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import type { Settings } from '#server/run/start/settings.ts'
import { clock } from '#test/world/clock.ts'
import { testKey } from './ground.ts'
import { asRequests, testDatabase } from './database.ts'
import { unlimited } from './unlimited.ts'
import { whenOver } from './when-over.ts'
import { demoPassword } from '#test/world/world.ts'

export type Person = { phone: string }

/** An answer as it was sent, for tests of the wire format. */
export type Wire = { status: number; headers: Record<string, unknown>; text: string; json: () => unknown }

const origin = 'http://localhost:3000'

/** An app over this test file's own copy of the world, with functions that call it as the people of the world. */
export async function testApp(settings: Partial<Settings> = {}) {
  const connection = settings.connection ?? (await testDatabase())
  if (settings.key) await acceptSignatures(connection, secretsOf(settings.key), { besides: true })
  const app = await buildApp({
    key: testKey,
    clock,
    origins: [origin],
    trustProxy: null,
    web: null,
    // A test makes few calls at once, and every further connection would plan all its statements anew.
    pool: 3,
    ...unlimited,
    ...settings,
    connection: asRequests(connection),
  })
  whenOver(() => app.close())

  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (person: Person) => {
    const known = tokens.get(person.phone) ?? signIn(app, person)
    tokens.set(person.phone, known)
    // A sign-in that was refused because the server was busy is repeated at the second try of the test.
    known.catch(() => tokens.delete(person.phone))
    return known
  }

  return {
    app,
    connection: connection as pg.ClientConfig,
    tokenOf,
    /** Typed calls as a person of the world. */
    as: (person: Person) => caller(async (sent) => send(app, sent, await tokenOf(person))),
    /** Typed calls without a session. */
    asVisitor: caller((sent) => send(app, sent, null)),
    /** One untyped call, as a person of the world or without a session. */
    wire: async (
      path: string,
      body: unknown,
      { as, headers = {} }: { as?: Person; headers?: Record<string, string> } = {},
    ) => onTheWire(app, path, body, { ...(as && { authorization: `Bearer ${await tokenOf(as)}` }), ...headers }),
  }
}

async function signIn(app: FastifyInstance, { phone }: Person) {
  const answer = await caller((sent) => send(app, sent, null))(identity.login, {
    phoneNumber: phone,
    password: demoPassword,
  })
  return answer.token
}

async function send(
  app: FastifyInstance,
  { method, path, body, key }: WireRequest,
  token: string | null,
): Promise<Answered> {
  const headers: Record<string, string> = { accept: 'application/problem+json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (key) headers['idempotency-key'] = key
  const answer = await app.inject({
    method,
    url: `/${path}`,
    headers,
    ...(method === 'POST' && { payload: body as object }),
  })
  const json = answer.json()
  if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)

  mustFit(path, json)
  const total = answer.headers['x-total-count']
  return { status: 200, body: json, total: total === undefined ? null : Number(total) }
}

/** Checks every answer in every test against its declared shape: no field missing and none too many. */
function mustFit(path: string, json: unknown) {
  const output = operations.find((operation) => operation.path === path)!.output
  const parsed = z.safeParse(output, fromWire(output, json))
  if (!parsed.success)
    throw new Error(`${path} answers what its contract does not declare: ${z.prettifyError(parsed.error)}`)
}

async function onTheWire(
  app: FastifyInstance,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Wire> {
  const answer = await app.inject({ method: 'POST', url: `/${path}`, headers, payload: body as object })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() }
}

/** A fresh Idempotency-Key. */
export const newKey = () => randomUUID()
