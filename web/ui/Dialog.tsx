import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useBackCloses } from './back-closes.ts'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { AroundDrafts, discardDrafts, useOwnDrafts } from './drafts.ts'
import { type BlockedStep, useScreenBlocker } from './screen-blockers.ts'
import { Typed, type TypedWords } from './typed.ts'

type Props = {
  title: string
  description?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called each time it opens. */
  onOpen?: () => void
  /** Shows cancel and submit at the end; submit calls `run` and closes. Omit it around a `Form`, which has its own buttons. */
  submit?: { label: string; run: () => void; danger?: boolean }
  /** The text of the button beside it that only closes; by default "Cancel". */
  stay?: string
  /** As wide as a page, for a form with something beside it. */
  wide?: boolean
  /** At the side of the page, for the form of a part that stays in view. */
  side?: boolean
  /** With a keyboard the first field has the focus, for a form that is filled many times a day. */
  typesAtOnce?: boolean
  /** It cannot be closed, and nothing of the page is visible behind it. */
  locked?: boolean
  children?: ReactNode
}

/**
 * A question or form over the page. Texts come translated. Its buttons close it at once. What easily happens by mistake (a tap outside,
 * Escape, Back) asks first if something is typed. The same applies to anything that leads to another screen meanwhile, such as a pressed
 * notification.
 */
export function Dialog({
  title,
  description,
  open,
  onOpenChange,
  onOpen,
  submit,
  stay,
  wide = false,
  side = false,
  typesAtOnce = false,
  locked = false,
  children,
}: Props) {
  const { t } = useTranslation()
  const before = useRef<Element | null>(null)
  const typed = useRef<TypedWords>('none')
  const [asking, setAsking] = useState<BlockedStep | null>(null)
  const drafts = useOwnDrafts(title)
  const setTyped = useCallback((words: TypedWords) => void (typed.current = words), [])
  if (!open && asking) setAsking(null)
  // Not when it opens: a form in it may open with restored words.
  useEffect(() => {
    if (!open) typed.current = 'none'
  }, [open])
  const change = (isOpen: boolean) => {
    if (!isOpen) {
      typed.current = 'none'
      discardDrafts(drafts)
    }
    onOpenChange(isOpen)
  }
  const ask = () => {
    if (typed.current === 'some') setAsking(closing) // a running request cannot be cancelled
  }
  const onBack = () => !locked && (typed.current === 'none' ? change(false) : ask())
  const askIfTyped = (event: Event) => {
    if (typed.current === 'none' && !locked) return
    event.preventDefault()
    if (!locked) ask()
  }
  const answer = (step: BlockedStep, discards: boolean) => {
    setAsking(null)
    if (!discards) return step.reset()
    change(false)
    step.proceed()
  }
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        {/* Not Radix's own overlay, because that one writes a <style>, which the content security policy forbids. */}
        <div data-overlay className={cx('enter-fade fixed inset-0 z-50', locked ? 'bg-bg' : 'bg-veil')} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement
            onOpen?.()
            if (typesAtOnce) focusOnField(event)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault() // without its own trigger, Radix would lose the focus
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          onEscapeKeyDown={askIfTyped}
          onPointerDownOutside={askIfTyped} // not for a focus outside, which the search over it takes
          className={cx(
            'enter fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-5.75rem)] flex-col rounded-t-3xl border border-line bg-surface',
            side
              ? 'md:start-auto md:top-0 md:max-h-none md:rounded-none'
              : 'md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:rounded-card',
            wide ? 'w-full max-w-6xl' : 'md:w-[32rem]',
          )}
        >
          <Leaving typed={typed} locked={locked} onBack={onBack} onBlocked={setAsking} />
          <header className="flex items-start justify-between gap-4 px-5 pt-4 md:px-6 md:pt-5">
            <div className="min-w-0 py-2">
              <Radix.Title className="capital text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            {!locked && (
              <Radix.Close asChild>
                <IconButton label={t('common.close')}>
                  <X className="size-5" aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            )}
          </header>
          <div className="overflow-y-auto px-5 pt-2 pb-5 md:scroll-pb-24 md:px-6">
            <AroundDrafts value={drafts}>
              <Typed value={setTyped}>{children}</Typed>
            </AroundDrafts>
          </div>
          {submit && (
            <footer className="flex justify-end gap-3 border-t border-line px-5 py-4 md:px-6">
              <DialogCancel text={stay} />
              <Radix.Close asChild>
                <Button tone={submit.danger ? 'danger' : 'primary'} onClick={submit.run}>
                  {submit.label}
                </Button>
              </Radix.Close>
            </footer>
          )}
          {asking && <AskToDiscard onAnswer={(discards) => answer(asking, discards)} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Not on a phone, where the keyboard would cover what the dialog says. */
function focusOnField(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLInputElement>(
    'input:not([type=hidden], [type=file])',
  )
  if (!field || !matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  field.select()
}

/** Closing leads nowhere else. */
const closing: BlockedStep = { proceed: () => undefined, reset: () => undefined }

type LeavingProps = {
  typed: RefObject<TypedWords>
  locked: boolean
  onBack: () => void
  onBlocked: (step: BlockedStep) => void
}

/** The other ways out of an open dialog: Back, another screen, and closing the page. */
function Leaving({ typed, locked, onBack, onBlocked }: LeavingProps) {
  useBackCloses(onBack)
  // No question while the form is being stored, because a stored form often leads to another screen itself.
  useScreenBlocker({
    isOver: locked,
    blocks: ({ historyAction }) => historyAction !== 'POP' && (locked || typed.current === 'some'),
    onBlocked: (step) => (locked ? step.reset() : onBlocked(step)),
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => typed.current !== 'none' && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [typed])
  return null
}

function AskToDiscard({ onAnswer }: { onAnswer: (discards: boolean) => void }) {
  const { t } = useTranslation()
  const isAnswered = useRef(false)
  const answer = (discards: boolean) => {
    if (isAnswered.current) return // the button that discards closes the question too
    isAnswered.current = true
    onAnswer(discards)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title={t('common.discardAsk')}
      stay={t('common.keepWriting')}
      submit={{ label: t('common.discard'), run: () => answer(true), danger: true }}
    />
  )
}

/** The button that closes the dialog around it. */
export function DialogCancel({ text }: { text?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Radix.Close asChild>
      <Button>{text ?? t('common.cancel')}</Button>
    </Radix.Close>
  )
}
