import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { useList, useRead } from '#web/lib/api.ts'
import { dayAfter, dayInAddress, todayOfDevice, weekStart } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useIdFromLastScreen } from '#web/lib/id-from-last-screen.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { IconButton, LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { type Child, ChildrenLink } from './ChildList.tsx'
import { WeekGrid } from './WeekGrid.tsx'

/** A child's table on a narrow screen: a page of its own, and the way back to all children. */
export function ChildTableScreen() {
  const { t } = useTranslation()
  const { child, pending } = useChild()
  if (!child) return pending ?? <ErrorPage />
  return (
    <Screen
      title={`${t('children.table')}: ${child.studentName}`}
      tab={t('children.table')}
      lead={<Bdi>{child.classRoomName}</Bdi>}
      tools={
        <>
          <ChildrenLink />
          <LinkButton to={paths.student(child.studentId)}>{t('children.pages')}</LinkButton>
        </>
      }
    >
      <ChildTable child={child} />
    </Screen>
  )
}

/** The same beside the list of children, on a wide screen. */
export function ChildTableNested() {
  const { t } = useTranslation()
  const { child, pending } = useChild()
  if (!child) return pending ?? <Empty sentence={t('children.unknown')} />
  return (
    <section aria-labelledby="child-table" className="min-w-0">
      <h2 id="child-table" className="mb-4 text-xl [overflow-wrap:anywhere]">
        {t('children.table')}: <Bdi>{child.studentName}</Bdi>
      </h2>
      <ChildTable child={child} />
    </section>
  )
}

function useChild(): { child?: Child; pending: ReactNode } {
  const studentId = useIdFromLastScreen('studentId', 'student')
  const { data, error, refetch } = useRead(parents.children, {})
  const child = data?.find((one) => one.studentId === studentId)
  if (data) return { ...(child && { child }), pending: null }
  return { pending: <LoadingOrFailed error={error} again={refetch} /> }
}

function ChildTable({ child }: { child: Child }) {
  const { t } = useTranslation()
  return (
    <>
      <Week key={child.studentId} child={child} />
      <h3 className="mt-8 mb-3 text-lg">{t('children.timetable')}</h3>
      <Timetable child={child} />
    </>
  )
}

/** The class's weekly timetable as the school keeps it: a picture, or a link to where it stands. */
function Timetable({ child: { wcsUrl, classRoomName } }: { child: Child }) {
  const { t } = useTranslation()
  if (!wcsUrl) return <Empty sentence={t('children.noTimetable')} />
  if (!wcsUrl.startsWith('/media/'))
    return (
      <a
        href={wcsUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
      >
        {t('children.openTimetable')}
      </a>
    )
  return (
    <a href={wcsUrl} target="_blank" rel="noopener noreferrer" className="block">
      <img
        src={wcsUrl}
        alt={`${t('children.timetable')}: ${classRoomName}`}
        loading="lazy"
        className="max-h-[85dvh] max-w-full rounded-card border border-line"
      />
    </a>
  )
}

/** A child's week, past and planned. */
function Week({ child: { studentId, classRoomId } }: { child: Child }) {
  const { t, language } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const today = todayOfDevice()
  const from = weekStart(dayInAddress(query, 'week') ?? today, language)
  const week = { studentId, dateFrom: from, dateTo: dayAfter(from, 6), pageSize: 200 }
  const counted = useRead(calendar.count, { classRoomId, dateFrom: from, dateTo: dayAfter(from, 6) })
  const marks = useList(attendance.list, week)
  const homework = useList(studentHomework.list, week)
  const exams = useList(studentExams.list, week)
  const activities = useList(studentActivities.list, week)
  const lists = [marks, homework, exams, activities]
  const failed = lists.find(({ error }) => error)
  const isReading = lists.some(({ rows, isPlaceholderData }) => !rows || isPlaceholderData)

  const turn = (to: string) => {
    const next = new URLSearchParams(query)
    next.set('student', studentId)
    next.set('week', to)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const on = <Row extends { date: string }>(day: string, rows: Row[] = []) => rows.filter(({ date }) => date === day)

  return (
    <>
      <div className="mb-3 flex items-center gap-1">
        <IconButton label={t('children.weekBefore')} onClick={() => turn(dayAfter(from, -7))}>
          <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </IconButton>
        <p role="status" className="font-medium">
          <Day day={from} /> – <Day day={dayAfter(from, 6)} short />
        </p>
        <IconButton label={t('children.weekAfter')} onClick={() => turn(dayAfter(from, 7))}>
          <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </IconButton>
      </div>
      {failed?.error && <Failed error={failed.error} again={failed.refetch} />}
      {!failed?.error && isReading && <Loading count={7} />}
      {!failed?.error && !isReading && (
        <WeekGrid
          closedDays={counted.data?.hasCalendar ? counted.data.closedDays : null}
          today={today}
          days={Array.from({ length: 7 }, (_, nth) => dayAfter(from, nth)).map((date) => ({
            date,
            states: on(date, marks.rows),
            works: [
              ...on(date, homework.rows).map((work) => ({ ...work, kind: 'homework' as const })),
              ...on(date, exams.rows).map((work) => ({ ...work, kind: 'exam' as const })),
              ...on(date, activities.rows).map((work) => ({ ...work, kind: 'activity' as const })),
            ],
          }))}
        />
      )}
    </>
  )
}
