import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { results } from '#contract/results/results/results.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn, paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen, ScreenHeading } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CloseTab } from './CloseTab.tsx'
import { SheetsTab } from './SheetsTab.tsx'
import { MissingTab } from './MissingTab.tsx'
import type { ResultChoices } from './plan.ts'
import { ResultGrid } from './ResultGrid.tsx'
import { YearAndTerm, yearOf } from './YearAndTerm.tsx'

/** The results of a term: the marks of each class and course, what is missing, and closing. */
export function ResultsScreen() {
  const school = useDefaultSchool()
  const may = useMay(results.choices)
  if (!school || !may)
    return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewExams', 'ManageResults'] }} replace />
  return <OfSchool school={school} />
}

type Choose = (changes: Record<string, string>) => void

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

type OfTermProps = {
  school: OwnSchool
  termId: string
  data: ResultChoices
  query: URLSearchParams
  choose: Choose
  termChoice: ReactNode
}

/** The tabs of a term that has classes. */
function OfTerm({ school, termId, data, query, choose, termChoice }: OfTermProps) {
  const { t } = useTranslation()
  const title = t('results.title')
  const grade = gradeIn(data.grades, query.get('grade'))
  const place = { schoolId: school.id, termId, gradeId: grade.id }
  const mayWhole = data.may.manage || data.may.close
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
  const chosenGrade = <ChipLine label={t('results.choose')}>{gradeChoice}</ChipLine>
  const marks = {
    value: 'marks',
    label: t('results.marks'),
    panel: <Marks termId={termId} grade={grade} query={query} choose={choose} gradeChoice={gradeChoice} />,
  }
  const missing = {
    value: 'missing',
    label: t('results.missing'),
    panel: (
      <div className="space-y-2">
        {chosenGrade}
        <MissingTab
          place={place}
          closedIssue={grade.closing?.issue ?? null}
          toGrid={(classId, courseId) => choose({ class: classId, course: courseId, tab: 'marks' })}
        />
      </div>
    ),
  }
  const tabKey = termId + grade.id
  const sheets = {
    value: 'sheets',
    label: t('results.sheets.tab'),
    panel: (
      <SheetsTab
        key={tabKey}
        school={school}
        termId={termId}
        grade={grade}
        gradeChoice={gradeChoice}
        ofGrade={mayWhole}
      />
    ),
  }
  const close = {
    value: 'close',
    label: t('results.close.tab'),
    panel: (
      <div className="space-y-2">
        {chosenGrade}
        <CloseTab key={tabKey} place={place} mayClose={data.may.close} />
      </div>
    ),
  }
  return (
    <Screen title={title} inTabs>
      <Tabs
        label={t('results.tabs')}
        param="tab"
        keep={['term', 'grade', 'class', 'course']}
        heading={
          <>
            <ScreenHeading title={title} className="shrink-0" />
            <div className="min-w-0 justify-end gap-2 md:order-last md:flex md:min-w-60 md:flex-1">{termChoice}</div>
          </>
        }
        note={<Note data={data} grade={grade} />}
        tabs={[marks, missing, sheets, ...(mayWhole ? [close] : [])]}
      />
    </Screen>
  )
}

type Grade = ResultChoices['grades'][number]

/** The grade that is chosen, or the first for which marks can be entered. */
const gradeIn = (grades: readonly Grade[], chosen: string | null) =>
  grades.find(({ id }) => id === chosen) ?? grades.find(({ hasScheme }) => hasScheme) ?? grades[0]!

/** That the term is of another year, or that marks of the grade need a scheme first. */
function Note({ data, grade }: { data: ResultChoices; grade: Grade }) {
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
      <LinkButton to={paths.settings('results')}>{t('results.toSchemes')}</LinkButton>
    </p>
  )
}

type MarksProps = Pick<OfTermProps, 'termId' | 'query' | 'choose'> & { grade: Grade; gradeChoice: ReactNode }

/** The marks of a class in a course. */
function Marks({ termId, grade, query, choose, gradeChoice }: MarksProps) {
  const { t } = useTranslation()
  const classRoom = grade.classes.find(({ id }) => id === query.get('class')) ?? grade.classes[0]!
  const course = classRoom.courses.find(({ id }) => id === query.get('course')) ?? classRoom.courses[0]
  return (
    <div className="space-y-2">
      <ChipLine label={t('results.choose')}>
        {gradeChoice}
        <FilterChoice
          chip
          label={t('results.class')}
          items={itemsOf(grade.classes)}
          value={classRoom.id}
          onChange={(id) => choose({ class: id, course: '' })}
        />
        {course && (
          <FilterChoice
            chip
            label={t('results.course')}
            items={itemsOf(classRoom.courses)}
            value={course.id}
            onChange={(id) => choose({ course: id })}
          />
        )}
      </ChipLine>
      {course ? (
        <ResultGrid
          key={termId + classRoom.id + course.id}
          place={{ classRoomId: classRoom.id, courseId: course.id, termId }}
        />
      ) : (
        <Empty sentence={t('results.noCourse')} />
      )}
    </div>
  )
}
