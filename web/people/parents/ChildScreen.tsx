import { lazy } from 'react'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { parents } from '#contract/people/parents/parents.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { AttendanceTable } from '#web/teaching/attendance/AttendanceTable.tsx'
import { useSchoolYear } from '#web/teaching/class-work/school-year.ts'
import { YearSwitch } from '#web/teaching/class-work/YearSwitch.tsx'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePassed } from '#web/lib/passed.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { part } from '#web/ui/part.tsx'
import { LazyMoreActions } from '#web/ui/LazyMoreActions.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type Child, ChildrenLink, TableLink } from './ChildList.tsx'
import { ExcuseButton } from './ExcuseButton.tsx'

const StaffChildScreen = lazy(part(async () => (await import('./StaffChildScreen.tsx')).StaffChildScreen))
const rows = <Loading count={4} />
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

const OwnLink = lazy(part(async () => (await import('#web/people/parents/OwnLink.tsx')).OwnLink, '.family'))
const AbsenceCounts = lazy(
  part(async () => (await import('#web/teaching/absence/AbsenceCounts.tsx')).AbsenceCounts, '.absence'),
)
const ChildResults = lazy(
  part(async () => (await import('#web/results/results/ChildResults.tsx')).ChildResults, '.results'),
)
const ChildExcuses = lazy(
  part(async () => (await import('#web/teaching/absence/ChildExcuses.tsx')).ChildExcuses, '.absence'),
)
const ChildPapers = lazy(part(async () => (await import('#web/results/papers/ChildPapers.tsx')).ChildPapers, '.papers'))

const ChildRecord = lazy(
  part(async () => (await import('#web/people/official-records/ChildRecord.tsx')).ChildRecord, '.records'),
)

/**
 * One child as their parent sees them, or one student as staff does; a person who is both may switch (design.md §5). Any
 * other student is an unknown page.
 */
export function ChildScreen() {
  const { t } = useTranslation()
  const { isParent, schools } = useSession()
  const [query] = useSearchParams()
  const studentId = usePassed('studentId', 'student')
  const { data, error, refetch } = useRead(parents.children, {}, { enabled: isParent })
  if (!studentId) return <ErrorPage />
  if (isParent && !data)
    return (
      <Screen title={t('children.title')}>
        <LoadingOrFailed error={error} again={refetch} />
      </Screen>
    )

  const child = data?.find((one) => one.studentId === studentId)
  const isStaff = schools.some(({ id }) => !child || id === child.schoolId)
  const turnTo = (view: 'parent' | 'staff') => (
    <LinkButton
      className="print:hidden"
      to={paths.child(studentId, view)}
      icon={<UsersRound className="size-5" aria-hidden="true" />}
    >
      {t(`children.as.${view}`)}
    </LinkButton>
  )
  if (child && !(isStaff && query.get('view') === 'staff'))
    return <ChildPage key={studentId} child={child} tools={isStaff && turnTo('staff')} />
  if (!isStaff) return <ErrorPage />
  return (
    <LazyPart
      fallback={
        <div className="mx-auto max-w-6xl px-4 py-8">
          <Loading count={8} />
        </div>
      }
    >
      <StaffChildScreen key={studentId} studentId={studentId} tools={child && turnTo('parent')} />
    </LazyPart>
  )
}

/** Since when the child is not in the school any more, or until when its days are shown. */
function Ended({ child: { leftOn, seatEndedOn, pays } }: { child: Child }) {
  const { t } = useTranslation()
  if (leftOn)
    return (
      <p className={notice}>
        {t('children.left')} <Day day={leftOn} />
        <span className="block text-sm">{t('children.leftMeans')}</span>
      </p>
    )
  if (!seatEndedOn) return null
  return (
    <p className={notice}>
      {t(pays ? 'children.seatEnded' : 'children.shownUpTo')} <Day day={seatEndedOn} />
    </p>
  )
}

