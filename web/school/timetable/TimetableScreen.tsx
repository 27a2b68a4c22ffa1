import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { dayAfter, isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { PublishedWeek } from './PublishedWeek.tsx'
import { SchoolTable } from './SchoolTable.tsx'
import { WeekPaper } from './WeekPaper.tsx'
import { shownDays, type WeekSubject } from './week.ts'

const Drafts = lazy(part(async () => (await import('./Drafts.tsx')).Drafts, '.timetable'))

type Subjects = OutputOf<typeof timetable.subjects>

/** The week of a school as it is published, and the drafts of those who plan it. */
export function TimetableScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const plans = useMay(timetableDrafts.list)
  if (!school)
    return (
      <Screen title={t('timetable.title')}>
        <Empty sentence={t('timetable.noSchool')} />
      </Screen>
    )
  const week = <WeekOfSchool key={school.id} school={school} />
  const drafts = (
    <LazyPart fallback={<Loading count={4} />}>
      <Drafts key={school.id} school={school} />
    </LazyPart>
  )
  return (
    <Screen title={t('timetable.title')}>
      {plans ? (
        <Tabs
          label={t('timetable.title')}
          param="tab"
          tabs={[
            { value: 'week', label: t('timetable.week'), panel: week },
            { value: 'drafts', label: t('timetable.drafts'), panel: drafts },
          ]}
        />
      ) : (
        week
      )}
    </Screen>
  )
}

function WeekOfSchool({ school }: { school: OwnSchool }) {
  const { data, error, refetch } = useRead(timetable.subjects, { schoolId: school.id })
  if (data) return <Chosen school={school} subjects={data} />
  return <LoadingOrFailed error={error} again={refetch} count={6} />
}

const kinds = ['class', 'teacher', 'room', 'school'] as const

type Kind = (typeof kinds)[number]

function Chosen({ school, subjects }: { school: OwnSchool; subjects: Subjects }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const kind = kinds.find((one) => one === query.get('of')) ?? (subjects.ownId ? 'teacher' : 'class')
  const choices: Record<Kind, { id: string; name: string }[]> = {
    class: subjects.classes,
    teacher: subjects.teachers,
    room: subjects.rooms,
    school: [],
  }
  const first = (kind === 'teacher' && subjects.ownId) || choices[kind][0]?.id
  const id = choices[kind].find((one) => one.id === query.get('id'))?.id ?? first
  const day = query.get('day')
  const go = (to: { of?: string; id?: string; day?: string }) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(to)) next.set(name, value)
    if (to.of) next.delete('id')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Segments
          label={t('timetable.of')}
          items={kinds.map((value) => ({ value, label: t(`timetable.kinds.${value}`) }))}
          value={kind}
          onChange={(of) => go({ of })}
        />
        {id && (
          <Dropdown
            label={t(`timetable.kinds.${kind}`)}
            items={choices[kind].map((one) => ({ value: one.id, label: one.name }))}
            value={id}
            onChange={(chosen) => go({ id: chosen })}
          />
        )}
      </div>
      {kind === 'room' && !id ? (
        <Empty sentence={t('timetable.noRooms')} />
      ) : (
        <ReadWeek
          school={school}
          kind={kind}
          id={id}
          day={day && isCivilDay(day) ? day : undefined}
          onDay={(to) => go({ day: to })}
        />
      )}
    </div>
  )
}

type ReadProps = {
  school: OwnSchool
  kind: Kind
  id: string | undefined
  day: string | undefined
  onDay: (day: string) => void
}

const fieldOf = { class: 'classRoomId', teacher: 'teacherId', room: 'roomId' } as const

function ReadWeek({ school, kind, id, day, onDay }: ReadProps) {
  const { t } = useTranslation()
  const [prints, setPrints] = useState<'week' | 'day' | null>(null)
  const of: WeekSubject = kind
  const input = { schoolId: school.id, ...(day && { day }), ...(kind !== 'school' && id && { [fieldOf[kind]]: id }) }
  const { data, error, refetch } = useRead(timetable.week, input)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  const [first, last] = [data.days[0]!.day, data.days.at(-1)!.day]
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t('timetable.weekBefore')} onClick={() => onDay(dayAfter(first, -7))}>
          <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <p>
          <Day day={first} short /> – <Day day={last} short />
        </p>
        <IconButton label={t('timetable.weekAfter')} onClick={() => onDay(dayAfter(first, 7))}>
          <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        {data.versions.length > 0 && (
          <span className="ms-auto flex flex-wrap items-center">
            {kind === 'school' && shownDays(data).length > 0 && (
              <Button tone="quiet" onClick={() => setPrints('day')}>
                {t('timetable.printDay')}
              </Button>
            )}
            <Button
              tone="quiet"
              icon={<Printer className="size-5" aria-hidden="true" />}
              onClick={() => setPrints('week')}
            >
              {t('timetable.print')}
            </Button>
          </span>
        )}
      </div>
      <PublishedWeek week={data} of={of} table={kind === 'school' && <SchoolTable days={shownDays(data)} />} />
      {prints && (
        <WeekPaper
          week={data}
          of={of}
          schoolName={school.name}
          oneDay={prints === 'day'}
          onClose={() => setPrints(null)}
        />
      )}
    </div>
  )
}
