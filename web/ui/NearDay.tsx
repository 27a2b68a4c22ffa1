import { dayAfter, namedDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'

/** A day as people say it: today, tomorrow, yesterday, else Sunday 22 November. */
export function NearDay({ day, today }: { day: string; today: string }) {
  const { t, language } = useTranslation()
  const near = { [today]: 'days.today', [dayAfter(today)]: 'days.tomorrow', [dayAfter(today, -1)]: 'days.yesterday' }
  const word = near[day]
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {word ? t(word) : namedDay(day, language)}
    </time>
  )
}
