import { createHmac } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import type pg from 'pg'
import type { Secrets } from '#server/base/secrets.ts'
import { withClient } from './client.ts'

/** Signs calls of functions that only the server may use in the database (0081_credentials_out_of_reach.sql). */
export type Sign = (parts: readonly (string | null)[]) => Buffer

const keyOf = ({ hmac }: Secrets) => hmac('signing for the database', '')

export function signerOf(secrets: Secrets): Sign {
  const key = keyOf(secrets)
  return (parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

const signers = new WeakMap<KyselyPlugin, Sign>()

/** Gives a pool and its transactions the ability to sign. */
export function signing(sign: Sign): KyselyPlugin {
  const plugin: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }
  signers.set(plugin, sign)
  return plugin
}

/** The signature of a function's arguments. */
export function signed<Tables>(db: Kysely<Tables>, ...parts: (string | null)[]): Buffer {
  for (const plugin of db.getExecutor().plugins) {
    const sign = signers.get(plugin)
    if (sign) return sign(parts)
  }
  throw new Error('This pool signs nothing')
}

/**
 * Makes the database check signatures with these secrets. Returns false, and changes nothing, if it already has other secrets.
 */
export const acceptSignatures = (
  owner: pg.ClientConfig,
  secrets: Secrets,
  { besides = false } = {},
): Promise<boolean> =>
  withClient(owner, async (client) => {
    const { inner, outer } = padsOf(secrets)
    await client.query('begin; lock table signing_keys in exclusive mode')
    const stored = await storedPads(client)
    const known = stored.some((one) => one.equals(inner))
    const accepted = known || besides || stored.length === 0
    if (accepted && !known) await client.query('insert into signing_keys values ($1, $2)', [inner, outer])
    await client.query('commit')
    return accepted
  })

/** Whether the database checks signatures with these secrets, or with none yet. Changes nothing. */
export async function agreesOn(client: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  const stored = await storedPads(client)
  return stored.length === 0 || stored.some((one) => one.equals(padsOf(secrets).inner))
}

/** Makes the database check signatures with these secrets alone. The client is the owner's, in a transaction. */
export async function acceptInstead(client: pg.ClientBase, secrets: Secrets) {
  const { inner, outer } = padsOf(secrets)
  await client.query('lock table signing_keys in exclusive mode')
  await client.query('delete from signing_keys')
  await client.query('insert into signing_keys values ($1, $2)', [inner, outer])
}

function padsOf(secrets: Secrets) {
  const padded = Buffer.concat([keyOf(secrets)], 64)
  return { inner: padded.map((byte) => byte ^ 0x36), outer: padded.map((byte) => byte ^ 0x5c) }
}

const storedPads = async (client: pg.ClientBase): Promise<Buffer[]> =>
  (await client.query<{ inner_pad: Buffer }>('select inner_pad from signing_keys')).rows.map((row) => row.inner_pad)
