import { CalendarPlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { DayList } from './DayList.tsx'
import type { CalendarYear } from './year.ts'
import { YearStrip } from './YearStrip.tsx'

const FeedDialog = lazy(part(async () => (await import('./FeedDialog.tsx')).FeedDialog))

/** The calendar of the reader's schools: first the next entries, then the months. */
export function CalendarScreen() {
  const { t } = useTranslation()
  const { schools, isParent } = useSession()
  const own = useDefaultSchool()
  const children = useRead(parents.children, {}, { enabled: isParent })
  const [query, setQuery] = useSearchParams()
  const all = new Map([
    ...schools.map(({ id, name }) => [id, name] as const),
    ...(children.data ?? []).map(({ schoolId, schoolName }) => [schoolId, schoolName] as const),
  ])
  const asked = query.get('school')
  const schoolId = (asked && all.has(asked) && asked) || own?.id || [...all.keys()][0]
  if (isParent && !children.data && !children.error) return <Loading />
  return (
    <Screen title={t('calendar.title')}>
      {all.size > 1 && schoolId && (
        <div className="mb-4">
          <Segments
            label={t('calendar.school')}
            items={[...all].map(([value, label]) => ({ value, label }))}
            value={schoolId}
            onChange={(school) => setQuery({ school }, { replace: true })}
          />
        </div>
      )}
      {schoolId ? <OfSchool key={schoolId} schoolId={schoolId} /> : <Empty sentence={t('calendar.noSchool')} />}
    </Screen>
  )
}

function OfSchool({ schoolId }: { schoolId: string }) {
  const { data, error, refetch } = useRead(calendar.year, { schoolId })
  if (data) return <Year year={data} />
  return <LoadingOrFailed error={error} again={refetch} />
}

function Year({ year }: { year: CalendarYear }) {
  const { t } = useTranslation()
  const [view, setView] = useState<'agenda' | 'months'>('agenda')
  const [wishes, setWishes] = useState(year.wishesHijri)
  const { mutate } = useWrite(noticePreferences.update)
  const [asksFeed, setAsksFeed] = useState(false)
  const showsHijri = year.showsHijri || wishes
  const coming = year.days.filter(({ toDay }) => toDay >= year.today)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={t('calendar.view')}
          items={[
            { value: 'agenda', label: t('calendar.agenda') },
            { value: 'months', label: t('calendar.months') },
          ]}
          value={view}
          onChange={setView}
        />
        {!year.showsHijri && (
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={wishes}
              onChange={({ target }) => {
                setWishes(target.checked)
                mutate(
                  { showsHijri: target.checked },
                  {
                    onSuccess: () => stale(calendar.year),
                    onError: () => setWishes(!target.checked),
                  },
                )
              }}
              className="size-5 accent-(--primary)"
            />
            {t('calendar.showHijri')}
          </label>
        )}
        <Button
          className="ms-auto"
          icon={<CalendarPlus className="size-5" aria-hidden="true" />}
          onClick={() => setAsksFeed(true)}
        >
          {t('calendar.addToOwn')}
        </Button>
      </div>
      {view === 'months' && <YearStrip year={year} showsHijri={showsHijri} />}
      {view !== 'months' && coming.length === 0 && <Empty sentence={t('calendar.nothingComing')} />}
      {view !== 'months' && coming.length > 0 && (
        <DayList entries={coming} grades={year.grades} showsHijri={showsHijri} />
      )}
      {asksFeed && (
        <LazyPart onClose={() => setAsksFeed(false)}>
          <FeedDialog schoolId={year.schoolId} onClose={() => setAsksFeed(false)} />
        </LazyPart>
      )}
    </div>
  )
}
