import { isFirstViewShown } from '#web/lib/early-requests.ts'
import { codeWithTexts } from '#web/lib/i18n.ts'
import { useStore } from '#web/lib/store.ts'

type Parts = typeof import('./signed-in.ts')['signedIn']

/** The frame and the home of signed-in people; visitors never fetch it. */
export function loadSignedIn() {
  loading ??= codeWithTexts(() => import('./signed-in.ts'), '.home').then(({ signedIn }) => (loaded = signedIn))
  loading.catch(() => (loading = undefined)) // requested again when the network is back
  return loading
}

/** The loaded part, if it is there already; rendered lazily, it would be rendered a second time 300 ms later. */
export const loadedSignedIn = () => loaded

/**
 * Runs before the first rendering. Loads the frame of signed-in people, together with all other scripts. While the home of the last visit
 * is shown, it also loads the person and today's data, so that the new home replaces it at once. Limited to the time that a person waits.
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
