import { Link } from 'react-router'
import { nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Ring } from '#web/ui/Ring.tsx'
import type { ChildToday } from './stored-day.ts'

/** On how many of the days of this month the child was there: as a ring and as the fraction in it. */
export function MonthRing({ child: { studentId, today, month } }: { child: ChildToday }) {
  const { t, language } = useTranslation()
  const named = nameOfMonth(today, language)
  return (
    <Link
      to={paths.student(studentId, undefined, 'attendance')}
      className="flex shrink-0 flex-col items-center text-xs text-muted hover:text-primary"
    >
      <Ring small share={month.present / month.days} done={month.present === month.days}>
        <span className="sr-only">{t('home.monthPresent', { month: named })} </span>
        <Digits>
          {month.present}/{month.days}
        </Digits>
      </Ring>
      <span aria-hidden="true">{named}</span>
    </Link>
  )
}
