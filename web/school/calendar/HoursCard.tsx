import { Plus, Trash2 } from 'lucide-react'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { wholeTyped } from '#web/lib/text.ts'
import { useChange } from '#web/records/change.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { sayWhatFollowed } from './followed.ts'
import { type TypedLines, SettingCard } from './SettingCard.tsx'
import type { CalendarYear } from './year.ts'

type Period = CalendarYear['hours'][number]['periods'][number]
export type HoursSet = { key: string; id?: string; name: string; periods: Period[] }

export const hoursOf = ({ hours }: CalendarYear): HoursSet[] =>
  hours.map(({ id, name, periods }) => ({ key: id, id, name, periods }))

/** The sets of hours: the ordinary ones and, for example, those of Ramadan. The entries of days choose another set. */
export function HoursCard({ year, draft }: { year: CalendarYear; draft: TypedLines<HoursSet> }) {
  const { t } = useTranslation()
  const save = useChange(calendarSettings.hours)
  const { lines: sets, type: setSets } = draft
  const change = (key: string, part: Partial<HoursSet>) =>
    setSets(sets.map((set) => (set.key === key ? { ...set, ...part } : set)))
  return (
    <SettingCard
      title={t('calendar.hours')}
      lead={t('calendar.hoursLead')}
      draft={draft}
      inWords={({ name, periods }) =>
        [isolated(name), ...periods.map((one) => `${isolated(one.name)} ${one.starts} (${one.minutes})`)].join(' · ')
      }
      save={async (lines) =>
        sayWhatFollowed(
          t,
          await save({
            schoolId: year.schoolId,
            sets: lines.map(({ key: _, ...set }) => set),
            ...(year.version > 0 && { baseVersion: year.version }),
          }),
        )
      }
    >
      {sets.map(({ key, name, periods }) => (
        <fieldset key={key} className="space-y-2 rounded-field border border-line p-3">
          <legend className="sr-only">{name}</legend>
          <div className="flex items-end gap-2">
            <label className="flex-1 text-sm">
              {t('calendar.hoursName')}
              <input value={name} onChange={({ target }) => change(key, { name: target.value })} className={box} />
            </label>
            <IconButton
              label={`${t('settings.remove')}: ${name}`}
              onClick={() => setSets(sets.filter((set) => set.key !== key))}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </div>
          <ol className="space-y-2">
            {periods.map((period, nth) => (
              // oxlint-disable-next-line react/no-array-index-key -- its place is all that a period is known by
              <li key={nth}>
                <PeriodLine
                  period={period}
                  onChange={(part) =>
                    change(key, { periods: periods.map((one, at) => (at === nth ? { ...one, ...part } : one)) })
                  }
                  onRemove={() => change(key, { periods: periods.filter((_, at) => at !== nth) })}
                />
              </li>
            ))}
          </ol>
          <Button
            tone="quiet"
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() => change(key, { periods: [...periods, nextOf(periods, t('calendar.period'))] })}
          >
            {t('calendar.addPeriod')}
          </Button>
        </fieldset>
      ))}
      <Button
        tone="quiet"
        icon={<Plus className="size-5" aria-hidden="true" />}
        onClick={() =>
          setSets([...sets, { key: crypto.randomUUID(), name: '', periods: [nextOf([], t('calendar.period'))] }])
        }
      >
        {t('calendar.addHours')}
      </Button>
    </SettingCard>
  )
}

const box = 'min-h-11 w-full rounded-field border border-line bg-surface px-3'

type LineProps = { period: Period; onChange: (part: Partial<Period>) => void; onRemove: () => void }

function PeriodLine({ period: { name, starts, minutes, isBreak }, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[1fr_6.5rem_4.5rem_auto_auto] items-end gap-2 max-sm:grid-cols-2">
      <label className="text-sm">
        {t('calendar.name')}
        <input value={name} onChange={({ target }) => onChange({ name: target.value })} className={box} />
      </label>
      <label className="text-sm">
        {t('calendar.starts')}
        <input
          type="time"
          dir="ltr"
          value={starts}
          onChange={({ target }) => onChange({ starts: target.value })}
          className={box}
        />
      </label>
      <label className="text-sm">
        {t('calendar.minutes')}
        <input
          inputMode="numeric"
          dir="ltr"
          value={minutes}
          onChange={({ target }) => onChange({ minutes: wholeTyped(target.value) })}
          className={box}
        />
      </label>
      <label className="flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isBreak}
          onChange={({ target }) => onChange({ isBreak: target.checked })}
          className="size-5 accent-(--primary)"
        />
        {t('calendar.break')}
      </label>
      <IconButton label={`${t('settings.remove')}: ${name}`} onClick={onRemove}>
        <Trash2 className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A new period after the last one. */
function nextOf(periods: readonly Period[], word: string): Period {
  const last = periods.at(-1)
  const [hours = 8, minutes = 0] = last ? last.starts.split(':').map(Number) : [8, 0]
  const at = last ? hours * 60 + minutes + last.minutes : 8 * 60
  const starts = [Math.floor(at / 60) % 24, at % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return { name: `${word} ${periods.length + 1}`, starts, minutes: last?.minutes ?? 45, isBreak: false }
}