const notice = 'mb-4 rounded-card border border-accent bg-wait-soft p-4'

const Absence = ({ studentId, mayAsk }: { studentId: string; mayAsk: boolean }) => (
  <LazyPart fallback={<Loading count={2} />}>
    <AbsenceCounts studentId={studentId} />
    <ChildExcuses studentId={studentId} mayAsk={mayAsk} />
  </LazyPart>
)

function useTabs(child: Child, { known, isOther, yearId }: ReturnType<typeof useSchoolYear>) {
  const { t } = useTranslation()
  const { studentId, schoolId } = child
  const ofYear = (panel: ReactNode, loading = rows) =>
    known ? <LazyPart fallback={loading}>{panel}</LazyPart> : loading
  return [
    {
      value: 'activity',
      label: t('classes.activity'),
      // Its dates are not narrowed here (product.md §2.5).
      panel: ofYear(<StudentActivityList studentId={studentId} yearId={yearId} />),
    },
    {
      value: 'attendance',
      label: t('classes.attendance'),
      panel: (
        <>
          {ofYear(<AttendanceTable studentId={studentId} yearId={yearId} tools={!child.leftOn && <ExcuseButton />} />)}
          <Absence studentId={studentId} mayAsk={!child.leftOn} />
        </>
      ),
    },
    {
      value: 'exams',
      label: t('classes.exams'),
      panel: ofYear(<ChildExams studentId={studentId} schoolId={schoolId} yearId={yearId} isOther={isOther} />),
    },
    {
      value: 'results',
      label: t('menu.results'),
      panel: (
        <LazyPart fallback={rows}>
          <ChildResults studentId={studentId} />
        </LazyPart>
      ),
    },
    {
      value: 'homework',
      label: t('classes.homework'),
      panel: ofYear(<StudentHomeworkList studentId={studentId} schoolId={schoolId} yearId={yearId} />),
    },
    {
      value: 'notes',
      label: t('classes.notes'),
      panel: (
        <>
          <LazyPart>
            <ChildConduct studentId={studentId} />
          </LazyPart>
          {ofYear(<ChildNotes studentId={studentId} yearId={yearId} />)}
        </>
      ),
    },
    {
      value: 'numbers',
      label: t('numbers.title'),
      panel: ofYear(<StudentNumbers studentId={studentId} yearId={yearId} />, <Loading as="cards" count={3} />),
    },
    {
      value: 'papers',
      label: t('menu.papers'),
      panel: (
        <LazyPart fallback={rows}>
          <ChildPapers studentId={studentId} />
        </LazyPart>
      ),
    },
    {
      value: 'record',
      label: t('children.record'),
      panel: (
        <LazyPart fallback={rows}>
          <ChildRecord studentId={studentId} />
          <OwnLink studentId={studentId} />
        </LazyPart>
      ),
    },
  ]
}

function ChildPage({ child, tools }: { child: Child; tools: ReactNode }) {
  const { t } = useTranslation()
  const { studentId } = child
  const year = useSchoolYear(child.schoolId)
  const { isOther: _, ...shown } = year
  const tabs = useTabs(child, year)
  return (
    <Screen
      title={child.studentName}
      tab={t('children.child')}
      long
      lead={
        <>
          <Bdi>{child.classRoomName}</Bdi> · <Bdi>{child.schoolName}</Bdi>
        </>
      }
      tools={
        <>
          <YearSwitch {...shown} />
          <ChildrenLink short />
          <TableLink child={child} short />
          {tools}
          <LazyMoreActions of="child" id={studentId} />
        </>
      }
    >
      <Ended child={child} />
      <Tabs label={t('children.tabs')} param="tab" keep={['student', 'view', 'year']} tabs={tabs} />
      <div className="mt-8">
        <LazyPart>
          <StudentReaders studentId={studentId} lead="leadParent" />
        </LazyPart>
      </div>
    </Screen>
  )
}
