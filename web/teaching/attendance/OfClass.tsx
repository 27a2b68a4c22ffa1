import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  /** False of a day before the class came to the product: who was in it then is assumed. */
  isSure: boolean
  children: ReactNode
}

/** Asks whether the students with whom a class came to the product were in it before, as its register of such a day needs to know. */
export function OfClass({ isSure, children }: Props) {
  const { t } = useTranslation()
  const [isConfirmed, setConfirmed] = useState(false)
  if (isSure || isConfirmed) return children
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <p className="mb-4">{t('attendance.wereThere')}</p>
      <Button tone="primary" onClick={() => setConfirmed(true)}>
        {t('attendance.theyWere')}
      </Button>
    </div>
  )
}
