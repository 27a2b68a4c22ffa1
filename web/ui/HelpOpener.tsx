import { CircleQuestionMark } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { onOpenHelp } from '#web/lib/openers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './Button.tsx'
import { LazyPart } from './LazyPart.tsx'
import { part } from './part.tsx'

const HelpPage = lazy(part(async () => (await import('./HelpPage.tsx')).HelpPage, '.help', '.actions'))

/** Help on the current screen, opened by its button or by a question mark. `screen` is its title, already translated. */
export function HelpOpener({ screen }: { screen: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.key === '?' || event.key === '؟') && !isWriting(event.target)) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useEffect(() => onOpenHelp(() => setOpen(true)), [])
  const close = () => setOpen(false)

  return (
    <>
      <IconButton
        label={t('help.open')}
        aria-haspopup="dialog"
        className="-my-2 print:hidden"
        onClick={() => setOpen(true)}
      >
        <CircleQuestionMark className="size-5" aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <LazyPart onClose={close}>
          <HelpPage screen={screen} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
