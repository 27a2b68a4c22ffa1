import { firstWeekday, shortDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { type CalendarYear, captionOf, daysOfMonth, hijriDay, hijriOfMonth, lookOf, monthsFrom } from './year.ts'

type Props = { school: { name: string }; year: CalendarYear; onClose: () => void }

/** The year on one printed page: its months, and the list of its days. Nothing else is printed. */
export function YearPaper({ school, year, onClose }: Props) {
  const { t, language } = useTranslation()
  return (
    <OnPaper className="text-[9px] leading-tight" onClose={onClose}>
      <h1 className="mb-2 text-base">
        <Bdi>{school.name}</Bdi> · {t('calendar.title')} <Bdi>{year.yearName ?? ''}</Bdi>
      </h1>
      <p className="mb-2">
        {year.terms.map(({ id, name, startDate, endDate }) => (
          <span key={id} className="me-3">
            <Bdi>{name}</Bdi>:{' '}
            <Digits>
              {startDate} – {endDate}
            </Digits>
          </span>
        ))}
        {t('calendar.openDays', { count: year.openDays })}
      </p>
      <div className="grid grid-cols-4 gap-x-3 gap-y-2">
        {monthsFrom(year.firstDay, year.lastDay).map((month) => (
          <section key={month}>
            <h2 className="font-semibold">{captionOf(month, language)}</h2>
            {year.showsHijri && <p>{hijriOfMonth(month, language)}</p>}
            <div className="grid grid-cols-7 text-center tabular-nums">
              {daysOfMonth(month, firstWeekday(language)).map((day, place) => {
                const look = day ? lookOf(year, day) : null
                return (
                  <span
                    key={day ?? `${month}${place}`}
                    className={cx(
                      look && !look.isOpen && 'text-muted',
                      look?.kind === 'holiday' && 'border border-line font-semibold',
                      look?.kind && look.kind !== 'holiday' && 'underline',
                    )}
                  >
                    {day && Number(day.slice(8))}
                  </span>
                )
              })}
            </div>
          </section>
        ))}
      </div>
      <ul className="mt-3 columns-2">
        {year.days.map(({ id, kind, name, fromDay, toDay }) => (
          <li key={id}>
            <Digits>{fromDay === toDay ? shortDay(fromDay) : `${shortDay(fromDay)}–${shortDay(toDay)}`}</Digits>{' '}
            {year.showsHijri && `(${hijriDay(fromDay, language)}) `}
            <Bdi>{name}</Bdi> · {t(`calendar.kinds.${kind}`)}
          </li>
        ))}
      </ul>
    </OnPaper>
  )
}
