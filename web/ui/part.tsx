import { type ComponentType, useEffect } from 'react'
import { codeWithTexts } from '#web/lib/i18n.ts'
import { NotLoaded } from './LazyPart.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** A part for React's `lazy`, with the texts that only it needs. If they cannot be fetched, an error is shown in its place. */
export const part =
  <P extends object>(load: Load<P>, ...texts: string[]) =>
  async (): Promise<{ default: ComponentType<P> }> => ({
    default: await codeWithTexts(load, ...texts).catch((error: unknown) => () => <NotLoaded error={error} />),
  })

/** Fetches parts after the screen that opens them is rendered, so that they also open without a network. */
export function usePrefetch(...parts: (() => Promise<unknown>)[]) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is drawn
  useEffect(() => parts.forEach((fetch) => void fetch()), [])
}
