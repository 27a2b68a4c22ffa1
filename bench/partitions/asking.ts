import { Kysely, CamelCasePlugin, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.d.ts'
import { signerOf } from '#server/db/signing.ts'
import { secretsOf } from '#server/secrets.ts'

export const secrets = secretsOf(Buffer.from('the key of the bench'))
const sign = signerOf(secrets)

/**
 * A statement of the product with its values, as PostgreSQL receives it, and whose call it is. A worker's call is the owner's.
 */
export type JobStatement = { text: string; values: unknown[]; school?: string; person?: string; byOwner?: boolean }

type Sent = { text: string; values: unknown[] }

/** The first statement that a function of the product sends. */
export async function sentBy(ask: (db: Db) => Promise<unknown>): Promise<Sent> {
  let first: Sent | undefined
  const query = async (text: string, values: unknown[]) => {
    first ??= { text, values: [...values] }
    return { rows: [{}] }
  }
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  }) as Db
  await ask(db)
  return first!
}

const hex = (...parts: string[]) => sign(parts).toString('hex')

/** Runs a prepared statement in its own call, with the account for requests. Returns the time of the statement alone, in ms. */
export async function timed(client: pg.Client, job: string, { text, values, school, person, byOwner }: JobStatement) {
  await client.query('begin')
  await client.query({
    name: 'acting',
    text: `select set_config('role', $4, true), set_config('app.schools', $1, true), set_config('app.proof', $2, true),
      set_config('app.children', '', true), set_config('app.user', $3, true)`,
    values: [
      school ?? '',
      school ? hex('see only', school, '') : '',
      person ? `${person} ${hex('user', person)}` : '',
      byOwner ? 'none' : 'kashkool_app',
    ],
  })
  const started = performance.now()
  await client.query({ name: job, text, values })
  const took = performance.now() - started
  await client.query('commit')
  return took
}

export function median(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
