import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { type Language, useTranslation } from '#web/lib/i18n.ts'
import { shownDay, weekdayName } from '#web/lib/days.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { ClassMark } from '#web/ui/ClassMark.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toneOf } from '#web/ui/tone.ts'
import { WeekLegend } from './WeekLegend.tsx'
import { WeekStrip } from '#web/ui/WeekStrip.tsx'
import { type ClassToday, type Home, otherYearOf } from './home-of.ts'

/** Every class of the school as a row: today, the last days, the average in each course. */
export function ClassFigures({ home }: { home: Home }) {
  const { classes, courses, days, attendance, closedIds, keptIds, otherYears } = home
  const { t, language } = useTranslation()
  const seesRegister = attendance !== null
  const first = days[0]
  return (
    <section aria-labelledby="class-figures">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="class-figures" className="text-xl">
          {t('home.classes')}
        </h2>
        <ChartTools print label={t('home.classes')} rows={rowsOf(t, home, language)} />
      </div>
      {/* No heading is broken inside a word: up to five courses fit, more are moved sideways. */}
      <div
        className="@container overflow-x-auto overflow-y-hidden rounded-card border border-line bg-surface"
        style={{ '--courses': courses.length } as CSSProperties}
      >
        <table className="block w-full table-fixed text-start @4xl:table @4xl:min-w-[calc(30rem+var(--courses)*5rem)]">
          <thead className="sr-only border-b border-line text-sm text-muted @4xl:not-sr-only @4xl:table-header-group">
            <tr>
              <Head className="w-60 px-4">{t('home.class')}</Head>
              {seesRegister && <Head className="w-36 px-4">{t('attendance.today')}</Head>}
              {seesRegister && (
                <Head className="w-28 px-4">
                  {first ? t('home.since', { day: weekdayName(first, language) }) : t('home.week')}
                </Head>
              )}
              {courses.map(({ id, name }) => (
                <Head key={id} className="px-2 text-xs">
                  <Bdi>{name}</Bdi>
                </Head>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line @4xl:table-row-group">
            {classes.map((one) => (
              <Row
                key={one.id}
                classRoom={one}
                otherYearName={otherYearOf(otherYears, one)}
                isClosed={closedIds.includes(one.id)}
                isKept={keptIds.includes(one.id)}
                {...{ courses, seesRegister }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {seesRegister && <WeekLegend />}
    </section>
  )
}

/** The same as a table to be saved: a column for each day and each course. */
function rowsOf(t: (key: string) => string, { classes, courses, days, attendance }: Home, language: Language) {
  const percent = (value: number | null | undefined) => (value == null ? '' : `${value}%`)
  const seen = attendance === null ? [] : days
  return [
    [
      t('home.class'),
      ...seen.map((day) => `${weekdayName(day, language)} ${shownDay(day)}`),
      ...courses.map(({ name }) => name),
    ],
    ...classes.map(({ name, week, averages }) => [
      name,
      ...seen.map((_, nth) => percent(week[nth])),
      ...courses.map((_, nth) => percent(averages[nth])),
    ]),
  ]
}

const Head = ({ className, children }: { className: string; children: ReactNode }) => (
  <th scope="col" className={cx('py-2.5 text-start font-medium', className)}>
    {children}
  </th>
)

type RowProps = {
  classRoom: ClassToday
  otherYearName: string | null
  isClosed: boolean
  isKept: boolean
  courses: Home['courses']
  seesRegister: boolean
}

function Row({ classRoom, otherYearName, isClosed, isKept, courses, seesRegister }: RowProps) {
  const { t } = useTranslation()
  const { id, name, gradeName, supervisorName, week, averages } = classRoom
  return (
    <tr className="grid grid-cols-2 items-center gap-x-4 gap-y-3 px-4 py-3 hover:bg-soft @4xl:table-row">
      <th scope="row" className="col-span-2 min-w-0 text-start font-normal @4xl:px-4 @4xl:py-2.5">
        <Link to={paths.classRoom(id)} state={{ className: name }} className="group flex min-h-12 items-center gap-3">
          <ClassMark name={name} gradeName={gradeName} />
          <span className="min-w-0">
            <span className="block font-semibold group-hover:text-primary group-hover:underline">
              <Bdi>{name}</Bdi>
            </span>
            <span className="block text-sm text-muted">
              <Bdi>{supervisorName ?? t('classes.noSupervisor')}</Bdi>
              {otherYearName && (
                <>
                  {' · '}
                  <Bdi>{otherYearName}</Bdi>
                </>
              )}
            </span>
          </span>
        </Link>
      </th>
      {seesRegister && (
        <td className="@4xl:px-4">
          <RegisterState classRoom={classRoom} isClosed={isClosed} isKept={isKept} />
        </td>
      )}
      {seesRegister && (
        <td className="ms-auto @4xl:px-4">
          <WeekStrip week={week} />
          <span className="sr-only">{week.map((percent) => (percent === null ? '–' : `${percent}%`)).join(' ')}</span>
        </td>
      )}
      {courses.map(({ id: courseId, name: courseName }, nth) => (
        <Average key={courseId} name={courseName} percent={averages[nth] ?? null} />
      ))}
    </tr>
  )
}

function RegisterState({ classRoom, isClosed, isKept }: Pick<RowProps, 'classRoom' | 'isClosed' | 'isKept'>) {
  const { t } = useTranslation()
  const { register, studentsCount } = classRoom
  if (register && register.absent > 0)
    return <StatusBadge status="neutral" word={t('attendance.countAbsent', { count: register.absent })} />
  if (register) return <StatusBadge status="good" word={t('home.allPresent')} />
  if (studentsCount === 0) return <span className="text-sm text-muted">{t('classes.students', { count: 0 })}</span>
  if (isKept) return <StatusBadge status="waiting" word={t('attendance.kept')} />
  if (isClosed) return <StatusBadge status="neutral" word={t('home.closedToday')} />
  return <StatusBadge status="waiting" word={t('attendance.notTakenShort')} />
}

type AverageProps = { name: string; percent: number | null }

/** The average in a course; on a narrow screen only those that are there. */
const Average = ({ name, percent }: AverageProps) =>
  percent === null ? (
    <td className="hidden px-2 text-muted @4xl:table-cell">–</td>
  ) : (
    <td className="min-w-0 @4xl:px-2">
      <Bar name={name} percent={percent} />
    </td>
  )

/** A mean in percent as a number over a bar in the tone of the course. */
const Bar = ({ name, percent }: { name: string; percent: number }) => (
  <>
    <span className="flex items-baseline justify-between gap-2 text-sm">
      <span className="truncate text-muted @4xl:hidden">
        <Bdi>{name}</Bdi>
      </span>
      <span className="font-medium">
        <Digits>{percent}%</Digits>
      </span>
    </span>
    <ShareBar className="mt-1 h-1.5" percent={percent} tone={toneOf(name)} />
  </>
)
