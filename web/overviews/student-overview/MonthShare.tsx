import { Link } from 'react-router'
import { nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Ring } from '#web/ui/Ring.tsx'

type Props = { studentId: string; today: string; present: number; days: number }

/** On how many of the days of this month the student was there: as a ring and as the fraction in it. It leads to the days. */
export function MonthShare({ studentId, today, present, days }: Props) {
  const { t, language } = useTranslation()
  const month = nameOfMonth(today, language)
  return (
    <Link
      to={paths.student(studentId, undefined, 'attendance')}
      title={`${t('home.monthPresent', { month })} ${present}/${days}`}
      className="shrink-0 rounded-full hover:text-primary"
    >
      <Ring small share={present / days} done={present === days}>
        <span className="sr-only">{t('home.monthPresent', { month })} </span>
        <Digits>
          {present}/{days}
        </Digits>
      </Ring>
    </Link>
  )
}
