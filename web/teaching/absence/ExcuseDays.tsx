import { useTranslation } from '#web/lib/i18n.ts'
import { Day, isolated } from '#web/ui/Bdi.tsx'
import { kindWord } from './kinds.ts'

type ExcuseSpan = {
  excuseKind: string
  fromDay: string
  toDay: string
  fromTime: string | null
  toTime: string | null
  absentDays: number
}

/** What an excuse is for: its kind, its days, and how many of them the register calls absent. */
export function ExcuseDays({
  excuse: { excuseKind, fromDay, toDay, fromTime, toTime, absentDays },
}: {
  excuse: ExcuseSpan
}) {
  const { t } = useTranslation()
  return (
    <p>
      {kindWord(t, excuseKind)} · <Day day={fromDay} />
      {toDay > fromDay && (
        <>
          {' – '}
          <Day day={toDay} />
        </>
      )}
      {fromTime && <> · {t('absence.fromTime', { time: isolated(fromTime) })}</>}
      {toTime && <> · {t('absence.toTime', { time: isolated(toTime) })}</>}
      {absentDays > 0 && (
        <span className="text-sm text-muted"> · {t('absence.absentDays', { count: absentDays })}</span>
      )}
    </p>
  )
}
