import { lazy, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Typed } from '#web/ui/typed.ts'
import { isUnsaved, type Marks } from './sheet.ts'

const loadDialog = part(async () => (await import('#web/ui/Dialog.tsx')).Dialog)
const Dialog = lazy(loadDialog)

/** Warns before a link leaves marks that could not be stored; marks that are being sent arrive without this screen. */
export function AskBeforeLeaving({ marks, workId }: { marks: Marks; workId: string }) {
  const { t } = useTranslation()
  usePrefetch(loadDialog) // it may be needed when there is no network to fetch it
  const blocker = useBlocker(({ nextLocation }) => {
    if (new URLSearchParams(nextLocation.search).get('work') === workId) return false
    const { cells, isOffline } = marks.store.getState()
    return [...cells.values()].some((cell) => cell.problem !== null || (isOffline && isUnsaved(cell)))
  })
  const isLeaving = useRef(false)
  if (blocker.state !== 'blocked') return null

  const { proceed, reset } = blocker
  return (
    <LazyPart onClose={() => ((open) => !open && !isLeaving.current && reset())(false)}>
      {/* As if within another dialog: one that closes by Back would keep the Back that is to go on here. */}
      <Typed value={noForm}>
        <Dialog
          open
          onOpenChange={(open) => !open && !isLeaving.current && reset()}
          title={t('marks.leave')}
          description={t('marks.leaveMeans')}
          submit={{
            label: t('marks.goAway'),
            run: () => {
              isLeaving.current = true
              proceed()
            },
            danger: true,
          }}
        />
      </Typed>
    </LazyPart>
  )
}

const noForm = () => undefined
