import { type ComponentType, useEffect } from 'react'
import { NotLoaded } from './LazyPart.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** A part for React's `lazy`. If its code cannot be fetched, an error is shown in its place. */
export const part =
  <P extends object>(load: Load<P>) =>
  async (): Promise<{ default: ComponentType<P> }> => ({
    default: await load().catch((error: unknown) => () => <NotLoaded error={error} />),
  })

/** Fetches parts after the screen that opens them is rendered, so that they also open without a network. */
export function usePrefetch(...parts: (() => Promise<unknown>)[]) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is drawn
  useEffect(() => parts.forEach((fetch) => void fetch()), [])
}
