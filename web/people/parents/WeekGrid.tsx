import { BookOpen, ClipboardList, type LucideIcon, Shapes } from 'lucide-react'
import { weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { looks } from '#web/ui/Counts.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toneOf } from '#web/ui/tone.ts'
import { coursesIn, type DayOfChild, isDayOff, type WorkOfChild } from './week.ts'

type Props = {
  days: DayOfChild[]
  today: string
  /** By the calendar of the school; null where it has none. */
  closedDays: readonly string[] | null
}

/** A child's week: a row a day, a column a course. On a narrow screen a day is a line of what there is on it. */
export function WeekGrid({ days, today, closedDays }: Props) {
  const { t } = useTranslation()
  const courses = coursesIn(days)
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface">
      <table aria-label={t('children.table')} className="block w-full text-start @3xl:table">
        <thead className="sr-only border-b border-line text-sm text-muted @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start font-medium">
              {t('attendance.day')}
            </th>
            <th scope="col" className="px-4 text-start font-medium">
              {t('classes.attendance')}
            </th>
            {courses.map((course) => (
              <th key={course} scope="col" className="px-4 text-start font-medium">
                <Bdi>{course}</Bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line @3xl:table-row-group">
          {days.map((day) => (
            <DayRow
              key={day.date}
              day={day}
              courses={courses}
              isToday={day.date === today}
              isOff={isDayOff(day, closedDays)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { day: DayOfChild; courses: string[]; isToday: boolean; isOff: boolean }

function DayRow({ day, courses, isToday, isOff }: RowProps) {
  const { t, language } = useTranslation()
  const { date, states, works } = day
  return (
    <tr
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 @3xl:table-row',
        isToday && 'bg-soft',
        isOff && 'text-muted',
      )}
    >
      <th scope="row" className="w-28 text-start font-normal @3xl:w-auto @3xl:px-4 @3xl:py-2.5">
        <span className="block font-semibold">{weekdayName(date, language)}</span>
        <span className="block text-sm text-muted">
          <Day day={date} short />
        </span>
      </th>
      <td className="@3xl:px-4">
        {isOff
          ? t('children.dayOff')
          : states.map(({ id, state }) => (
              <StatusBadge key={id} status={looks[state]} word={t(`attendance.${state}`)} />
            ))}
      </td>
      {courses.map((course) => {
        const ofCourse = works.filter(({ courseName }) => courseName === course)
        return (
          <td key={course} className={cx('@3xl:px-4', ofCourse.length === 0 && 'hidden @3xl:table-cell')}>
            <span className="flex flex-wrap gap-1.5">
              {ofCourse.map((work) => (
                <WorkMark key={work.workId} work={work} />
              ))}
            </span>
          </td>
        )
      })}
    </tr>
  )
}

/** A piece of work in the tone of its course, with the result once there is one. */
function WorkMark({ work: { kind, courseName, result, rate } }: { work: WorkOfChild }) {
  const { t } = useTranslation()
  const Icon = icons[kind]
  return (
    <span
      data-tone={toneOf(courseName)}
      title={t(`today.of.${kind}`)}
      className="tone-soft inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-medium"
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">{t(`today.of.${kind}`)} </span>
      <span className="@3xl:sr-only">
        <Bdi>{courseName}</Bdi>
      </span>
      {result !== null && (
        <Digits>
          {result}/{rate}
        </Digits>
      )}
    </span>
  )
}

const icons: Record<WorkOfChild['kind'], LucideIcon> = { exam: ClipboardList, homework: BookOpen, activity: Shapes }
