import { lazy, useEffect, useId, useRef, useState } from 'react'
import { isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { cx } from '#web/ui/cx.ts'
import { Dropdown, type Item } from '#web/ui/Dropdown.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { type FiltersOf, weekdays } from './filter-words.ts'

const DateInput = lazy(part(async () => (await import('#web/ui/DateInput.tsx')).DateInput))
const MonthFilter = lazy(part(async () => (await import('./MonthFilter.tsx')).MonthFilter))

/** A field for each filter: months of the year, class, course, author, days, full mark and text. */
export function FilterFields({
  schoolId,
  yearId,
  choices,
  known,
  author = 'supervisorId',
  names,
  filters,
  narrow,
}: Omit<FiltersOf, 'clear' | 'count'>) {
  const { t, language } = useTranslation()
  const id = useId()

  const one = (name: 'classRoomId' | 'courseId' | 'supervisorId' | 'weekDay', items: Item[] | undefined) => {
    if (!names.includes(name) || !items || (known && items.length === 0)) return null
    if (items.length === 0) return <Skeleton className="h-11" />
    const word = name === 'supervisorId' ? author : name
    return (
      <Dropdown
        wide
        label={t(`work.${word}`)}
        items={[{ value: every, label: t(`work.every.${word}`) }, ...items]}
        value={filters[name] || every}
        onChange={(value) => narrow({ [name]: value === every ? '' : value })}
      />
    )
  }
  const day = (name: 'fromDate' | 'toDate') => (
    <div className={labelLook}>
      <label htmlFor={`${id}-${name}`}>{t(`work.${name}`)}</label>
      <LazyPart fallback={<Skeleton className="h-11" />}>
        <DateInput
          id={`${id}-${name}`}
          value={filters[name] ?? ''}
          onChange={(day) => (day === '' || isCivilDay(day)) && narrow({ [name]: day })}
          className={dayLook}
        />
      </LazyPart>
    </div>
  )

  return (
    <div className="mt-2 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {names.includes('months') && (
        <LazyPart fallback={<Skeleton className="h-11" />}>
          <MonthFilter
            schoolId={schoolId}
            yearId={yearId}
            value={filters.months}
            onChange={(chosen) => narrow({ months: chosen })}
          />
        </LazyPart>
      )}
      {one('classRoomId', choices.classRoomId)}
      {one('courseId', choices.courseId)}
      {one('supervisorId', choices.supervisorId)}
      {one('weekDay', weekdays(language))}
      <div className="grid grid-cols-2 gap-3 sm:contents">
        {day('fromDate')}
        {day('toDate')}
      </div>
      {names.includes('rate') && (
        <Typed
          label={t('work.rate')}
          value={filters.rate ?? ''}
          onType={(rate) => narrow({ rate: numberIn(rate) })}
          isNumber
        />
      )}
      {names.includes('details') && (
        <Typed label={t('work.details')} value={filters.details ?? ''} onType={(details) => narrow({ details })} />
      )}
    </div>
  )
}

type TypedProps = { label: string; value: string; onType: (text: string) => void; isNumber?: boolean }

/** A filter with a text field. It is applied after a pause in typing. */
function Typed({ label, value, onType, isNumber = false }: TypedProps) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (before !== value) {
    setBefore(value)
    if (value === '') setText('') // cleared
  }
  // After the page is left, the address belongs to another page.
  useEffect(() => () => clearTimeout(resting.current), [])
  const write = (typed: string) => {
    setText(typed)
    clearTimeout(resting.current)
    resting.current = setTimeout(() => onType(typed), 300)
  }
  const narrow = () => {
    clearTimeout(resting.current)
    if (text !== value) onType(text)
  }
  return (
    <label className={labelLook}>
      {label}
      <input
        dir={isNumber ? 'ltr' : 'auto'}
        {...(isNumber && { inputMode: 'decimal' })}
        maxLength={isNumber ? 8 : 200}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={narrow}
        className={cx(inputLook, isNumber && 'rtl:text-end')}
      />
    </label>
  )
}

const labelLook = 'block min-w-0 text-sm text-muted'

const dayLook = 'min-h-11 w-full min-w-0 rounded-field border border-line bg-surface px-3 py-1.5 text-base text-ink'

const inputLook = `mt-1 ${dayLook}`

/** The number in a text; undefined while the number is incomplete, so that it does not filter yet. */
const numberIn = (text: string) =>
  /^\d{1,4}(\.\d{1,2})?$/.exec(
    plainDigits(text)
      .replace(/[,\u066b\u060c]/, '.')
      .trim(),
  )?.[0] ?? ''

const every = 'every'
