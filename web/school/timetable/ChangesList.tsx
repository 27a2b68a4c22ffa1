import type { OutputOf } from '#contract/language/operation.ts'
import type { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { useWeekdayName } from './weekday-name.ts'

type Changes = OutputOf<typeof timetableDrafts.compare>
type Place = Changes[number]['before'][number]

/** What changes for each teacher, against another version. `open`: at once, not behind a press. */
export function ChangesList({ changes, open }: { changes: Changes; open?: boolean }) {
  const { t } = useTranslation()
  if (changes.length === 0) return <p className="text-muted">{t('timetable.noChanges')}</p>
  return (
    <details open={open}>
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        {t('timetable.changesFor', { count: changes.length })}
      </summary>
      <ul className="divide-y divide-line">
        {changes.map(({ teacherId, teacherName, before, after }) => (
          <li key={teacherId ?? ''} className="py-2">
            <p className="font-semibold">{teacherName ? <Bdi>{teacherName}</Bdi> : t('timetable.lacksTeacher')}</p>
            <Lines title="timetable.leaves" places={before} />
            <Lines title="timetable.comes" places={after} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Lines({ title, places }: { title: string; places: Place[] }) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  if (places.length === 0) return null
  return (
    <div className="text-sm">
      <p className="text-muted">{t(title)}</p>
      <ul>
        {places.map((place) => (
          <li key={JSON.stringify(place)}>
            {weekday(place.weekDay)} <Digits>{place.number}</Digits> · <Bdi>{place.courseName}</Bdi> ·{' '}
            <Bdi>{[...place.classNames, ...place.roomNames].join('، ')}</Bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
