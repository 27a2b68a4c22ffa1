import { useTranslation } from '#web/lib/i18n.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** Whether a student was present or delivered the work, or it is not rated yet (product.md §4), as icon, word and colour. */
export function TookPart({ tookPart }: { tookPart: boolean | null }) {
  const { t } = useTranslation()
  if (tookPart === null) return <StatusBadge status="waiting" word={t('attendance.notRated')} />
  return (
    <StatusBadge status={tookPart ? 'good' : 'bad'} word={t(tookPart ? 'attendance.present' : 'attendance.absent')} />
  )
}
