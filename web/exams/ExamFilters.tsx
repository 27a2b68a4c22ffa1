import { ListFilter, X } from 'lucide-react'
import { useId, useState } from 'react'
import { months } from '#contract/months.ts'
import { years } from '#contract/years.ts'
import { useRead } from '#web/lib/api.ts'
import { dayAfter, firstWeekday, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dropdown, type Item } from '#web/ui/Dropdown.tsx'
import type { ExamForm } from './exam-fields.ts'
import type { useExamFilters } from './filters.ts'

type Props = { schoolId: string; form: ExamForm } & ReturnType<typeof useExamFilters>

/** Months of the current year, class, course, days and weekday; folded away on a narrow screen. */
export function ExamFilters({ schoolId, form, filters, narrow, clear, count }: Props) {
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(count > 0)
  const id = useId()
  const monthItems = useMonthItems(schoolId)

  const one = (name: 'classRoomId' | 'courseId' | 'weekDay', items: Item[]) => (
    <Dropdown
      wide
      label={t(`settings.exams.${name}`)}
      items={[{ value: every, label: t(`settings.exams.every.${name}`) }, ...items]}
      value={filters[name] || every}
      onChange={(value) => narrow({ [name]: value === every ? '' : value })}
    />
  )
  const day = (name: 'fromDate' | 'toDate') => (
    <label className="block min-w-0 text-sm text-muted">
      {t(`settings.exams.${name}`)}
      <input
        type="date"
        value={filters[name]}
        onChange={({ target }) => narrow({ [name]: target.value })}
        className="mt-1 min-h-11 w-full min-w-0 rounded-field border border-line bg-surface px-3 py-1.5 text-base text-ink"
      />
    </label>
  )

  return (
    <section aria-label={t('settings.exams.filters')} className="mb-5">
      <Button
        className="md:hidden"
        aria-expanded={open}
        aria-controls={id}
        icon={<ListFilter className="size-5" aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      >
        {t('settings.exams.filters')}
        {count > 0 && ` (${count})`}
      </Button>
      <div
        id={id}
        className={cx('grid items-end gap-3 max-md:mt-3 sm:grid-cols-2 xl:grid-cols-3', !open && 'max-md:hidden')}
      >
        <Dropdown
          multiple
          wide
          label={t('settings.exams.months')}
          placeholder={t('settings.exams.every.months')}
          items={monthItems}
          value={filters.months}
          onChange={(chosen) => narrow({ months: chosen })}
        />
        {one('classRoomId', form.classRooms)}
        {one('courseId', form.courses)}
        {one('weekDay', weekdays(language))}
        <div className="grid grid-cols-2 gap-3 sm:contents">
          {day('fromDate')}
          {day('toDate')}
        </div>
        {count > 0 && (
          <div>
            <Button tone="quiet" icon={<X className="size-5" aria-hidden="true" />} onClick={clear}>
              {t('settings.exams.clear')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function useMonthItems(schoolId: string): Item[] {
  const year = useRead(years.current, { schoolId }).data
  const { data = [] } = useRead(months.list, { yearId: year?.id ?? '' }, { enabled: Boolean(year) })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** The days of the week in the order of the language; the server knows them by their English names. */
const weekdays = (language: string): Item[] =>
  Array.from({ length: 7 }, (_, i) => dayAfter('2026-02-01', firstWeekday(language) + i)).map((day) => ({
    value: weekdayName(day, 'en'),
    label: weekdayName(day, language),
  }))

const every = 'every'
