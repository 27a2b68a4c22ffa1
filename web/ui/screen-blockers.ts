import { useEffect, useEffectEvent } from 'react'
import { type BlockerFunction, NavigationType, parsePath, useBlocker, useNavigate } from 'react-router'

type Step = Pick<Parameters<BlockerFunction>[0], 'historyAction' | 'nextLocation'>

/** A navigation that waits for an answer. */
export type BlockedStep = { proceed: () => void; reset: () => void }

type ScreenBlocker = {
  blocks: (step: Step) => boolean
  onBlocked: (step: BlockedStep) => void
  /** It is over the screen, so it is asked before the typed text below it. */
  isOver?: boolean
}

const registered: ScreenBlocker[] = []

/** Registers a blocker until the returned function is called. */
export function register(blocker: ScreenBlocker) {
  registered.push(blocker)
  return () => void registered.splice(registered.indexOf(blocker), 1)
}

/** What blocks a navigation: the topmost blocker over the screen, else the last one registered. */
export const blockerOf = (step: Step) =>
  registered.findLast(({ isOver, blocks }) => isOver && blocks(step)) ??
  registered.findLast(({ isOver, blocks }) => !isOver && blocks(step))

/** Registers a blocker while the component is mounted. */
export function useScreenBlocker({ blocks, onBlocked, isOver = false }: ScreenBlocker) {
  const blocksNow = useEffectEvent(blocks)
  const onBlockedNow = useEffectEvent(onBlocked)
  useEffect(
    () => register({ isOver, blocks: (step) => blocksNow(step), onBlocked: (step) => onBlockedNow(step) }),
    [isOver],
  )
}

/** Used once around all screens, because the router asks only the last blocker. */
export function RouterBlocker() {
  const blocker = useBlocker(isBlocked)
  useEffect(() => {
    if (blocker.state === 'blocked') blocking?.onBlocked(blocker)
  }, [blocker])
  return null
}

/** Whether the person continues to an address: at once if nothing on the screen would be lost, else as they answer. */
export function mayGoOn(to: string) {
  const nextLocation = { pathname: '', search: '', hash: '', ...parsePath(to), state: null, key: '', mask: undefined }
  const blocker = blockerOf({ historyAction: NavigationType.Push, nextLocation })
  if (!blocker) return Promise.resolve(true)
  return new Promise<boolean>((answer) =>
    blocker.onBlocked({ proceed: () => answer(true), reset: () => answer(false) }),
  )
}

/**
 * Continues to an address and does something else too: `before` as soon as it is certain; work that needs the new screen to be rendered
 * comes after the promise. False if the person stays.
 */
export function useGoOn() {
  const navigate = useNavigate()
  return async (to: string, before?: () => void) => {
    if (!(await mayGoOn(to))) return false
    before?.()
    isAnswered = true
    const drawn = navigate(to, { flushSync: true })
    isAnswered = false // the router asks at once, not later
    await drawn
    return true
  }
}

let blocking: ScreenBlocker | undefined
let isAnswered = false

const isBlocked = (step: Step) => {
  blocking = isAnswered ? undefined : blockerOf(step)
  return blocking !== undefined
}
