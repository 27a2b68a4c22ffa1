import { dayOfHijri, numbersOfHijri } from '#contract/exchange/imports/hijri-dates.ts'
import { numbersOfDate } from '#contract/exchange/imports/written-dates.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { dayInWords } from '#web/lib/days.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { SheetColumn } from './import.ts'

type Props = { column: SheetColumn; name: string; onOrder: (order: NonNullable<SheetColumn['dayOrder']>) => void }

/** How the dates of a column are read, with one of them in words. If the values do not decide it, the user can choose. */
export function WrittenDates({ column, name, onOrder }: Props) {
  const { dayExample, hijriExample } = column
  const numbers = dayExample === null ? null : numbersOfDate(dayExample)
  return (
    <>
      {hijriExample !== null && <HijriDates example={hijriExample} />}
      {numbers && <DayOrder column={column} name={name} onOrder={onOrder} numbers={numbers} />}
    </>
  )
}

function HijriDates({ example }: { example: string }) {
  const { t, language } = useTranslation()
  const numbers = numbersOfHijri(example)
  const day = numbers && dayOfHijri(numbers)
  return (
    <p className="mt-3 border-t border-line pt-3 text-sm text-muted">
      {t('imports.hijri')} <Bdi>{example}</Bdi>
      {day && (
        <>
          {' = '}
          <strong className="text-ink">{dayInWords(partsOfDay(day), language)}</strong>
        </>
      )}
    </p>
  )
}

const partsOfDay = (iso: string) => {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

type OrderProps = Props & { numbers: NonNullable<ReturnType<typeof numbersOfDate>> }

function DayOrder({ column: { dayOrder, dayExample, dayOrderChosen }, name, onOrder, numbers }: OrderProps) {
  const { t, language } = useTranslation()
  const { first, second, year } = numbers
  // A year of two digits is shown as written, because its century is decided separately for each row.
  const inWords = (day: number, month: number) =>
    month > 12 ? null : dayInWords({ day, month, year: year.length === 4 ? Number(year) : null }, language)
  const readings = { dayFirst: inWords(first, second), monthFirst: inWords(second, first) }
  const mustChoose = dayOrder === null || dayOrderChosen

  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className={dayOrder === null ? 'font-medium text-danger' : 'text-sm text-muted'}>
        {t(dayOrder === null ? 'imports.dateUnsure' : 'imports.dateRead')} <Bdi>{dayExample}</Bdi>
        {dayOrder !== null && !mustChoose && (
          <>
            {' = '}
            <strong className="text-ink">{readings[dayOrder]}</strong>
          </>
        )}
      </p>
      {mustChoose && (
        <div className="mt-2">
          <Segments
            label={t('imports.dateOrder', { column: name })}
            items={(['dayFirst', 'monthFirst'] as const).flatMap((value) =>
              readings[value] === null ? [] : [{ value, label: readings[value] }],
            )}
            value={dayOrder ?? ('' as never)}
            onChange={onOrder}
          />
        </div>
      )}
    </div>
  )
}
