import { broughtMarks } from '#contract/results/brought/brought.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type Mark = OutputOf<typeof broughtMarks.student>[number]

/** The marks of former terms that another school or system gave, as they were written there, apart from those of this school. */
export function BroughtMarks({ marks }: { marks: readonly Mark[] }) {
  const { t } = useTranslation()
  return termsOf(marks).map(({ key, yearName, termName, marks: own }) => {
    const { broughtOn, fileName, broughtByName } = own[0]!
    return (
      <section key={key} className="space-y-3">
        <h2 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-lg">
          <Bdi>{termName ?? yearName}</Bdi>{' '}
          {termName && (
            <span className="text-base text-muted">
              <Bdi>{yearName}</Bdi>
            </span>
          )}
          <StatusBadge status="neutral" word={t('results.brought.label')} />
        </h2>
        <Card>
          <dl className="divide-y divide-line">
            {own.map((one) => (
              <div key={one.id} className="flex justify-between gap-3 py-2">
                <dt className={one.courseName ? '' : 'font-semibold'}>
                  {one.courseName ? <Bdi>{one.courseName}</Bdi> : t('results.total')}
                </dt>
                <dd className="shrink-0 text-end font-medium">
                  <Figures of={one} />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-sm text-muted">
            {t('results.brought.means')} <Day day={broughtOn} />
            {[fileName, broughtByName].map(
              (words) =>
                words && (
                  <span key={words}>
                    {' · '}
                    <Bdi>{words}</Bdi>
                  </span>
                ),
            )}
          </p>
        </Card>
      </section>
    )
  })
}

function Figures({ of: { mark, fullMark, percent, word } }: { of: Mark }) {
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {mark !== null && <Digits>{fullMark === null ? String(mark) : `${mark} / ${fullMark}`}</Digits>}
      {percent !== null && <Digits>{`${percent}%`}</Digits>}
      {word && <Bdi>{word}</Bdi>}
    </span>
  )
}

/** The marks by year and term, in their order. */
function termsOf(marks: readonly Mark[]) {
  const terms = new Map<string, { key: string; yearName: string; termName: string | null; marks: Mark[] }>()
  for (const mark of marks) {
    const key = `${mark.yearName}\n${mark.termName ?? ''}`
    const term = terms.get(key) ?? { key, yearName: mark.yearName, termName: mark.termName, marks: [] }
    term.marks.push(mark)
    terms.set(key, term)
  }
  return [...terms.values()]
}
