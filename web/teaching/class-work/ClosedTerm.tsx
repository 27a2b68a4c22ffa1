import { Lock } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'

/** Says that the results of a term are closed, to everybody who enters marks, so that nobody enters what they think counts. */
export function ClosedTerm() {
  const { t } = useTranslation()
  return (
    <p className="mb-3 flex items-center gap-2 rounded-card border border-accent bg-wait-soft px-4 py-2 text-sm font-medium">
      <Lock className="size-4 shrink-0" aria-hidden="true" />
      {t('classMarks.termClosed')}
    </p>
  )
}
