import { useScreenBlocker } from './screen-blockers.ts'

/**
 * For what lies over the page: Back closes it and stays on the screen, which is how people close things on a phone.
 * Called by what is mounted only while it is open; of several, Back closes the one that came last.
 */
export function useBackCloses(close: () => void) {
  useScreenBlocker({
    isOver: true,
    blocks: ({ historyAction }) => historyAction === 'POP',
    onBlocked: ({ reset }) => {
      reset()
      close()
    },
  })
}
