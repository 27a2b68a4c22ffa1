import { once } from 'node:events'
import type { Secrets } from '#server/base/secrets.ts'
import { isolatedProcess } from '#server/processes/isolated-process.ts'
import type { Database } from './database.ts'
import { providerOfDemo } from './demo.ts'

const script = new URL('../../../test/world/providers/server.mjs', import.meta.url)

/**
 * Starts the provider with which the staff of the demo's school sign in, on this machine only, and stores where it is; returns that, or null if it
 * does not start. It ends with this process.
 */
export async function startDemoProvider(
  { owner }: Pick<Database, 'owner'>,
  secrets: Secrets,
  origins: readonly string[],
): Promise<string | null> {
  const { accounts, put } = await providerOfDemo()
  const child = isolatedProcess(script, [JSON.stringify({ origins, accounts })], {
    megabytes: 512,
    heap: 128,
  })
  // Nothing else may keep this process running yet.
  child.channel?.ref()
  const begun = once(child, 'message') as Promise<[{ issuer: string }]>
  const ended = once(child, 'exit').then(() => null)
  const first = await Promise.race([begun, ended]).catch(() => null)
  child.channel?.unref()
  if (first === null) return null
  const [{ issuer }] = first
  await put(owner, secrets, issuer)
  return issuer
}

/** The hosts of the configuration, with the one of the demo's provider. */
export const withDemoProvider = (hosts: readonly string[], issuer: string | null) =>
  issuer === null ? hosts : [...hosts, new URL(issuer).host]
