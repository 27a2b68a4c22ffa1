import type { ReactNode } from 'react'
import { nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Counts } from '#web/ui/Counts.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import type { Overview } from './overview.ts'

type Props = {
  attendance: NonNullable<Overview['attendance']>
  today: string
  toExcuse?: (day: string) => string
  tools?: ReactNode
}

/** The attendance of the current month. */
export function MonthCard({ attendance: { marks, closedDays, days }, today, toExcuse, tools }: Props) {
  const { t, language } = useTranslation()
  const title = t('student.month', { month: nameOfMonth(today, language) })
  const count = (wanted: string) => marks.filter(({ state }) => state === wanted).length
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-base">{title}</h2>
        {tools}
      </div>
      <MonthGrid label={title} month={today} {...{ today, marks, closedDays, toExcuse }} />
      {days > 0 ? (
        <Counts
          counts={{
            present: count('present'),
            late: count('late'),
            absent: count('absent'),
            excused: count('excused'),
          }}
        />
      ) : (
        <p className="mt-2 text-sm text-muted">{t('student.noRegister')}</p>
      )}
    </Card>
  )
}
