import { withTexts } from '#web/lib/i18n.ts'

/** The frame and the home of the signed-in; visitors never fetch it. */
export function loadSignedIn() {
  loading ??= Promise.all([import('./signed-in.ts'), withTexts('.home')]).then(([{ signedIn }]) => signedIn)
  loading.catch(() => (loading = undefined)) // asked for again when the network is back
  return loading
}

let loading: Promise<typeof import('./signed-in.ts')['signedIn']> | undefined
