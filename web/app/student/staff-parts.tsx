import { lazy, type ReactNode } from 'react'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { results } from '#contract/results/results/results.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import type { Operation } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import type { Overview } from '#web/overviews/student-overview/overview.ts'
import { OverviewForStaff } from '#web/overviews/student-overview/OverviewOfStudent.tsx'
import type { ShownYear } from '#web/teaching/class-work/school-year.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { AttendancePart } from './AttendancePart.tsx'
import type { PartOfPage } from './parts.ts'

const ChildResults = lazy(
  part(async () => (await import('#web/results/results/ChildResults.tsx')).ChildResults, '.results'),
)
const IssuedTab = lazy(part(async () => (await import('#web/results/papers/IssuedTab.tsx')).IssuedTab, '.papers'))
const StudentConduct = lazy(
  part(async () => (await import('#web/teaching/conduct/StudentConduct.tsx')).StudentConduct, '.conduct'),
)
const StudentHomeworkList = lazy(
  part(async () => (await import('#web/teaching/homework/StudentHomeworkList.tsx')).StudentHomeworkList),
)
const StudentExamList = lazy(
  part(async () => (await import('#web/teaching/exams/StudentExamList.tsx')).StudentExamList),
)
const StudentActivityList = lazy(
  part(async () => (await import('#web/teaching/activities/StudentActivityList.tsx')).StudentActivityList),
)
const NoteList = lazy(part(async () => (await import('#web/teaching/notes/NoteList.tsx')).NoteList))
const WeekOfStudent = lazy(
  part(async () => (await import('#web/school/timetable/WeekOf.tsx')).WeekOfStudent, '.timetable'),
)
const StudentNumbers = lazy(
  part(async () => (await import('#web/teaching/student-numbers/StudentNumbers.tsx')).StudentNumbers),
)
const FileTab = lazy(part(async () => (await import('#web/app/student/FileTab.tsx')).FileTab, '.settings', '.family'))
const RecordOfStudent = lazy(
  part(async () => (await import('#web/app/student/FileTab.tsx')).RecordOfStudent, '.settings', '.records'),
)

const ThreadsOfStudent = lazy(
  part(async () => (await import('#web/messages/threads/ThreadsOfStudent.tsx')).ThreadsOfStudent, '.threads'),
)
const StudentFees = lazy(part(async () => (await import('#web/money/fees/StudentFees.tsx')).StudentFees, '.fees'))

const rows = <Loading count={4} />

type OfStaff = { value: string; label: string; needs: readonly string[]; panel: ReactNode }
type Shown = { t: (key: string) => string; overview: Overview; year: ShownYear; school: OwnSchool | undefined }

const keysOf = ({ access }: Operation) => ('keys' in access ? access.keys : [])

const loaded = (panel: ReactNode, loading = rows) => <LazyPart fallback={loading}>{panel}</LazyPart>

/** A panel that is filtered by the school year waits until the year is known. */
const ofYear = ({ known }: ShownYear, panel: ReactNode, loading = rows) => (known ? loaded(panel, loading) : loading)

/** The parts of the page that the person may see. */
export function useStaffParts(overview: Overview, year: ShownYear): PartOfPage[] {
  const { t } = useTranslation()
  const { schools } = useSession()
  const { studentId, schoolId } = overview
  const school = schools.find(({ id }) => id === schoolId)
  const shown = { t, overview, year, school }
  const holds = (key: string) => school?.permissions.some((held) => held === key) === true
  const several = (key: string, label: string, tabs: OfStaff[]): PartOfPage => ({
    key,
    label,
    tabs: tabs.filter(({ needs }) => needs.length === 0 || needs.some(holds)),
  })
  const one = (value: string, label: string, needs: readonly string[], panel: ReactNode) =>
    several(value, label, [{ value, label, needs, panel }])
  return [
    one('overview', t('student.overview'), [], <OverviewForStaff overview={overview} />),
    one(
      'attendance',
      t('classes.attendance'),
      keysOf(attendance.list),
      <AttendancePart overview={overview} year={year} />,
    ),
    several('learning', t('student.learning'), learningTabs(shown)),
    several('conduct', t('student.conduct'), conductTabs(shown, holds)),
    one(
      'papers',
      t('menu.papers'),
      keysOf(papers.list),
      school && loaded(<IssuedTab school={school} studentId={studentId} />),
    ),
    one('messages', t('menu.messages'), ['ReviewMessages'], loaded(<ThreadsOfStudent {...{ schoolId, studentId }} />)),
    one('fees', t('menu.fees'), keysOf(feeFamilies.get), loaded(<StudentFees {...{ schoolId, studentId }} />)),
    several('file', t('student.file'), fileTabs(shown)),
  ]
}

