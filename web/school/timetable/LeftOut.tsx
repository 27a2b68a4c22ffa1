import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { useWeekdayName } from './weekday-name.ts'

type Row = { row: number; reason: string; name: string; weekDay?: string | null; number?: number }

const shown = 50

/** Lessons of a table or a file that are left out, each with the reason. */
export function LeftOut({ rows, count }: { rows: readonly Row[]; count: number }) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  if (count === 0) return null
  return (
    <div className="space-y-2">
      <p>{t('timetable.leftOut', { count })}</p>
      <ul className="text-sm">
        {rows.slice(0, shown).map(({ row, reason, name, weekDay, number }) => (
          <li key={row}>
            {number === undefined ? (
              <Digits>{row}</Digits>
            ) : (
              <>
                {weekDay && `${weekday(weekDay)} `}
                <Digits>{number}</Digits>
              </>
            )}
            {' · '}
            {t(`timetable.reasons.${reason}`)} <Bdi>{name}</Bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
