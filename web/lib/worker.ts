import { isSharedComputer } from './keeping.ts'

/** The worker that shows what is pushed, and lets the product open without a network. */
export const startWorker = () => navigator.serviceWorker.register(ours.createScriptURL('/sw.js'))

/** Lets the product open here without a network from now on; nowhere on a shared computer. */
export async function openOffline() {
  if (!('serviceWorker' in navigator) || isSharedComputer()) return
  await startWorker()
  const { active } = await navigator.serviceWorker.ready
  // What was fetched before there was a worker.
  active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) })
}

type Policy = { createScriptURL: (url: string) => string }

/** Trusted Types let nothing but this one script become a worker. */
const ours: Policy = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy } }
).trustedTypes?.createPolicy('kashkool-worker', { createScriptURL: () => '/sw.js' }) ?? {
  createScriptURL: () => '/sw.js',
}