function learningTabs({ t, overview: { studentId, schoolId }, year }: Shown): OfStaff[] {
  const { yearId } = year
  const work = { studentId, schoolId, yearId, toMarks: true }
  return [
    {
      value: 'exams',
      label: t('classes.exams'),
      needs: keysOf(studentExams.list),
      panel: ofYear(year, <StudentExamList {...work} />),
    },
    {
      value: 'homework',
      label: t('classes.homework'),
      needs: keysOf(studentHomework.list),
      panel: ofYear(year, <StudentHomeworkList {...work} />),
    },
    {
      value: 'activity',
      label: t('classes.activity'),
      needs: keysOf(studentActivities.list),
      panel: ofYear(year, <StudentActivityList {...work} />),
    },
    {
      value: 'week',
      label: t('classes.timetable'),
      needs: keysOf(timetable.ofStudent),
      panel: loaded(<WeekOfStudent studentId={studentId} today={todayOfDevice()} />),
    },
    {
      value: 'results',
      label: t('menu.results'),
      needs: keysOf(results.student),
      panel: loaded(<ChildResults studentId={studentId} />),
    },
    {
      value: 'numbers',
      label: t('numbers.title'),
      needs: keysOf(studentNumbers.get),
      panel: ofYear(year, <StudentNumbers studentId={studentId} yearId={yearId} />, <Loading as="cards" count={3} />),
    },
  ]
}

const conductTabs = ({ t, overview, year }: Shown, holds: (key: string) => boolean): OfStaff[] => [
  {
    value: 'notes',
    label: t('classes.notes'),
    needs: keysOf(notes.list),
    panel: ofYear(year, <Notes overview={overview} yearId={year.yearId} isClosed={year.isOther} />),
  },
  {
    value: 'conduct',
    label: t('children.conduct'),
    needs: keysOf(conduct.ofStudent),
    panel: loaded(
      <StudentConduct
        student={{ studentId: overview.studentId, studentName: overview.firstName, schoolId: overview.schoolId }}
        mayRecord={overview.active && holds('RecordConduct')}
        mayDecide={holds('DecideConduct')}
      />,
    ),
  },
]

const fileTabs = ({ t, overview: { studentId }, school }: Shown): OfStaff[] =>
  school
    ? [
        {
          value: 'file',
          label: t('student.general'),
          needs: ['ViewSchoolStudentsList'],
          panel: loaded(<FileTab school={school} studentId={studentId} />),
        },
        {
          value: 'record',
          label: t('children.record'),
          needs: [...keysOf(officialRecords.get), ...keysOf(officialRecords.health)],
          panel: loaded(<RecordOfStudent school={school} studentId={studentId} />),
        },
      ]
    : []

/** A note belongs to a class: the student's current one. */
function Notes({ overview, ...ofYear }: { overview: Overview; yearId: string | undefined; isClosed: boolean }) {
  const { studentId, classRoomId, active } = overview
  const { data, error, refetch } = useRead(classes.get, { classRoomId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  return (
    <LazyPart fallback={rows}>
      <NoteList classRoom={data} studentId={studentId} isInactive={!active} {...ofYear} />
    </LazyPart>
  )
}
