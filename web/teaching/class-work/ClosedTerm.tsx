import { Lock } from 'lucide-react'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'

/**
 * Says to everybody who enters marks that the results of the term are closed to which a day belongs, so that nobody enters what they think
 * counts.
 */
export function ClosedTerm({ classRoomId, day }: { classRoomId: string; day: string }) {
  const { t } = useTranslation()
  const { data } = useRead(calendar.count, { classRoomId, dateFrom: day, dateTo: day })
  if (!data?.resultsClosed) return null
  return (
    <p className="mb-3 flex items-center gap-2 rounded-card border border-accent bg-wait-soft px-4 py-2 text-sm font-medium">
      <Lock className="size-4 shrink-0" aria-hidden="true" />
      {t('classMarks.termClosed')}
    </p>
  )
}
