import { useTranslation } from '#web/lib/i18n.ts'
import { Day, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import type { Overview } from './overview.ts'

/** The last marks of exams, each as a bar above the one of the class. */
export function LastMarks({ marks }: { marks: NonNullable<Overview['marks']> }) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-base">{t('student.marks')}</h2>
      {marks.length === 0 && <p className="mt-1 text-sm text-muted">{t('student.noMarks')}</p>}
      <ul aria-label={t('student.marks')} className="divide-y divide-line">
        {marks.map(({ id, courseName, date, result, rate, classPercent }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
                <CourseTag name={courseName} />
                <Day day={date} short />
              </span>
              <span className="font-semibold">
                <Digits>
                  {result}/{rate}
                </Digits>
              </span>
            </p>
            <ShareBar percent={(result / rate) * 100} fill="fill-primary" className="mt-1.5 h-1.5" />
            {classPercent !== null && (
              <>
                <ShareBar percent={classPercent} fill="fill-muted" className="mt-1 h-1" />
                <p className="mt-1 text-sm text-muted">
                  {t('home.classMean')} <Digits>{classPercent}%</Digits> · {t('student.own')}{' '}
                  <Digits>{Math.round((result / rate) * 100)}%</Digits>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
