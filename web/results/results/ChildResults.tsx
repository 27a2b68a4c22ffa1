import type { OutputOf } from '#contract/language/operation.ts'
import { broughtMarks } from '#contract/results/brought/brought.ts'
import { results } from '#contract/results/results/results.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { BroughtMarks } from './BroughtMarks.tsx'
import { CourseTotal } from './CourseTotal.tsx'
import { type CourseRow, useDerivation, useNameOf } from './words.ts'

/** The closed results of a student, the latest term first, each figure with how it came about; below them the marks of former schools. */
export function ChildResults({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(results.student, { studentId })
  const brought = useRead(broughtMarks.student, { studentId })
  if (!data || !brought.data) {
    const again = () => void Promise.all([refetch(), brought.refetch()])
    return <LoadingOrFailed error={error ?? brought.error} again={again} count={3} />
  }
  if (data.length + brought.data.length === 0) return <Empty sentence={t('results.child.none')} />
  return (
    <div className="space-y-6">
      {data.map((term) => (
        <section key={term.closingId} className="space-y-3">
          <h2 className="flex flex-wrap items-baseline gap-x-3 text-lg">
            <Bdi>{term.termName}</Bdi>{' '}
            <span className="text-base text-muted">
              <Bdi>{term.yearName}</Bdi> · <Bdi>{term.classRoomName}</Bdi>
            </span>
          </h2>
          <Card className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <p className="text-2xl font-semibold">
              <CourseTotal {...term.total} of />
            </p>
            {term.total.percent !== null && <Digits>{term.total.percent}%</Digits>}
            <Passed {...term.total} />
            <Band band={term.total.band} />
            {term.rank !== null && (
              <span className="text-muted">
                {t('results.child.rank', { rank: term.rank, pupils: term.pupils ?? 0 })}
              </span>
            )}
            {term.issue > 1 && <span className="text-muted">{t('results.child.corrected')}</span>}
          </Card>
          <Remarks term={term} />
          <ul className="grid gap-3 md:grid-cols-2">
            {term.courses.map((course) => (
              <li key={course.courseId}>
                <Course course={course} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <BroughtMarks marks={brought.data} />
    </div>
  )
}

type Term = OutputOf<typeof results.student>[number]

/** What teachers wrote, in the language of the page, or in the other where nobody wrote in this one. */
function Remarks({ term }: { term: Term }) {
  const { t, language } = useTranslation()
  const own = term.remarks.filter((remark) => remark.language === language)
  const shown = own.length > 0 ? own : term.remarks
  if (shown.length === 0) return null
  return (
    <Card>
      <h3 className="text-base">{t('results.remarks')}</h3>
      {shown.map(({ courseId, language: written, body, byName }) => (
        <p key={`${courseId} ${written}`} className="mt-2 whitespace-pre-line">
          {courseId && (
            <span className="font-medium">
              <Bdi>{term.courses.find((course) => course.courseId === courseId)?.courseName}</Bdi>
              {' · '}
            </span>
          )}
          <Bdi>{body}</Bdi>{' '}
          <span className="text-sm text-muted">
            <Bdi>{byName}</Bdi>
          </span>
        </p>
      ))}
    </Card>
  )
}

function Course({ course }: { course: CourseRow }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const derivation = useDerivation()
  return (
    <Card className="h-full">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base">
          <Bdi>{course.courseName}</Bdi>
        </h3>
        <span className="font-semibold">
          <CourseTotal {...course} of />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Passed {...course} />
        <Band band={course.band} />
        {course.round === 2 && <StatusBadge status="neutral" word={t('results.secondRound')} />}
        {course.needsSecondRound && <StatusBadge status="waiting" word={t('results.needsSecond')} />}
      </div>
      <BandSentence band={course.band} />
      <dl className="mt-3 space-y-2 text-sm">
        {course.parts.map((part) => (
          <div key={part.id} className="flex justify-between gap-3">
            <dt>
              <Bdi>{nameOf(part)}</Bdi>
              <span className="block text-muted">
                {part.id === 'grace' ? t('results.how.grace') : derivation(part)}
              </span>
            </dt>
            <dd className="shrink-0 font-medium">
              {part.points === null ? (
                '–'
              ) : (
                <Digits>{part.fullMark > 0 ? `${part.points} / ${part.fullMark}` : `+${part.points}`}</Digits>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function Passed({ passed }: Pick<CourseRow, 'passed'>) {
  const { t } = useTranslation()
  if (passed === null) return null
  return <StatusBadge status={passed ? 'good' : 'bad'} word={t(passed ? 'results.passed' : 'results.failed')} />
}

/** A band with its colour as a dot beside the word: never colour alone. */
export function Band({ band }: Pick<CourseRow, 'band'>) {
  const nameOf = useNameOf()
  if (!band) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <svg viewBox="0 0 8 8" className="size-4" aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={band.colour} />
      </svg>
      <Bdi>{nameOf(band)}</Bdi>
    </span>
  )
}

/** What the band means, where the scheme has a sentence in the language of the page. */
function BandSentence({ band }: Pick<CourseRow, 'band'>) {
  const { language } = useTranslation()
  const says = language === 'ar' ? band?.saysAr : band?.says
  return says ? <p className="mt-2 text-sm text-muted">{says}</p> : null
}
