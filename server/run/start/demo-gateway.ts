import { once } from 'node:events'
import { isolatedProcess } from '#server/processes/isolated-process.ts'

/** The host by which the demo's school names its gateway, wherever it listens. */
export const demoGatewayHost = 'gateway.demo'

const script = new URL('../../../test/world/gateways/server.mjs', import.meta.url)

/**
 * Starts the gateway of the demo, on this machine only; returns where it is, or null if it does not start. It ends with this process. Schools store
 * the numbers of its orders, so each start begins with a second (`now`) beyond what the one before may have used.
 */
export async function startDemoGateway(now: Date): Promise<string | null> {
  const child = isolatedProcess(script, ['0', String(Math.floor(+now / 1000) - 1_700_000_000)], {
    megabytes: 512,
    heap: 128,
  })
  // Nothing else may keep this process running yet.
  child.channel?.ref()
  const begun = once(child, 'message') as Promise<[{ port: number }]>
  const ended = once(child, 'exit').then(() => null)
  const first = await Promise.race([begun, ended]).catch(() => null)
  child.channel?.unref()
  return first === null ? null : `http://localhost:${first[0].port}`
}

/** The hosts of the configuration, with the demo's own. */
export const withDemoGateway = (hosts: Readonly<Record<string, string>>, origin: string | null) =>
  origin === null ? hosts : { ...hosts, [demoGatewayHost]: origin }
