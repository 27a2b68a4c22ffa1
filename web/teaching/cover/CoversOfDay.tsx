import { ChartBar, ChevronLeft, ChevronRight, Printer, Settings2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cover } from '#contract/teaching/cover/cover.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { dayAfter, isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { AbsentTeachers } from './AbsentTeachers.tsx'
import type { DayOfCovers, Proposals } from './cover-words.ts'
import { DaySheet } from './DaySheet.tsx'
import { LessonToGive } from './LessonToGive.tsx'
import { useAssigning } from './assigning.ts'

const RulesDialog = lazy(part(async () => (await import('./RulesDialog.tsx')).RulesDialog))

/** The absent teachers of a day, their lessons in order, and who takes each. */
export function CoversOfDay({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  const [query, setQuery] = useSearchParams()
  const [ruling, setRuling] = useState(false)
  const wanted = query.get('day')
  const day = wanted && isCivilDay(wanted) ? wanted : today
  const input = { schoolId: school.id, day }
  const { data, error, refetch, isPlaceholderData } = useRead(cover.day, input)
  const plan = useRead(cover.propose, input)
  useLive('school', school.id, (change) => change?.part !== 'register' && void stale(cover.day))
  const go = (to: string) => {
    const next = new URLSearchParams(query)
    next.set('day', to)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t('cover.dayBefore')} onClick={() => go(dayAfter(day, -1))}>
          <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <p className="font-medium">
          <Day day={day} named short />
        </p>
        <IconButton label={t('cover.dayAfter')} onClick={() => go(dayAfter(day, 1))}>
          <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <span className="ms-auto flex items-center gap-2">
          <IconButton label={t('cover.rules.title')} onClick={() => setRuling(true)}>
            <Settings2 className="size-5" aria-hidden="true" />
          </IconButton>
          <LinkButton tone="quiet" to={paths.coverCounts()} icon={<ChartBar className="size-5" aria-hidden="true" />}>
            {t('cover.counts.title')}
          </LinkButton>
        </span>
      </div>
      {data && !isPlaceholderData ? (
        <Lessons school={school} data={data} plan={plan.isPlaceholderData ? undefined : plan.data} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={5} />
      )}
      {ruling && (
        <LazyPart onClose={() => setRuling(false)}>
          <RulesDialog school={school} onClose={() => setRuling(false)} />
        </LazyPart>
      )}
    </div>
  )
}

type Props = { school: OwnSchool; data: DayOfCovers; plan: Proposals | undefined }

function Lessons({ school, data, plan }: Props) {
  const { t } = useTranslation()
  const [prints, setPrints] = useState(false)
  const { giving, give } = useAssigning(data)
  const { lessons, isClosed, hasTimetable } = data
  if (!hasTimetable) return <Empty sentence={t('cover.noTimetable')} />
  if (isClosed) return <Empty sentence={t('cover.closed')} />
  const open = plan?.lessons ?? []
  return (
    <>
      <AbsentTeachers school={school} data={data} />
      {lessons.length === 0 ? (
        <Empty sentence={t(data.absences.length === 0 ? 'cover.nobodyAbsent' : 'cover.noLessons')} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-40 text-muted" role="status">
              {t('cover.lessons', { count: lessons.length })}
              {open.length > 0 && ` · ${t('cover.open', { count: open.length })}`}
            </p>
            <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrints(true)}>
              {t('cover.print')}
            </Button>
            {plan && open.length > 0 && (
              <Button tone="primary" disabled={giving} onClick={() => void give(plan, open)}>
                {t('cover.takeAll')}
              </Button>
            )}
          </div>
          <ul className="space-y-3">
            {lessons.map((lesson) => (
              <LessonToGive
                key={lesson.lessonId}
                data={data}
                lesson={lesson}
                plan={plan}
                proposed={open.find(({ lessonId }) => lessonId === lesson.lessonId)}
                busy={giving}
                onGive={give}
              />
            ))}
          </ul>
        </>
      )}
      {prints && <DaySheet data={data} school={school} onClose={() => setPrints(false)} />}
    </>
  )
}
