import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import type { CalendarYear } from './year.ts'

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The terms of a year as boxes along its length. */
export function TermBrackets({ year }: { year: CalendarYear }) {
  const { t } = useTranslation()
  if (year.terms.length === 0) return null
  const length = days(year.firstDay, year.lastDay) + 1
  const share = (count: number) => `${Math.max(0, Math.min(100, (count / length) * 100))}%`
  return (
    <ol aria-label={t('calendar.terms')} className="relative mb-4 h-14">
      {year.terms.map(({ id, name, startDate, endDate }) => (
        <li
          key={id}
          className="absolute inset-y-0 overflow-hidden rounded-field border border-primary px-2 pt-1 text-sm"
          style={{
            insetInlineStart: share(days(year.firstDay, startDate)),
            width: share(days(startDate, endDate) + 1),
          }}
        >
          <span className="block truncate font-medium">
            <Bdi>{name}</Bdi>
          </span>
          <span className="block truncate text-xs text-muted">
            <Digits>{shownDay(startDate)}</Digits> – <Digits>{shownDay(endDate)}</Digits>
          </span>
        </li>
      ))}
    </ol>
  )
}
