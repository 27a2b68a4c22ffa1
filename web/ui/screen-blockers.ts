import { useEffect, useEffectEvent } from 'react'
import { type BlockerFunction, NavigationType, parsePath, useBlocker, useNavigate } from 'react-router'

type Step = Pick<Parameters<BlockerFunction>[0], 'historyAction' | 'nextLocation'>

/** A step that waits for an answer. */
export type BlockedStep = { proceed: () => void; reset: () => void }

type ScreenBlocker = {
  blocks: (step: Step) => boolean
  onBlocked: (step: BlockedStep) => void
  /** It lies over the screen, so that it is asked before what is typed below it. */
  isOver?: boolean
}

const registered: ScreenBlocker[] = []

/** Registers a blocker until the function that it answers is called. */
export function register(blocker: ScreenBlocker) {
  registered.push(blocker)
  return () => void registered.splice(registered.indexOf(blocker), 1)
}

/** What blocks a step: of what lies over the screen the topmost, then what came last. */
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

/** Once around all screens, since the router asks the blocker that came last and no other. */
export function RouterBlocker() {
  const blocker = useBlocker(isBlocked)
  useEffect(() => {
    if (blocker.state === 'blocked') blocking?.onBlocked(blocker)
  }, [blocker])
  return null
}

/** Whether a person goes on to an address: at once where nothing on the screen is lost by it, else as they answer. */
export function mayGoOn(to: string) {
  const nextLocation = { pathname: '', search: '', hash: '', ...parsePath(to), state: null, key: '', mask: undefined }
  const blocker = blockerOf({ historyAction: NavigationType.Push, nextLocation })
  if (!blocker) return Promise.resolve(true)
  return new Promise<boolean>((answer) =>
    blocker.onBlocked({ proceed: () => answer(true), reset: () => answer(false) }),
  )
}

/**
 * Goes on to an address where something else is done besides: `before` once it is certain, and after the promise what needs the
 * new screen to be drawn. False where the person stays.
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
