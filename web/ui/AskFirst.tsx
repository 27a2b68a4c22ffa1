import { lazy, type ReactNode, useEffect, useState } from 'react'
import { toastRefusal } from './toast.ts'
import { part } from './part.tsx'
import { LazyPart } from './LazyPart.tsx'

const Dialog = lazy(part(async () => (await import('./Dialog.tsx')).Dialog))

type Props = {
  /** The question, translated. */
  title: string
  description?: string
  /** Reads what else the action means, after `description`; if the server refuses, nothing is asked. */
  means?: (() => Promise<string>) | undefined
  submit: string
  /** The text of the button that does nothing; by default "Cancel". */
  stay?: string
  danger?: boolean
  /** Asks at once; `onClosed` says that the question is over. */
  opened?: boolean
  onClosed?: () => void
  run: () => Promise<unknown>
  /** Renders what opens the question; `busy` while the confirmed action runs. */
  children: (ask: () => void, busy: boolean) => ReactNode
}

/** An action that needs a confirmation. A refusal of the server is shown in a toast. */
export function AskFirst({
  title,
  description,
  means,
  submit,
  stay,
  danger = false,
  opened = false,
  onClosed,
  run,
  children,
}: Props) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  const [meant, setMeant] = useState('')
  const ask = () => {
    setOpener(document.activeElement)
    if (!means) return setAsking(true)
    means()
      .then((sentence) => {
        setMeant(sentence)
        setAsking(true)
      })
      .catch(toastRefusal)
  }
  const close = () => {
    setAsking(false)
    onClosed?.()
  }
  const text = [description, meant].filter(Boolean).join(' ')
  // While the action runs, the opener is disabled, so the closing dialog cannot return the focus to it.
  useEffect(() => {
    if (!busy) return
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [busy, opener])

  const confirmed = () => {
    setBusy(true)
    run()
      .catch(toastRefusal)
      .finally(() => setBusy(false))
  }

  return (
    <>
      {children(ask, busy)}
      {(asking || opened) && (
        <LazyPart onClose={close}>
          <Dialog
            open
            onOpenChange={(open) => !open && close()}
            title={title}
            {...(text && { description: text })}
            {...(stay && { stay })}
            submit={{ label: submit, run: confirmed, danger }}
          />
        </LazyPart>
      )}
    </>
  )
}
