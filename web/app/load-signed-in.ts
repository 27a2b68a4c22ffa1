import { isFirstViewShown } from '#web/lib/begun.ts'
import { withTexts } from '#web/lib/i18n.ts'
import { useStore } from '#web/lib/store.ts'

type Parts = typeof import('./signed-in.ts')['signedIn']

/** The frame and the home of the signed-in; visitors never fetch it. */
export function loadSignedIn() {
  loading ??= Promise.all([import('./signed-in.ts'), withTexts('.home')]).then(([{ signedIn }]) => (loaded = signedIn))
  loading.catch(() => (loading = undefined)) // requested again when the network is back
  return loading
}

/** The same where it is there already: drawn lazily, it would be drawn a second time, and that 300 ms later. */
export const loadedSignedIn = () => loaded

/**
 * Before the first drawing: the frame of the signed-in, which comes beside all other scripts; and while the home of last time
 * stands there, the person and the data of today's, so that it goes over into it at once. No longer than a person waits for.
 */
export async function readFirst(session: Promise<void>) {
  if (!useStore.getState().auth.isAuthenticated) return
  const parts = loadSignedIn()
  const all = isFirstViewShown() ? Promise.all([session, parts.then(({ readHome }) => readHome())]) : parts
  await Promise.race([all.catch(() => undefined), new Promise((wait) => setTimeout(wait, longest))])
}

/** In ms. */
const longest = 1500

let loading: Promise<Parts> | undefined
let loaded: Parts | undefined
