import { Printer } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Counts } from '#web/ui/Counts.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toneOf } from '#web/ui/tone.ts'
import { AttendanceCalendar } from './AttendanceCalendar.tsx'
import { LineChart, type MonthPoint } from './LineChart.tsx'
import { wholePercent } from './percent.ts'

type Numbers = OutputOf<typeof studentNumbers.get>

/** A student's attendance rate and averages of one school year, as pictures that print and can be read out. */
export function StudentNumbers({ studentId, yearId }: { studentId: string; yearId: string | undefined }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentNumbers.get, { studentId, ...(yearId && { yearId }) })
  if (!data) return <LoadingOrFailed error={error} again={refetch} as="cards" count={3} />

  const { attendance, exams } = data
  const name = data.years.find(({ id }) => id === data.yearId)?.name
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-end gap-3">
        {name && (
          <p className="hidden print:block">
            {t('work.year')}: <Bdi>{name}</Bdi>
          </p>
        )}
        <Button
          className="print:hidden"
          icon={<Printer className="size-5" aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('numbers.print')}
        </Button>
      </div>
      <div className="space-y-4">
        {attendance && <OfAttendance attendance={attendance} {...{ studentId, yearId }} />}
        {exams && <OfExams exams={exams} />}
      </div>
    </>
  )
}

type OfAttendanceProps = {
  attendance: NonNullable<Numbers['attendance']>
  studentId: string
  yearId: string | undefined
}

function OfAttendance({ attendance, studentId, yearId }: OfAttendanceProps) {
  const { t, language } = useTranslation()
  if (attendance.months.length === 0) return <Empty sentence={t('attendance.noHistory')} />
  const named = (month: string) =>
    new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-15T12:00:00Z`))
  return (
    <section aria-labelledby="numbers-attendance" className="break-inside-avoid">
      <Card>
        <Heading level="h2" id="numbers-attendance" title={t('numbers.attendance')} percent={attendance.rate} />
        <Counts counts={attendance} />
        <div className="grid items-start gap-x-6 lg:grid-cols-2 print:grid-cols-2">
          {attendance.months.length > 2 && (
            <LineChart
              label={t('numbers.attendanceByMonth')}
              points={attendance.months.map(({ month, rate }) => ({
                key: month,
                name: named(month),
                own: rate,
                class: null,
              }))}
            />
          )}
          <AttendanceCalendar {...{ studentId, yearId }} />
        </div>
        <p className="mt-3 text-sm text-muted">{t('numbers.rateMeans')}</p>
      </Card>
    </section>
  )
}

function OfExams({ exams: { courses, months } }: { exams: NonNullable<Numbers['exams']> }) {
  const { t } = useTranslation()
  if (courses.length === 0) return <Empty sentence={t('numbers.noMarks')} />
  const isWeighted = courses.some(({ weighted }) => weighted)
  return (
    <section aria-labelledby="numbers-exams">
      <h2 id="numbers-exams" className="mt-6 mb-3 text-xl">
        {t('numbers.exams')}
      </h2>
      <ul className="grid items-start gap-4 md:grid-cols-2 print:grid-cols-2">
        {courses.map((course) => (
          <li key={course.courseId} className="break-inside-avoid">
            <Card>
              <Heading level="h3" title={course.courseName} percent={course.average} />
              {course.average !== null && (
                <ShareBar className="mt-1 h-1.5" percent={course.average} tone={toneOf(course.courseName)} />
              )}
              <OfCourse
                label={t('numbers.byMonth', { name: course.courseName })}
                points={pointsOf(t, course, months)}
              />
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{t(isWeighted ? 'numbers.weightedMeans' : 'numbers.averageMeans')}</p>
      <p className="mt-1 text-sm text-muted">{t('numbers.classMeans')}</p>
    </section>
  )
}

type Exams = NonNullable<Numbers['exams']>

/** The months of a course with the class behind, and what else there is to say of each. */
const pointsOf = (t: Translate, course: Exams['courses'][number], months: Exams['months']): MonthPoint[] =>
  course.months.map(({ monthId, average, classAverage, missed }) => {
    const { name, weight } = months.find(({ id }) => id === monthId)!
    return {
      key: monthId,
      name,
      own: average,
      class: classAverage,
      more: {
        ...(course.weighted && {
          [t('numbers.weight')]: weight === null ? t('numbers.notCounted') : `${weight}%`,
        }),
        ...(course.months.some((one) => one.missed > 0) && { [t('numbers.missedExams')]: String(missed) }),
      },
    }
  })

type Translate = ReturnType<typeof useTranslation>['t']

/** A line from three months on; one or two are said, because a picture of them would say no more. */
function OfCourse({ label, points }: { label: string; points: MonthPoint[] }) {
  const { t } = useTranslation()
  if (points.length > 2)
    return (
      <>
        <LineChart label={label} points={points} />
        <Notes points={points} />
      </>
    )
  return (
    <ul aria-label={label} className="mt-1 text-muted">
      {points.map((point) => (
        <li key={point.key}>
          <Bdi>{point.name}</Bdi> <Percent value={point.own} />
          {point.class !== null && (
            <>
              {' · '}
              {t('numbers.classMean')} <Percent value={point.class} />
            </>
          )}
          {Object.entries(point.more ?? {}).map(([what, value]) => (
            <span key={what}>
              {' · '}
              {what} <Digits>{value}</Digits>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** What a line cannot show of its months. */
function Notes({ points }: { points: MonthPoint[] }) {
  const noted = points.filter(({ more }) => Object.keys(more ?? {}).length > 0)
  return (
    <ul className="text-sm text-muted" aria-hidden="true">
      {noted.map(({ key, name, more }) => (
        <li key={key}>
          <Bdi>{name}</Bdi>:{' '}
          {Object.entries(more!).map(([what, value], nth) => (
            <span key={what}>
              {nth > 0 && ' · '}
              {what} <Digits>{value}</Digits>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** A percentage, or a dash where there is none. */
const Percent = ({ value }: { value: number | null }) => (
  <Digits>{value === null ? '–' : `${wholePercent(value)}%`}</Digits>
)

type HeadingProps = { level: 'h2' | 'h3'; id?: string; title: string; percent: number | null }

/** What the figure is of, and the figure. */
const Heading = ({ level: Level, id, title, percent }: HeadingProps) => (
  <Level {...(id && { id })} className="flex items-baseline justify-between gap-3">
    <span className="[overflow-wrap:anywhere]">
      <Bdi>{title}</Bdi>
    </span>
    <span className="text-2xl text-primary">
      <Percent value={percent} />
    </span>
  </Level>
)
