import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

/**
 * For what lies over the page: Back closes it and stays on the screen, which is how people close things on a phone.
 * Called by what is mounted only while it is open, since the router asks the blocker that came last and no other.
 */
export function useBackCloses(close: () => void) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const onBack = useEffectEvent(() => {
    blocker.reset?.()
    close()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') onBack()
  }, [blocker.state])
}
