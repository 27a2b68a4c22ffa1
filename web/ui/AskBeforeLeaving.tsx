import { lazy, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { AroundDrafts, discardDrafts } from './drafts.ts'
import { LazyPart } from './LazyPart.tsx'
import { part, usePrefetch } from './part.tsx'
import { type BlockedStep, useScreenBlocker } from './screen-blockers.ts'

const loadDialog = part(async () => (await import('./Dialog.tsx')).Dialog)
const Dialog = lazy(loadDialog)

type Props = {
  /** Whether going to an address loses what was typed. */
  loses: (next: Location) => boolean
  /** The question; translated, like the other texts. */
  title: string
  description?: string
  submit: string
  /** The text of the button that stays; by default "Cancel". */
  stay?: string
}

/** Asks before a link, a choice or Back leaves a screen with typed text. */
export function AskBeforeLeaving({ loses, title, description, submit, stay: stays }: Props) {
  usePrefetch(loadDialog) // it may be needed while there is no network
  const drafts = useContext(AroundDrafts)
  const [blocked, setBlocked] = useState<BlockedStep | null>(null)
  const isAnswered = useRef(false)
  useScreenBlocker({
    blocks: ({ nextLocation }) => loses(nextLocation),
    onBlocked: (step) => {
      isAnswered.current = false
      setBlocked(step)
    },
  })
  const isAsking = blocked !== null
  // A tab opens when it gets the focus, so the focus must not return to it from the question, which would then be asked again.
  useLayoutEffect(() => {
    const open = document.activeElement?.closest('[role=tablist]')?.querySelector('[aria-selected=true]')
    if (isAsking) document.getElementById(open?.getAttribute('aria-controls') ?? '')?.focus()
  }, [isAsking])
  if (!blocked) return null

  const answer = (goOn: () => void) => {
    if (isAnswered.current) return // the button that continues closes the question too
    isAnswered.current = true
    setBlocked(null)
    goOn()
  }
  const leave = () => {
    discardDrafts(drafts)
    blocked.proceed()
  }
  const stay = () => answer(blocked.reset)
  return (
    <LazyPart onClose={stay}>
      <Dialog
        open
        onOpenChange={(open) => !open && stay()}
        title={title}
        {...(description && { description })}
        {...(stays && { stay: stays })}
        submit={{ label: submit, run: () => answer(leave), danger: true }}
      />
    </LazyPart>
  )
}

type TypedProps = {
  isTyped: boolean
  /** Whether closing the page loses something, where leaving the screen may not. */
  closing?: boolean
}

/** The same for a form that is not a dialog and is lost with its screen. Closing the page warns too. */
export function AskIfTyped({ isTyped, closing = isTyped }: TypedProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!closing) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [closing])
  return (
    <AskBeforeLeaving
      loses={() => isTyped}
      title={t('common.discardAsk')}
      submit={t('common.discard')}
      stay={t('common.keepWriting')}
    />
  )
}
