import { ListFilter } from 'lucide-react'
import { lazy, type ReactNode, useId, useRef, useState } from 'react'
import { dayAfter, firstWeekday, isCivilDay, shownDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dropdown, type Item } from '#web/ui/Dropdown.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { Narrowing } from './filters.ts'
import type { FilterName } from './kind.ts'
import { SetFilters } from './SetFilters.tsx'

const DateInput = lazy(part(async () => (await import('#web/ui/DateInput.tsx')).DateInput))
const MonthFilter = lazy(part(async () => (await import('./MonthFilter.tsx')).MonthFilter))

type Props = {
  schoolId: string
  /** The year whose months are offered; without it, the current one. */
  yearId?: string | undefined
  choices: Choices
  /** Whether the choices have been read; until then each has its place. */
  known: boolean
  /** The label of the filter by person: who set the work (default), or who wrote it. */
  author?: 'supervisorId' | 'writer'
  /** What stands in one line with them: how many rows there are. */
  counted?: ReactNode
  /** And what can be done with the list. */
  children?: ReactNode
} & Narrowing

/** The options of each filter that is a choice; a filter without options is not offered. */
export type Choices = { classRoomId?: Item[]; courseId: Item[]; supervisorId?: Item[] }

/** Months of the year, class, course, author, days, full mark and text: one button opens them, and what is set stands beside it. */
export function WorkFilters(props: Props) {
  const { schoolId, yearId, choices, known, author = 'supervisorId', counted, children } = props
  const { names, filters, narrow, clear, count } = props
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()

  const words = { ...choices, weekDay: weekdays(language) } as { [N in FilterName]?: Item[] }
  const chips = names.flatMap((name) => {
    const value = filters[name]
    if (!value?.length) return []
    const label = t(`work.${name === 'supervisorId' ? author : name}`)
    return [{ name, label, value: shownValue(value, words[name]) }]
  })

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
    <section aria-label={t('work.filters')} className="mb-2">
      <div className="flex items-center gap-2">
        <div className="-ms-4 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto py-1 ps-4 [scrollbar-width:none] md:ms-0 md:ps-1">
          <Button
            className="shrink-0 px-4!"
            aria-expanded={open}
            aria-controls={id}
            icon={<ListFilter className="size-5" aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            {t('work.filters')}
            {count > 0 && ` (${count})`}
          </Button>
          <SetFilters
            filters={chips}
            onDrop={(name) => narrow({ [name]: name === 'months' ? [] : '' })}
            onClear={clear}
          />
          {counted}
        </div>
        <div className="flex shrink-0 items-center gap-2">{children}</div>
      </div>
      <div id={id} className={cx('mt-3 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-4', !open && 'hidden')}>
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
    </section>
  )
}

type TypedProps = { label: string; value: string; onType: (text: string) => void; isNumber?: boolean }

/** A filter that is typed: it narrows once the typing rests. */
function Typed({ label, value, onType, isNumber = false }: TypedProps) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (before !== value) {
    setBefore(value)
    if (value === '') setText('') // cleared
  }
  const write = (typed: string) => {
    setText(typed)
    clearTimeout(resting.current)
    resting.current = setTimeout(() => onType(typed), 300)
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
        className={cx(inputLook, isNumber && 'rtl:text-end')}
      />
    </label>
  )
}

/** A filter as people know it: how many are chosen, the name of the one, a day, or what was typed. */
const shownValue = (value: string | string[], items: Item[] = []) => {
  if (typeof value !== 'string') return String(value.length)
  const known = items.find((item) => item.value === value)?.label
  return known ?? (isCivilDay(value) ? shownDay(value) : value)
}

const labelLook = 'block min-w-0 text-sm text-muted'

const dayLook = 'min-h-11 w-full min-w-0 rounded-field border border-line bg-surface px-3 py-1.5 text-base text-ink'

const inputLook = `mt-1 ${dayLook}`

/** The number in a text, or nothing: an incomplete number filters nothing yet. */
const numberIn = (text: string) =>
  /^\d{1,4}(\.\d{1,2})?$/.exec(
    plainDigits(text)
      .replace(/[,\u066b\u060c]/, '.')
      .trim(),
  )?.[0] ?? ''

/** The days of the week in the order of the language; the server knows them by their English names. */
const weekdays = (language: string): Item[] =>
  Array.from({ length: 7 }, (_, i) => dayAfter('2026-02-01', firstWeekday(language) + i)).map((day) => ({
    value: weekdayName(day, 'en'),
    label: weekdayName(day, language),
  }))

const every = 'every'
