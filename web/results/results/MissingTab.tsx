import { results } from '#contract/results/results/results.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useNameOf } from './words.ts'

type Props = {
  place: { schoolId: string; termId: string; gradeId: string }
  /** The issue in which the grade is closed; null: it is open. */
  closedIssue: number | null
  toGrid: (classRoomId: string, courseId: string) => void
}

/** Which marks are missing, by class and course, with the teachers who owe them. */
export function MissingTab({ place, closedIssue, toGrid }: Props) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const { data, error, refetch } = useRead(results.missing, place)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const issue = closedIssue ?? 0
  if (data.length === 0)
    return (
      <Empty sentence={closedIssue ? t('results.closedTerm.noneMissing', { issue }) : t('results.nothingMissing')} />
    )
  return (
    <>
      {closedIssue && (
        <p className="rounded-card border border-accent bg-wait-soft px-4 py-2 text-sm">
          {t('results.closedTerm.missing', { issue })}
        </p>
      )}
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map((row) => (
          <li key={row.classRoomId + row.courseId}>
            <Card className="flex h-full flex-col gap-2">
              <h2 className="text-base">
                <Bdi>{row.courseName}</Bdi> · <Bdi>{row.classRoomName}</Bdi>
              </h2>
              <p className="text-sm text-muted">
                {row.teachers.length > 0 ? (
                  <Bdi>{row.teachers.join(t('results.how.and'))}</Bdi>
                ) : (
                  t('results.noTeacher')
                )}
              </p>
              <ul className="text-sm">
                {row.parts.map((part) => (
                  <li key={part.name}>
                    <Bdi>{nameOf(part)}</Bdi>: {t('results.students', { count: part.students })}
                  </li>
                ))}
              </ul>
              {row.teachers.length > 0 && !closedIssue && (
                <Button className="mt-auto self-start" onClick={() => toGrid(row.classRoomId, row.courseId)}>
                  {t('results.toGrid')}
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}
