import { type ComponentType, lazy, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { AttendanceTab } from '#web/teaching/attendance/AttendanceTab.tsx'
import type { Kind } from '#web/teaching/class-work/kind.ts'
import { useSchoolYear } from '#web/teaching/class-work/school-year.ts'
import { YearSwitch } from '#web/teaching/class-work/YearSwitch.tsx'
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

const ClassTab = lazy(part(async () => (await import('./ClassTabScreen.tsx')).ClassTab, '.marks', '.timetable'))

/** One class: its name, and a tab for each part of its day that this person may see. */
export function ClassScreen() {
  const { t } = useTranslation()
  const { classId = '' } = useParams()
  const { data, error, refetch } = useRead(classes.get, { classRoomId: classId })
  useKeepOpened('class', data)

  if (data) return <Class key={data.id} classRoom={data} />
  if (error instanceof Refused && [403, 404].includes(error.status)) return <UnknownClass />
  return (
    <Screen title={t('classes.title')}>
      <LoadingOrFailed error={error} again={refetch} />
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
  const loading = <Loading />
  const fetched = (panel: ReactNode) => <LazyPart fallback={loading}>{panel}</LazyPart>
  const ofYear = (panel: ReactNode) => (known ? fetched(panel) : loading)
  const of = { classRoom, today }
  const register = <AttendanceTab {...shown} {...of} />
  const parts: [value: string, needs: string, panel: ReactNode][] = [
    ['attendance', 'ViewAttendanceList', register],
    ...kindsOfWork.map(({ name, needs, List }): (typeof parts)[number] => [
      name,
      needs,
      ofYear(<List key={name} {...of} yearId={yearId} isClosed={isOther} />),
    ]),
    ...further.map(([name, needs]): (typeof parts)[number] => [
      name,
      needs,
      ofYear(<ClassTab {...shown} {...of} of={name} />),
    ]),
  ]
  const tabs = parts
    .filter(([, needs]) => school?.permissions.includes(needs))
    .map(([value, , panel]) => ({ value, label: t(`classes.${value}`), panel }))

  const marked = kindsOfWork.find(({ name }) => name === query.get('tab'))
  const workId = query.get('work') ?? undefined
  if (marked && isId(workId)) return fetched(<marked.Marks {...of} workId={workId} />)

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

/** The other tabs, each with the key that it needs. */
const further = [
  ['marks', 'ViewExams'],
  ['timetable', 'ViewAttendanceList'],
  ['notes', 'ViewNotes'],
] as const

/** The list and the marks of a kind of work, fetched together with what the kind declares. */
const kindOfWork = (name: string, needs: string, kind: () => Promise<Kind>) => ({
  name,
  needs,
  List: ofKind(kind, async () => (await import('#web/teaching/class-work/WorkList.tsx')).ClassWorkList),
  Marks: ofKind(kind, async () => (await import('#web/teaching/marks/MarksScreen.tsx')).MarksScreen),
})

const ofKind = <P extends { kind: Kind }>(kind: () => Promise<Kind>, load: () => Promise<ComponentType<P>>) =>
  lazy(
    part<Omit<P, 'kind'>>(async () => {
      const [its, Of] = await Promise.all([kind(), load()])
      return (props) => <Of {...(props as P)} kind={its} />
    }),
  )

const kindsOfWork = [
  kindOfWork(
    'homework',
    'ViewHomework',
    async () => (await import('#web/teaching/homework/homework-kind.ts')).homeworkKind,
  ),
  kindOfWork('exams', 'ViewExams', async () => (await import('#web/teaching/exams/exam-kind.ts')).examKind),
  kindOfWork(
    'activity',
    'ViewActivities',
    async () => (await import('#web/teaching/activities/activity-kind.ts')).activityKind,
  ),
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
