import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { dayAfter, firstWeekday, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { sayWhatFollowed } from './followed.ts'
import { type TypedLines, SettingCard } from './SettingCard.tsx'
import { type CalendarYear, weekdayNames } from './year.ts'

/** The open weekdays of a grade or, without one, of the school. */
export type Week = { gradeId: string | null; openWeekdays: string[] }

export const weekLinesOf = ({ openWeekdays, gradeWeeks }: CalendarYear): Week[] => [
  { gradeId: null, openWeekdays },
  ...gradeWeeks,
]

/** The weekdays on which the school is open, and grades with other weekdays. */
export function WeekCard({ year, draft }: { year: CalendarYear; draft: TypedLines<Week> }) {
  const { t, language } = useTranslation()
  const save = useChange(calendarSettings.week)
  const { lines: weeks, type: setWeeks } = draft
  const others = year.grades.filter(({ id }) => !weeks.some(({ gradeId }) => gradeId === id))
  const { openWeekdays: ofSchool } = weeks[0]!
  const gradeName = (id: string | null) => year.grades.find((one) => one.id === id)?.name ?? t('calendar.wholeSchool')
  const nameOf = (weekday: string) =>
    weekdayName(dayAfter('2026-11-01', weekdayNames.indexOf(weekday as (typeof weekdayNames)[number])), language)
  return (
    <SettingCard
      title={t('calendar.week')}
      lead={t('calendar.weekLead')}
      draft={draft}
      inWords={({ gradeId, openWeekdays }) =>
        `${isolated(gradeName(gradeId))}: ${openWeekdays.map(nameOf).join(t('common.comma'))}`
      }
      save={async ([own, ...grades]) =>
        sayWhatFollowed(
          t,
          await save({
            schoolId: year.schoolId,
            openWeekdays: own!.openWeekdays,
            grades: grades.map(({ gradeId, openWeekdays }) => ({ gradeId: gradeId!, openWeekdays })),
            ...(year.version > 0 && { baseVersion: year.version }),
          }),
        )
      }
    >
      {weeks.map(({ gradeId, openWeekdays }) => (
        <Weekdays
          key={gradeId ?? 'school'}
          label={gradeName(gradeId)}
          value={openWeekdays}
          onChange={(days) =>
            setWeeks(weeks.map((week) => (week.gradeId === gradeId ? { ...week, openWeekdays: days } : week)))
          }
          {...(gradeId && { onRemove: () => setWeeks(weeks.filter((week) => week.gradeId !== gradeId)) })}
        />
      ))}
      {others.length > 0 && (
        <Dropdown
          chip
          label={t('calendar.gradeDiffers')}
          placeholder={t('calendar.gradeDiffers')}
          items={itemsOf(others)}
          value={null}
          onChange={(gradeId) => setWeeks([...weeks, { gradeId, openWeekdays: ofSchool }])}
        />
      )}
    </SettingCard>
  )
}

type WeekdaysProps = { label: string; value: string[]; onChange: (days: string[]) => void; onRemove?: () => void }

function Weekdays({ label, value, onChange, onRemove }: WeekdaysProps) {
  const { t, language } = useTranslation()
  const first = firstWeekday(language)
  return (
    <fieldset>
      <legend className="font-medium">
        <Bdi>{label}</Bdi>
      </legend>
      <div className="mt-1 flex flex-wrap gap-x-4">
        {weekdayNames.map((_, nth) => {
          const at = (first + nth) % 7
          const name = weekdayNames[at]!
          return (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={value.includes(name)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, name] : value.filter((other) => other !== name))
                }
                className="size-5 accent-(--primary)"
              />
              {weekdayName(dayAfter('2026-11-01', at), language)}
            </label>
          )
        })}
        {onRemove && (
          <Button tone="quiet" onClick={onRemove}>
            {t('calendar.likeSchool')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
