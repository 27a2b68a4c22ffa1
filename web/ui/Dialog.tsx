import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useBackCloses } from './back-closes.ts'
import { Button, IconButton } from './Button.tsx'
import { Typed } from './typed.ts'

type Props = {
  title: string
  description?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called each time it opens. */
  onOpen?: () => void
  /** Draws cancel and submit below; submit calls back and closes. Leave out around a `Form`, which has its own. */
  submit?: { label: string; run: () => void; danger?: boolean }
  children?: ReactNode
}

/**
 * A question or form over the page. Texts come translated. Its buttons close it at once; what is easily done by mistake (a
 * tap beside it, Escape, Back) asks first where something is typed.
 */
export function Dialog({ title, description, open, onOpenChange, onOpen, submit, children }: Props) {
  const { t } = useTranslation()
  const before = useRef<Element | null>(null)
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const setTyped = useCallback((yes: boolean) => void (isTyped.current = yes), [])
  const onBack = () => (isTyped.current ? setAsking(true) : onOpenChange(false))
  const askIfTyped = (event: Event) => {
    if (!isTyped.current) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Not Radix's own overlay: that one writes a <style>, which the content policy forbids. */}
        <div data-overlay className="enter-fade fixed inset-0 z-50 bg-veil" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            before.current = document.activeElement
            isTyped.current = false
            onOpen?.()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault() // without a trigger of its own Radix would lose the focus
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          onEscapeKeyDown={askIfTyped}
          onInteractOutside={askIfTyped}
          className="enter fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-5.75rem)] flex-col rounded-t-3xl border border-line bg-surface md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:w-[32rem] md:rounded-card"
        >
          <Leaving isTyped={isTyped} onBack={onBack} />
          <header className="flex items-start justify-between gap-4 px-5 pt-4 md:px-6 md:pt-5">
            <div className="min-w-0 py-2">
              <Radix.Title className="capital text-xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('common.close')}>
                <X className="size-5" aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="overflow-y-auto px-5 pt-2 pb-5 md:px-6">
            <Typed value={setTyped}>{children}</Typed>
          </div>
          {submit && (
            <footer className="flex justify-end gap-3 border-t border-line px-5 py-4 md:px-6">
              <DialogCancel />
              <Radix.Close asChild>
                <Button tone={submit.danger ? 'danger' : 'primary'} onClick={submit.run}>
                  {submit.label}
                </Button>
              </Radix.Close>
            </footer>
          )}
          {isAsking && (
            <Dialog
              open
              onOpenChange={setAsking}
              title={t('common.discardAsk')}
              submit={{ label: t('common.discard'), run: () => onOpenChange(false), danger: true }}
            />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The other ways out of an open dialog: Back, and closing the whole page. */
function Leaving({ isTyped, onBack }: { isTyped: RefObject<boolean>; onBack: () => void }) {
  useBackCloses(onBack)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isTyped.current && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isTyped])
  return null
}

/** The button that closes the dialog around it. */
export function DialogCancel() {
  const { t } = useTranslation()
  return (
    <Radix.Close asChild>
      <Button>{t('common.cancel')}</Button>
    </Radix.Close>
  )
}
