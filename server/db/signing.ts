import { createHmac } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import type pg from 'pg'
import type { Secrets } from '#server/secrets.ts'
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
    const padded = Buffer.concat([keyOf(secrets)], 64)
    const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad))
    await client.query('begin; lock table signing_keys in exclusive mode')
    const { rows } = await client.query<{ inner_pad: Buffer }>('select inner_pad from signing_keys')
    const known = rows.some(({ inner_pad }) => inner_pad.equals(inner!))
    const accepted = known || besides || rows.length === 0
    if (accepted && !known) await client.query('insert into signing_keys values ($1, $2)', [inner, outer])
    await client.query('commit')
    return accepted
  })
