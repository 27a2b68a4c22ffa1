import { lazy, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isCivilDay, todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { TableLink } from '#web/people/parents/ChildList.tsx'
import { ExcuseButton } from '#web/people/parents/ExcuseButton.tsx'
import type { Overview } from '#web/overviews/student-overview/overview.ts'
import { OverviewForParent } from '#web/overviews/student-overview/OverviewOfStudent.tsx'
import type { ShownYear } from '#web/teaching/class-work/school-year.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { AttendancePart } from './AttendancePart.tsx'
import type { PartOfPage, TabOfPage } from './parts.ts'

const AskExcuse = lazy(part(async () => (await import('#web/teaching/absence/AskExcuse.tsx')).AskExcuse, '.absence'))
const StudentActivityList = lazy(
  part(async () => (await import('#web/teaching/activities/StudentActivityList.tsx')).StudentActivityList),
)
const StudentHomeworkList = lazy(
  part(async () => (await import('#web/teaching/homework/StudentHomeworkList.tsx')).StudentHomeworkList),
)
const ChildExams = lazy(part(async () => (await import('#web/teaching/exams/ChildExams.tsx')).ChildExams))
const ChildConduct = lazy(
  part(async () => (await import('#web/teaching/conduct/ChildConduct.tsx')).ChildConduct, '.conduct'),
)
const ChildNotes = lazy(part(async () => (await import('#web/teaching/notes/ChildNotes.tsx')).ChildNotes))
const StudentReaders = lazy(part(async () => (await import('#web/platform/audit/StudentReaders.tsx')).StudentReaders))
const StudentNumbers = lazy(
  part(async () => (await import('#web/teaching/student-numbers/StudentNumbers.tsx')).StudentNumbers),
)
const WeekOfStudent = lazy(
  part(async () => (await import('#web/school/timetable/WeekOf.tsx')).WeekOfStudent, '.timetable'),
)
const OwnLink = lazy(part(async () => (await import('#web/people/parents/OwnLink.tsx')).OwnLink, '.family'))
const ChildResults = lazy(
  part(async () => (await import('#web/results/results/ChildResults.tsx')).ChildResults, '.results'),
)
const ChildFees = lazy(part(async () => (await import('#web/money/fees/ChildFees.tsx')).ChildFees, '.fees'))
const ChildPapers = lazy(part(async () => (await import('#web/results/papers/ChildPapers.tsx')).ChildPapers, '.papers'))
const ChildSafety = lazy(part(async () => (await import('#web/people/safety/ChildSafety.tsx')).ChildSafety, '.safety'))
const ChildMeetings = lazy(
  part(async () => (await import('#web/people/meetings/ChildMeetings.tsx')).ChildMeetings, '.meetings'),
)
const ChildForms = lazy(part(async () => (await import('#web/people/forms/ChildForms.tsx')).ChildForms, '.forms'))
const ChildRecord = lazy(
  part(
    async () => (await import('#web/people/official-records/ChildRecord.tsx')).ChildRecord,
    '.records',
    '.corrections',
  ),
)

const rows = <Loading count={4} />

const loaded = (panel: ReactNode, loading = rows) => <LazyPart fallback={loading}>{panel}</LazyPart>

/** A panel that is filtered by the school year waits until the year is known. */
const ofYear = ({ known }: ShownYear, panel: ReactNode, loading = rows) => (known ? loaded(panel, loading) : loading)

/** The parts of the page that are a parent's. */
export function useParentParts(overview: Overview, year: ShownYear): PartOfPage[] {
  const { t } = useTranslation()
  const { studentId, leftOn } = overview
  const asks = leftOn === null
  const one = (key: string, label: string, panel: ReactNode, value = key): PartOfPage => ({
    key,
    label,
    tabs: [{ value, label, panel }],
  })
  return [
    one('overview', t('student.overview'), <First overview={overview} asks={asks} />),
    one(
      'attendance',
      t('classes.attendance'),
      <>
        <AttendancePart overview={overview} year={year} asks={asks} forParents />
        {asks && <Asking studentId={studentId} />}
      </>,
    ),
    { key: 'learning', label: t('student.learning'), tabs: learningTabs(t, overview, year) },
    one('conduct', t('student.conduct'), <ConductAndNotes studentId={studentId} year={year} />, 'notes'),
    one('papers', t('menu.papers'), loaded(<ChildPapers studentId={studentId} />)),
    ...(overview.own?.pays ? [one('fees', t('menu.fees'), loaded(<ChildFees studentId={studentId} />))] : []),
    one('file', t('student.file'), <File studentId={studentId} />, 'record'),
  ]
}

function learningTabs(t: (key: string) => string, { studentId, schoolId }: Overview, year: ShownYear): TabOfPage[] {
  const { yearId, isOther } = year
  const of = { studentId, schoolId, yearId }
  return [
    {
      value: 'week',
      label: t('classes.timetable'),
      panel: loaded(<WeekOfStudent studentId={studentId} today={todayOfDevice()} />),
    },
    { value: 'exams', label: t('classes.exams'), panel: ofYear(year, <ChildExams {...of} isOther={isOther} />) },
    { value: 'homework', label: t('classes.homework'), panel: ofYear(year, <StudentHomeworkList {...of} />) },
    {
      value: 'activity',
      label: t('classes.activity'),
      // Its dates are not narrowed here (product.md §2.5).
      panel: ofYear(year, <StudentActivityList studentId={studentId} yearId={yearId} />),
    },
    { value: 'results', label: t('menu.results'), panel: loaded(<ChildResults studentId={studentId} />) },
    {
      value: 'numbers',
      label: t('numbers.title'),
      panel: ofYear(year, <StudentNumbers studentId={studentId} yearId={yearId} />, <Loading as="cards" count={3} />),
    },
  ]
}

const ConductAndNotes = ({ studentId, year }: { studentId: string; year: ShownYear }) => (
  <>
    <LazyPart>
      <ChildConduct studentId={studentId} />
    </LazyPart>
    {ofYear(year, <ChildNotes studentId={studentId} yearId={year.yearId} />)}
  </>
)

/** The official record, what the own link allows, and who has read of the child. */
const File = ({ studentId }: { studentId: string }) => (
  <>
    {loaded(
      <>
        <ChildRecord studentId={studentId} />
        <OwnLink studentId={studentId} />
      </>,
    )}
    <LazyPart>
      <ChildSafety studentId={studentId} />
    </LazyPart>
    <div className="mt-8">
      <LazyPart>
        <StudentReaders studentId={studentId} lead="leadParent" />
      </LazyPart>
    </div>
  </>
)

/** The overview, with the weekly table beside what comes, and the way to excuse an absence. */
function First({ overview, asks }: { overview: Overview; asks: boolean }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { studentId, studentName } = overview
  const toExcuse = (day: string) => {
    const next = new URLSearchParams(query)
    next.set('excuse', day)
    return `?${next}`
  }
  return (
    <>
      {asks && (
        <LazyPart>
          <ChildMeetings studentId={studentId} />
          <ChildForms studentId={studentId} />
        </LazyPart>
      )}
      <OverviewForParent
        overview={overview}
        {...(asks && { toExcuse })}
        excuse={
          asks && (
            <>
              <ExcuseButton />
              <LinkButton tone="quiet" to={paths.messages({ to: studentId })}>
                {t('student.writeTo')}
              </LinkButton>
            </>
          )
        }
        table={<TableLink child={{ studentId, studentName }} />}
      />
      {asks && <Asking studentId={studentId} />}
    </>
  )
}

/** The form of an excuse, which an address with `?excuse=` opens with that day. */
function Asking({ studentId }: { studentId: string }) {
  const [query, setQuery] = useSearchParams()
  const named = query.get('excuse')
  if (named === null) return null
  const close = () => {
    const next = new URLSearchParams(query)
    next.delete('excuse')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <LazyPart onClose={close}>
      <AskExcuse studentId={studentId} day={isCivilDay(named) ? named : todayOfDevice()} onClose={close} />
    </LazyPart>
  )
}

/** Since when the child is not in the school any more, or until when its days are shown. */
export function Ended({ overview: { leftOn, own } }: { overview: Overview }) {
  const { t } = useTranslation()
  if (leftOn)
    return (
      <p className={notice}>
        {t('children.left')} <Day day={leftOn} />
        <span className="block text-sm">{t('children.leftMeans')}</span>
      </p>
    )
  if (!own?.seatEndedOn) return null
  return (
    <p className={notice}>
      {t(own.pays ? 'children.seatEnded' : 'children.shownUpTo')} <Day day={own.seatEndedOn} />
    </p>
  )
}

const notice = 'mb-4 rounded-card border border-accent bg-wait-soft p-4'
