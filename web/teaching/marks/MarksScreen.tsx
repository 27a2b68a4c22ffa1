import { ChevronLeft } from 'lucide-react'
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Excerpt } from '#web/ui/Excerpt.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Kind, Result, Work } from '#web/teaching/class-work/kind.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Figures } from './Figures.tsx'
import { MarkBar } from './MarkBar.tsx'
import { MarkList } from './MarkList.tsx'
import { useMarks } from './marking.ts'
import { isUnsaved, type Marks } from './sheet.ts'
import { useClosedTerm } from '#web/teaching/class-work/closed-term.ts'
import { History } from './History.tsx'
import { OneMore } from './OneMore.tsx'
import { Publication } from './Publication.tsx'

const ClosedTerm = lazy(
  part(async () => (await import('#web/teaching/class-work/ClosedTerm.tsx')).ClosedTerm, '.marks'),
)

type Props = { kind: Kind; classRoom: WorkClass; workId: string }

/** The marks of one homework, exam or activity: entry, comparison and statistics. */
export function MarksScreen({ kind, classRoom, workId }: Props) {
  const { t } = useTranslation()
  const work = useRead(kind.work.get, kind.byId(workId))
  const results = useWhole(kind.results.list, { workId })
  const again = () => Promise.all([work.refetch(), results.refetch()])
  const isTermClosed = useClosedTerm(classRoom.id, work.data?.date)

  const failed = work.error ?? results.error
  // The work was removed, or may no longer be seen. After any other failure, what was typed stays.
  const isGone = failed instanceof Refused && (failed.status === 404 || failed.status === 403)
  const loading = (
    <Screen title={t('marks.title')} lead={<Back kind={kind} classRoom={classRoom} />}>
      <LoadingOrFailed error={failed} again={again} count={8} />
    </Screen>
  )
  // The marks wait for the line above them, because they would move under the finger when it came later.
  if (!work.data || !results.data || isGone || isTermClosed === undefined) return loading
  return (
    <LazyPart fallback={loading}>
      <Sheet key={workId} {...{ kind, classRoom, again, isTermClosed }} work={work.data} results={results.data} />
    </LazyPart>
  )
}

type SheetProps = {
  kind: Kind
  classRoom: WorkClass
  work: Work
  results: Result[]
  isTermClosed: boolean
  again: () => unknown
}

function Sheet({ kind, classRoom, work, results, isTermClosed, again }: SheetProps) {
  const { t } = useTranslation()
  const marks = useMarks({ kind, work, results, again })
  // On a phone, the marks come first.
  const tools = (
    <>
      <ExportButton list={kind.results.list} input={{ workId: work.id }} />
      <OneMore kind={kind} classRoom={classRoom} work={work} results={results} />
    </>
  )
  return (
    <Screen
      title={`${t('marks.title')}: ${work.courseName}`}
      lead={<About kind={kind} classRoom={classRoom} work={work} />}
      tools={<div className="flex items-center gap-3 max-md:hidden">{tools}</div>}
    >
      {isTermClosed && <ClosedTerm />}
      {results.length > 0 && <Publication kind={kind} marks={marks} work={work} schoolId={classRoom.schoolId} />}
      {results.length === 0 ? (
        <Empty sentence={t('marks.noStudents')} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[1fr_18rem]">
          <Figures marks={marks} kind={kind} />
          <div className="order-first min-w-0">
            <MarkList kind={kind} marks={marks} results={results} schoolId={classRoom.schoolId} />
            <MarkBar
              kind={kind}
              marks={marks}
              history={<History kind={kind} marks={marks} work={work} results={results} />}
            />
          </div>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3 md:hidden">{tools}</div>
      <AskBeforeLeaving
        loses={(next) => new URLSearchParams(next.search).get('work') !== work.id && hasLost(marks, next.pathname)}
        title={t('marks.leave')}
        description={t('marks.leaveMeans')}
        submit={t('marks.goAway')}
      />
    </Screen>
  )
}

/**
 * Whether marks would be lost. Marks that are being sent do not need this screen, but they need the person to stay signed in.
 */
function hasLost(marks: Marks, pathname: string) {
  marks.commit() // The browser's back button does not take the focus from the cell.
  const { cells, isOffline } = marks.store.getState()
  const losesUnsent = isOffline || pathname === paths.auth()
  return [...cells.values()].some((cell) => cell.problem !== null || (losesUnsent && isUnsaved(cell)))
}

function About({ kind, classRoom, work }: { kind: Kind; classRoom: WorkClass; work: Work }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        <Back kind={kind} classRoom={classRoom} />
        <Day day={work.date} named />
        {work.monthName && <Bdi>{work.monthName}</Bdi>}
        <span>
          {t(`settings.${kind.name}.rate`)}: <Digits>{work.rate}</Digits>
        </span>
      </div>
      {work.details && <Excerpt>{work.details}</Excerpt>}
    </>
  )
}

function Back({ kind, classRoom }: { kind: Kind; classRoom: WorkClass }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  return (
    <Link
      to={paths.classRoom(classRoom.id, kind.name, query.get('year') ?? undefined)}
      className="-ms-1 inline-flex min-h-11 items-center gap-1 text-primary [overflow-wrap:anywhere]"
    >
      <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
      <span>
        <Bdi>{classRoom.name}</Bdi>: {t(`classes.${kind.name}`)}
      </span>
    </Link>
  )
}
