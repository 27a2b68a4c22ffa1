import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { coursesOf, type Grade } from './plan.ts'
import type { Scheme } from './scheme-draft.ts'
import type { Use } from './scheme-uses.ts'
import { SchemeParts } from './SchemeParts.tsx'

type Props = { uses: readonly Use[]; schemes: readonly Scheme[]; grade: Grade }

/** How the mark of each course of a grade is made, in a sentence and a bar; courses with the same rules together. */
export function AppliedSchemes({ uses, schemes, grade }: Props) {
  const { t } = useTranslation()
  return (
    <ul className="space-y-3">
      {grouped(coursesOf(grade), ({ id }) => useOf(uses, grade.id, id)).map(([use, courses]) => {
        const scheme = schemes.find(({ id }) => id === use?.schemeId)
        return (
          <li key={courses[0]!.id}>
            <Card className="space-y-2">
              <h2 className="text-base">
                <Bdi>{courses.map(({ name }) => name).join(t('common.comma'))}</Bdi>
              </h2>
              {use && scheme ? (
                <>
                  <p className="text-sm">
                    <Bdi>{scheme.name}</Bdi> · {t('results.of', { full: use.fullMark, pass: use.passMark })}
                    {!use.inTotal && ` · ${t('results.uses.notInTotal')}`}
                  </p>
                  <SchemeParts parts={scheme.parts} />
                </>
              ) : (
                <p className="text-sm text-wait">{t('results.uses.none')}</p>
              )}
            </Card>
          </li>
        )
      })}
    </ul>
  )
}

/** The line of the course itself, or the one for every course of its grade. */
const useOf = (uses: readonly Use[], gradeId: string, courseId: string) => {
  const ofGrade = uses.filter((use) => use.gradeId === gradeId)
  return ofGrade.find((use) => use.courseId === courseId) ?? ofGrade.find((use) => use.courseId === null)
}

function grouped<Row, By>(rows: readonly Row[], by: (row: Row) => By): [By, Row[]][] {
  const groups = new Map<By, Row[]>()
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row])
  return [...groups]
}
