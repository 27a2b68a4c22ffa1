import { lazy, useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from './LazyPart.tsx'
import { part, usePrefetch } from './part.tsx'
import { Typed } from './typed.ts'

const loadDialog = part(async () => (await import('./Dialog.tsx')).Dialog)
const Dialog = lazy(loadDialog)

type Props = {
  /** Whether something is lost by going on to an address. */
  loses: (next: Location) => boolean
  /** The question, translated; so are the others. */
  title: string
  description?: string
  submit: string
}

/** Asks before a link, a choice or Back leaves what is typed on a screen. */
export function AskBeforeLeaving({ loses, title, description, submit }: Props) {
  usePrefetch(loadDialog) // it may be needed when there is no network to fetch it
  const blocker = useBlocker(({ nextLocation }) => loses(nextLocation))
  const isLeaving = useRef(false)
  // A tab opens where it gets the focus back from the question, which would be asked again.
  useLayoutEffect(() => {
    const open = document.activeElement?.closest('[role=tablist]')?.querySelector('[aria-selected=true]')
    if (blocker.state === 'blocked') document.getElementById(open?.getAttribute('aria-controls') ?? '')?.focus()
  }, [blocker.state])
  if (blocker.state !== 'blocked') return null

  const { proceed, reset } = blocker
  return (
    <LazyPart onClose={reset}>
      {/* As if within another dialog: one that closes by Back would keep the Back that is to go on here. */}
      <Typed value={noForm}>
        <Dialog
          open
          onOpenChange={(open) => !open && !isLeaving.current && reset()}
          title={title}
          {...(description && { description })}
          submit={{
            label: submit,
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

/** The same for a form that is no dialog, and is lost with its screen; closing the page warns too. */
export function AskIfTyped({ isTyped }: { isTyped: boolean }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!isTyped) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isTyped])
  return <AskBeforeLeaving loses={() => isTyped} title={t('common.discardAsk')} submit={t('common.discard')} />
}

const noForm = () => undefined
