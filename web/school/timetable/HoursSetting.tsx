import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { daysInOrder, useWeekdayName } from './weekday-name.ts'

type Read = OutputOf<typeof timetableSettings.hoursUses>
type Use = Read['uses'][number] & { key: string }

/** Which hours apply to which grade and weekday: two shifts, a short Thursday. */
export function HoursSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timetableSettings.hoursUses, { schoolId: school.id })
  return (
    <Screen title={t('settings.menu.hours')} lead={t('timetable.hours.lead')}>
      {!data && <LoadingOrFailed error={error} again={refetch} count={3} />}
      {data && data.sets.length === 0 && (
        <Empty sentence={t('timetable.hours.none')}>
          <ToCalendar />
        </Empty>
      )}
      {data && data.sets.length > 0 && <Editor key={data.version} read={data} />}
    </Screen>
  )
}

function ToCalendar() {
  const { t } = useTranslation()
  return <LinkButton to={paths.settings('calendar')}>{t('timetable.hours.toCalendar')}</LinkButton>
}

const all = 'all'
const everyDay = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

function Editor({ read: { schoolId, version, uses: stored, sets, grades } }: { read: Read }) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  const save = useChange(timetableSettings.saveHoursUses)
  const [uses, setUses] = useState<Use[]>(() => stored.map((use) => ({ ...use, key: crypto.randomUUID() })))
  const change = (key: string, part: Partial<Use>) =>
    setUses(uses.map((use) => (use.key === key ? { ...use, ...part } : use)))
  const send = () =>
    save({ schoolId, baseVersion: version, uses: uses.map(({ key: _, ...use }) => use) })
      .then(() => toast({ title: t('timetable.hours.saved') }))
      .catch(toastRefusal)
  const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="space-y-4">
      <p>{t('timetable.hours.usual', { name: sets[0]!.name })}</p>
      <ul className="space-y-2">
        {uses.map(({ key, gradeId, weekday: day, hoursSetId }) => (
          <li key={key} className="flex flex-wrap items-center gap-2">
            <Dropdown
              label={t('timetable.hours.grade')}
              items={[{ value: all, label: t('timetable.hours.allGrades') }, ...named(grades)]}
              value={gradeId ?? all}
              onChange={(value) => change(key, { gradeId: value === all ? null : value })}
            />
            <Dropdown
              label={t('timetable.day')}
              items={[
                { value: all, label: t('timetable.hours.allDays') },
                ...daysInOrder(everyDay).map((value) => ({ value, label: weekday(value) })),
              ]}
              value={day ?? all}
              onChange={(value) => change(key, { weekday: value === all ? null : value })}
            />
            <Dropdown
              label={t('settings.menu.hours')}
              items={named(sets)}
              value={hoursSetId}
              onChange={(value) => change(key, { hoursSetId: value })}
            />
            <IconButton label={t('settings.remove')} onClick={() => setUses(uses.filter((use) => use.key !== key))}>
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() =>
            setUses([
              ...uses,
              { key: crypto.randomUUID(), gradeId: null, weekday: null, hoursSetId: (sets[1] ?? sets[0]!).id },
            ])
          }
        >
          {t('timetable.hours.add')}
        </Button>
        <Button tone="primary" onClick={() => void send()}>
          {t('common.save')}
        </Button>
        <ToCalendar />
      </div>
    </div>
  )
}
