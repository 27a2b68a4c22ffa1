import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { type CalendarEntry, hijriDay } from './year.ts'
import { dayTones } from './YearStrip.tsx'

type Props = {
  entries: readonly CalendarEntry[]
  grades: readonly { id: string; name: string }[]
  showsHijri: boolean
  /** The actions of an entry. */
  tools?: (entry: CalendarEntry) => ReactNode
}

/** The entries of a calendar, earliest first. */
export function DayList({ entries, grades, showsHijri, tools }: Props) {
  const { t, language } = useTranslation()
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {entries.map((entry) => {
        const { id, kind, fromDay, toDay, name, gradeIds } = entry
        const ofGrades = grades.filter((grade) => gradeIds?.includes(grade.id)).map((grade) => grade.name)
        return (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2 ps-4 pe-1.5">
            <div className="min-w-40 flex-1">
              <p className="font-semibold [overflow-wrap:anywhere]">
                <Bdi>{name}</Bdi>
              </p>
              <p className="text-sm text-muted">
                <Day day={fromDay} weekday />
                {toDay !== fromDay && (
                  <>
                    {' – '}
                    <Day day={toDay} weekday />
                  </>
                )}
                {showsHijri && ` · ${hijriDay(fromDay, language)}`}
              </p>
              {ofGrades.length > 0 && (
                <p className="text-sm text-muted">
                  <Bdi>{new Intl.ListFormat(language).format(ofGrades)}</Bdi>
                </p>
              )}
            </div>
            <span className="ms-auto flex items-center gap-2">
              <span className={cx('rounded-full px-2.5 py-1 text-sm', dayTones[kind])}>
                {t(`calendar.kinds.${kind}`)}
              </span>
              {tools?.(entry)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
