import { Printer } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { studentNumbers } from '#contract/student-numbers/student-numbers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Counts } from '#web/ui/Counts.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { ColumnChart, Percent } from './ColumnChart.tsx'

type Numbers = OutputOf<typeof studentNumbers.get>

/** A student's attendance rate and averages of one school year, as pictures that print and can be read out. */
export function StudentNumbers({ studentId, yearId }: { studentId: string; yearId: string | undefined }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentNumbers.get, { studentId, ...(yearId && { yearId }) })
  if (!data) return error ? <Failed error={error} again={refetch} /> : <Loading as="cards" count={3} />

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
        {attendance && <OfAttendance attendance={attendance} />}
        {exams && <OfExams exams={exams} />}
      </div>
    </>
  )
}

function OfAttendance({ attendance }: { attendance: NonNullable<Numbers['attendance']> }) {
  const { t, language } = useTranslation()
  if (attendance.months.length === 0) return <Empty sentence={t('attendance.noHistory')} />
  const named = (month: string) =>
    new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-15T12:00:00Z`))
  return (
    <section aria-labelledby="numbers-attendance" className="break-inside-avoid">
      <Card>
        <Heading level="h2" id="numbers-attendance" title={t('numbers.attendance')} percent={attendance.rate} />
        <Counts counts={attendance} />
        {attendance.months.length > 1 && (
          <ColumnChart
            label={t('numbers.attendanceByMonth')}
            columns={attendance.months.map(({ month, rate }) => ({ key: month, name: named(month), percent: rate }))}
          />
        )}
        <p className="mt-3 text-sm text-muted">{t('numbers.rateMeans')}</p>
      </Card>
    </section>
  )
}

function OfExams({ exams: { courses, months } }: { exams: NonNullable<Numbers['exams']> }) {
  const { t } = useTranslation()
  if (courses.length === 0) return <Empty sentence={t('numbers.noMarks')} />
  return (
    <section aria-labelledby="numbers-exams">
      <h2 id="numbers-exams" className="mt-6 mb-3 text-xl">
        {t('numbers.exams')}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
        {courses.map((course) => (
          <li key={course.courseId} className="break-inside-avoid">
            <Card className="h-full">
              <Heading level="h3" title={course.courseName} percent={course.average} />
              <ColumnChart
                label={t('numbers.byMonth', { name: course.courseName })}
                columns={course.months.map(({ monthId, average, missed }) => {
                  const { name, weight } = months.find(({ id }) => id === monthId)!
                  return {
                    key: monthId,
                    name: <Bdi>{name}</Bdi>,
                    percent: average,
                    apart: course.weighted && weight === null,
                    more: (
                      <>
                        {course.weighted && (
                          <span className="block">
                            {weight === null ? t('numbers.notCounted') : <Digits>×{weight}%</Digits>}
                          </span>
                        )}
                        {missed > 0 && <span className="block">{t('numbers.missed', { count: missed })}</span>}
                      </>
                    ),
                  }
                })}
              />
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {t(courses.some(({ weighted }) => weighted) ? 'numbers.weightedMeans' : 'numbers.averageMeans')}
      </p>
    </section>
  )
}

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
