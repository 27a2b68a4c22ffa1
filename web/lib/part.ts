import { type ComponentType, useEffect } from 'react'
import { create } from 'zustand'

type Failure = { error: unknown; retry: () => void }

/** Parts whose code could not be fetched, oldest first. */
export const useFailedParts = create<{ failed: Failure[] }>(() => ({ failed: [] }))

/**
 * A part for React's `lazy`, which would keep a failed fetch until the page is loaded again: this one stays pending,
 * and `retryParts` fetches it once more.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>) {
  return async (): Promise<{ default: ComponentType<P> }> => ({ default: await persistent(load) })
}

const persistent = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(
    (error: unknown) =>
      new Promise<T>((resolve) => {
        const retry = () => resolve(persistent(load))
        useFailedParts.setState(({ failed }) => ({ failed: [...failed, { error, retry }] }))
      }),
  )

export function retryParts() {
  const { failed } = useFailedParts.getState()
  useFailedParts.setState({ failed: [] })
  for (const { retry } of failed) retry()
}

/** Fetches parts once the screen that opens them is drawn, so that they open without a network too. */
export function usePrefetch(...parts: (() => Promise<unknown>)[]) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is drawn
  useEffect(() => parts.forEach((fetch) => void fetch()), [])
}
