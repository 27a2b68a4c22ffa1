import { lazy } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { AttendanceTable } from '#web/teaching/attendance/AttendanceTable.tsx'
import { useSchoolYear } from '#web/teaching/class-work/school-year.ts'
import { YearSwitch } from '#web/teaching/class-work/YearSwitch.tsx'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useKeepOpened } from '#web/lib/recent.ts'
import { useActingSchool } from '#web/lib/acting-school.ts'
import { part } from '#web/ui/part.tsx'
import { LazyMoreActions } from '#web/ui/LazyMoreActions.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

const rows = <Loading count={4} />
const ChildResults = lazy(
  part(async () => (await import('#web/results/results/ChildResults.tsx')).ChildResults, '.results'),
)
const AbsenceCounts = lazy(
  part(async () => (await import('#web/teaching/absence/AbsenceCounts.tsx')).AbsenceCounts, '.absence'),
)
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
const StudentNumbers = lazy(
  part(async () => (await import('#web/teaching/student-numbers/StudentNumbers.tsx')).StudentNumbers),
)

type Student = OutputOf<typeof studentRecords.get>

/** One student as staff sees them. `tools` stands beside the name. */
export function StaffChildScreen({ studentId, tools }: { studentId: string; tools?: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentRecords.get, { studentId })
  useKeepOpened('student', data)

  if (data) return <Student student={data} tools={tools} />
  if (error instanceof Refused && error.status < 500) return <ErrorPage />
  return (
    <Screen title={t('children.child')}>
      <LoadingOrFailed error={error} again={refetch} count={8} />
    </Screen>
  )
}

/** What the person may see of the student. */
function useTabs(student: Student, { known, isOther, yearId }: ReturnType<typeof useSchoolYear>) {
  const { t } = useTranslation()
  const school = useActingSchool(student.schoolId)
  const ofYear = (panel: ReactNode, loading = rows) =>
    known ? <LazyPart fallback={loading}>{panel}</LazyPart> : loading
  const work = { studentId: student.id, schoolId: student.schoolId, yearId, toMarks: true }
  return [
    {
      value: 'attendance',
      needs: ['ViewAttendanceList'],
      label: t('classes.attendance'),
      panel: ofYear(
        <>
          <AbsenceCounts studentId={student.id} />
          <AttendanceTable studentId={student.id} yearId={yearId} />
        </>,
      ),
    },
    {
      value: 'homework',
      needs: ['ViewHomework'],
      label: t('classes.homework'),
      panel: ofYear(<StudentHomeworkList {...work} />),
    },
    {
      value: 'exams',
      needs: ['ViewExams', 'ViewExamsSetting'],
      label: t('classes.exams'),
      panel: ofYear(<StudentExamList {...work} />),
    },
    {
      value: 'results',
      needs: ['ViewExams', 'ManageResults'],
      label: t('menu.results'),
      panel: (
        <LazyPart fallback={rows}>
          <ChildResults studentId={student.id} />
        </LazyPart>
      ),
    },
    {
      value: 'activity',
      needs: ['ViewActivities'],
      label: t('classes.activity'),
      panel: ofYear(<StudentActivityList {...work} />),
    },
    {
      value: 'notes',
      needs: ['ViewNotes'],
      label: t('classes.notes'),
      panel: ofYear(<Notes student={student} yearId={yearId} isClosed={isOther} />),
    },
    {
      value: 'conduct',
      needs: ['RecordConduct', 'DecideConduct'],
      label: t('children.conduct'),
      panel: (
        <LazyPart fallback={rows}>
          <StudentConduct
            student={{ studentId: student.id, studentName: student.firstName, schoolId: student.schoolId }}
            mayRecord={student.active && school?.permissions.includes('RecordConduct') === true}
            mayDecide={school?.permissions.includes('DecideConduct') === true}
          />
        </LazyPart>
      ),
    },
    {
      value: 'numbers',
      needs: ['ViewAttendanceList', 'ViewExams', 'ViewExamsSetting'],
      label: t('numbers.title'),
      panel: ofYear(<StudentNumbers studentId={student.id} yearId={yearId} />, <Loading as="cards" count={3} />),
    },
  ].filter(({ needs }) => needs.some((key) => school?.permissions.includes(key)))
}

function Student({ student, tools }: { student: Student; tools: ReactNode }) {
  const { t } = useTranslation()
  const year = useSchoolYear(student.schoolId)
  const { isOther: _, ...shown } = year
  const tabs = useTabs(student, year)

  return (
    <Screen
      title={[student.firstName, student.middleName, student.lastName].filter(Boolean).join(' ')}
      tab={t('children.child')}
      lead={<About student={student} />}
      tools={
        <>
          <YearSwitch {...shown} />
          {tools}
          <LazyMoreActions of="student" id={student.id} />
        </>
      }
    >
      <Tabs label={t('children.tabs')} param="tab" keep={['student', 'view', 'year']} tabs={tabs} />
    </Screen>
  )
}

function About({ student }: { student: Student }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} className="my-auto size-8" />
      <Link
        to={paths.classRoom(student.classRoomId)}
        className="inline-flex min-h-11 items-center font-medium [overflow-wrap:anywhere] text-primary underline-offset-4 hover:underline"
      >
        <Bdi>{student.classRoomName}</Bdi>
      </Link>
      {student.code && <Digits>{student.code}</Digits>}
      {student.leftOn ? (
        <span className="text-sm text-muted">
          {t('children.left')} <Day day={student.leftOn} />
        </span>
      ) : (
        !student.active && <StatusBadge status="neutral" word={t('classes.inactive')} />
      )}
    </div>
  )
}

/** A note belongs to a class: the student's current one. */
function Notes({ student, ...ofYear }: { student: Student; yearId: string | undefined; isClosed: boolean }) {
  const { data, error, refetch } = useRead(classes.get, { classRoomId: student.classRoomId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  return (
    <LazyPart fallback={rows}>
      <NoteList classRoom={data} studentId={student.id} isInactive={!student.active} {...ofYear} />
    </LazyPart>
  )
}
