import { lazy } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { activityKind } from '#web/teaching/activities/activity-kind.ts'
import { AttendanceTab } from '#web/teaching/attendance/AttendanceTab.tsx'
import { useSchoolYear } from '#web/teaching/class-work/school-year.ts'
import { YearSwitch } from '#web/teaching/class-work/YearSwitch.tsx'
import { examKind } from '#web/teaching/exams/exam-kind.ts'
import { homeworkKind } from '#web/teaching/homework/homework-kind.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { isId, paths } from '#web/lib/paths.ts'
import { useKeepOpened } from '#web/lib/recent.ts'
import { useToday } from '#web/lib/today.ts'
import { useActingSchool } from '#web/lib/acting-school.ts'
import { part } from '#web/ui/part.tsx'
import { LazyMoreActions } from '#web/ui/LazyMoreActions.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

const ClassWorkList = lazy(part(async () => (await import('#web/teaching/class-work/WorkList.tsx')).ClassWorkList))
const MarksScreen = lazy(part(async () => (await import('#web/teaching/marks/MarksScreen.tsx')).MarksScreen))
const ClassMarksTab = lazy(
  part(async () => (await import('#web/teaching/exams/ClassMarksTab.tsx')).ClassMarksTab, '.marks'),
)
const NoteList = lazy(part(async () => (await import('#web/teaching/notes/NoteList.tsx')).NoteList))

/** One class: its name, and a tab for each part of its day that this person may see. */
export function ClassScreen() {
  const { t } = useTranslation()
  const { classId = '' } = useParams()
  const { data, error, refetch } = useRead(classes.get, { classRoomId: classId })
  useKeepOpened('class', data)

  if (data) return <Class key={data.id} classRoom={data} />
  if (error instanceof Refused && (error.status === 404 || error.status === 403)) return <UnknownClass />
  return (
    <Screen title={t('classes.title')}>
      <LoadingOrFailed error={error} again={refetch} count={8} />
    </Screen>
  )
}

function Class({ classRoom }: { classRoom: OutputOf<typeof classes.get> }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const school = useActingSchool(classRoom.schoolId)
  const shown = useSchoolYear(classRoom.schoolId)
  const { known, yearId, isOther } = shown
  const today = useToday(school?.timeZone ?? 'Africa/Cairo')
  const tabs = [
    {
      value: 'attendance',
      needs: 'ViewAttendanceList',
      label: t('classes.attendance'),
      panel: <AttendanceTab classRoom={classRoom} today={today} year={shown.year} isOther={isOther} />,
    },
    ...kindsOfWork.map(({ kind, needs }) => ({
      value: kind.name,
      needs,
      label: t(`classes.${kind.name}`),
      panel: known ? (
        <LazyPart fallback={<Loading count={4} />}>
          <ClassWorkList key={kind.name} kind={kind} classRoom={classRoom} yearId={yearId} isClosed={isOther} />
        </LazyPart>
      ) : (
        <Loading count={4} />
      ),
    })),
    {
      value: 'marks',
      needs: 'ViewExams',
      label: t('classes.marks'),
      panel: known ? (
        <LazyPart fallback={<Loading count={6} />}>
          <ClassMarksTab classRoom={classRoom} yearId={yearId} today={today} />
        </LazyPart>
      ) : (
        <Loading count={6} />
      ),
    },
    {
      value: 'notes',
      needs: 'ViewNotes',
      label: t('classes.notes'),
      panel: known ? (
        <LazyPart fallback={<Loading count={4} />}>
          <NoteList classRoom={classRoom} yearId={yearId} isClosed={isOther} />
        </LazyPart>
      ) : (
        <Loading count={4} />
      ),
    },
  ].filter(({ needs }) => school?.permissions.includes(needs))

  const marked = kindsOfWork.find(({ kind }) => kind.name === query.get('tab'))?.kind
  const workId = query.get('work') ?? undefined
  if (marked && isId(workId))
    return (
      <LazyPart fallback={<Loading />}>
        <MarksScreen kind={marked} classRoom={classRoom} workId={workId} />
      </LazyPart>
    )

  return (
    <Screen
      title={classRoom.name}
      lead={
        <>
          <CourseTag name={classRoom.gradeName} /> {classRoom.otherYearName && <Bdi>{classRoom.otherYearName}</Bdi>}{' '}
          <span className="max-md:sr-only">{t('classes.students', { count: classRoom.studentsCount })}</span>
        </>
      }
      tools={
        <>
          <YearSwitch {...shown} />
          <LazyMoreActions of="class" id={classRoom.id} />
        </>
      }
    >
      <Tabs label={t('classes.tabs')} param="tab" keep={['year']} tabs={tabs} />
    </Screen>
  )
}

const kindsOfWork = [
  { kind: homeworkKind, needs: 'ViewHomework' },
  { kind: examKind, needs: 'ViewExams' },
  { kind: activityKind, needs: 'ViewActivities' },
]

/** A class that does not exist, and one this person may not see, look the same. */
function UnknownClass() {
  const { t } = useTranslation()
  return (
    <Screen title={t('classes.unknown')}>
      <Empty sentence={t('classes.unknownHint')}>
        <LinkButton to={paths.myClassroom()}>{t('menu.myClassroom')}</LinkButton>
      </Empty>
    </Screen>
  )
}
