import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { caller, Refused } from '#contract/language/caller.ts'
import { hashOf } from '#server/access/authorise.ts'
import { newId } from '#server/db/ids.ts'
import { clock } from '#test/world/clock.ts'

type Sql = (text: string, values?: unknown[]) => Promise<unknown>

/** A session that a provider of a school opened for a person; answers its secret. */
export async function narrowedSession(sql: Sql, person: { id: string }, school: { id: string }) {
  const [account, token, now] = [newId(), randomBytes(32).toString('base64url'), clock.now()]
  await sql(
    `insert into outside_accounts (id, user_id, issuer, subject, at_school_id) values ($1, $2, 'https://login.example', $3, $4)`,
    [account, person.id, account, school.id],
  )
  await sql(
    `insert into sessions (id, token_hash, user_id, only_school, outside_id, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [newId(), hashOf(token), person.id, school.id, account, now],
  )
  return token
}

/** Typed calls with a session. */
export const withSession = (app: FastifyInstance, token: string) =>
  caller(async ({ method, path, body, key }) => {
    const headers = {
      accept: 'application/problem+json',
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    }
    const payload = method === 'POST' ? { payload: body as object } : {}
    const answer = await app.inject({ method, url: `/${path}`, headers, ...payload })
    const json = answer.json()
    if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)
    const total = answer.headers['x-total-count']
    return { status: 200, body: json, total: total === undefined ? null : Number(total) }
  })
