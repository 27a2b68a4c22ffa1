import { useEffect } from 'react'
import { enterOver, leaveOver } from './over-entry.ts'
import { useScreenBlocker } from './screen-blockers.ts'

/**
 * For what is shown over the page: Back closes it and stays on the screen, because people close things on a phone in this way. Used by
 * components that are mounted only while they are open. If there are several, Back closes the last one.
 */
export function useBackCloses(close: () => void) {
  useEffect(() => {
    enterOver()
    return leaveOver
  }, [])
  useScreenBlocker({
    isOver: true,
    blocks: ({ historyAction }) => historyAction === 'POP',
    onBlocked: ({ reset }) => {
      reset()
      close()
    },
  })
}
