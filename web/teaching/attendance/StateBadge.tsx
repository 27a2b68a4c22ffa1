import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { looks } from '#web/ui/Counts.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** How a student was on a day, as icon, word and colour. */
export function StateBadge({ state }: { state: AttendanceState }) {
  const { t } = useTranslation()
  return <StatusBadge status={looks[state]} word={t(`attendance.${state}`)} />
}
