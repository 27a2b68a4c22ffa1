import { lazy } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { results } from '#contract/results/results/results.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn, paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen, ScreenHeading } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { Grade, ResultChoices } from './plan.ts'
import { Fetched, inSteps, useSteps } from './TermSteps.tsx'
import type { Choose, TermProps } from './term.ts'
import { YearAndTerm, yearOf } from './YearAndTerm.tsx'

const SheetsTab = lazy(part(async () => (await import('./SheetsTab.tsx')).SheetsTab))

/** The results of a term in its steps: the scheme, the marks of each class and course, what is missing, and closing. */
export function ResultsScreen() {
  const school = useDefaultSchool()
  const may = useMay(results.choices)
  if (!school || !may)
    return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewExams', 'ManageResults'] }} replace />
  return <OfSchool school={school} />
}

function OfSchool({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { query, choose } = useQuery()
  const term = idIn(query, 'term')
  const { data, error, refetch } = useRead(results.choices, { schoolId: school.id, ...(term && { termId: term }) })
  const title = t('results.title')
  if (!data)
    return (
      <Screen title={title}>
        <LoadingOrFailed error={error} again={refetch} count={5} />
      </Screen>
    )
  const { termId, years } = data
  const termChoice = (
    <YearAndTerm
      years={years}
      termId={termId}
      onTerm={(term, isOfOtherYear) => choose({ term, ...(isOfOtherYear && { class: '', course: '' }) })}
    />
  )
  const instead = (sentence: string) => (
    <Screen title={title} tools={termChoice}>
      <Empty sentence={sentence} />
    </Screen>
  )
  if (!termId) return instead(t(years.length > 0 ? 'results.noTermNow' : 'results.noTerm'))
  if (data.grades.length === 0) return instead(t('results.noClass'))
  return <OfTerm school={school} termId={termId} data={data} query={query} choose={choose} termChoice={termChoice} />
}

/** What is chosen stands in the address, so that going back returns to it. */
function useQuery() {
  const [query, setQuery] = useSearchParams()
  const choose: Choose = (changes) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { query, choose }
}

/** A term that has classes: its steps for the chosen grade, and its lists. */
function OfTerm(props: TermProps) {
  const { t } = useTranslation()
  const { data, query, choose } = props
  const title = t('results.title')
  const grade = gradeIn(data.grades, query.get('grade'))
  // What is changed most stands first: on a narrow screen the line scrolls.
  const gradeChoice = (
    <FilterChoice
      chip
      label={t('results.grade')}
      items={itemsOf(data.grades)}
      value={grade.id}
      onChange={(id) => choose({ grade: id, class: '', course: '' })}
    />
  )
  const steps = useSteps({ ...props, grade, gradeChoice })
  const open = (tab: string) => choose({ tab })
  return (
    <Screen title={title} inTabs>
      <Tabs
        label={t('results.tabs')}
        param="tab"
        start={grade.hasScheme || !data.may.manage ? 'marks' : 'scheme'}
        keep={['term', 'grade', 'class', 'course']}
        heading={<ScreenHeading title={title} className="shrink-0" />}
        note={<Note data={data} grade={grade} toScheme={() => open('scheme')} />}
        tabs={[
          ...inSteps(steps, open, t('results.next')),
          {
            value: 'sheets',
            label: t('results.sheets.tab'),
            panel: (
              <Fetched>
                <SheetsTab
                  key={props.termId + grade.id}
                  {...{ ...props, grade, gradeChoice }}
                  ofGrade={data.may.manage || data.may.close}
                />
              </Fetched>
            ),
          },
        ]}
      />
    </Screen>
  )
}

/** The grade that is chosen, or the first for which marks can be entered. */
const gradeIn = (grades: readonly Grade[], chosen: string | null) =>
  grades.find(({ id }) => id === chosen) ?? grades.find(({ hasScheme }) => hasScheme) ?? grades[0]!

/** That the term is of another year, or that marks of the grade need a scheme first. */
function Note({ data, grade, toScheme }: { data: ResultChoices; grade: Grade; toScheme: () => void }) {
  const { t } = useTranslation()
  const year = yearOf(data.years, data.termId)
  if (year && !year.current)
    return (
      <p className="mb-2 rounded-card border border-line bg-soft px-4 py-2 text-sm">
        {t('results.otherYear', { name: isolated(year.name) })}
      </p>
    )
  if (grade.hasScheme || !data.may.manage) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3 rounded-card border border-accent bg-wait-soft p-4">
      {t('results.noScheme')}
      <Button onClick={toScheme}>{t('results.toSchemes')}</Button>
    </p>
  )
}
