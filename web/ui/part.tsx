import { type ComponentType, useEffect } from 'react'
import { NotLoaded } from './LazyPart.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** A part for React's `lazy`; where its code cannot be fetched, what says so stands in its place. */
export const part =
  <P extends object>(load: Load<P>) =>
  async (): Promise<{ default: ComponentType<P> }> => ({
    default: await load().catch((error: unknown) => () => <NotLoaded error={error} />),
  })

/** Fetches parts once the screen that opens them is drawn, so that they open without a network too. */
export function usePrefetch(...parts: (() => Promise<unknown>)[]) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is drawn
  useEffect(() => parts.forEach((fetch) => void fetch()), [])
}
