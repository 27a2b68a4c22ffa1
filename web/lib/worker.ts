import { isSharedComputer } from './keeping.ts'

/** The service worker, which shows push notifications and lets the product open without a network. */
export const startWorker = () => navigator.serviceWorker.register(ours.createScriptURL('/sw.js'))

/** Lets the product open without a network on this device from now on; does nothing on a shared computer. */
export async function openOffline() {
  if (!('serviceWorker' in navigator) || isSharedComputer()) return
  await startWorker()
  const { active } = await navigator.serviceWorker.ready
  // Files that were fetched before the worker was installed.
  active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) })
}

type Policy = { createScriptURL: (url: string) => string }

/** Trusted Types allow only this script to be registered as a worker. */
const ours: Policy = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy } }
).trustedTypes?.createPolicy('kashkool-worker', { createScriptURL: () => '/sw.js' }) ?? {
  createScriptURL: () => '/sw.js',
}
