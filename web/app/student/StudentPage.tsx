import { ArrowLeft, PencilLine, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { useActingSchool } from '#web/lib/acting-school.ts'
import { useRead } from '#web/lib/api.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isId, paths } from '#web/lib/paths.ts'
import { useKeepOpened } from '#web/lib/recent.ts'
import { useHolds, useSession } from '#web/lib/session.ts'
import { Banner } from '#web/overviews/student-overview/Banner.tsx'
import type { Overview } from '#web/overviews/student-overview/overview.ts'
import { useSchoolYear } from '#web/teaching/class-work/school-year.ts'
import { YearSwitch } from '#web/teaching/class-work/YearSwitch.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyMoreActions } from '#web/ui/LazyMoreActions.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { PartLinks } from '#web/ui/PartLinks.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { firstTab, openPart, type PartOfPage, toTab } from './parts.ts'
import { Ended, useParentParts } from './parent-parts.tsx'
import { useStaffParts } from './staff-parts.tsx'

/**
 * One page for a student: a banner that stays, and the parts below it. Staff and parents see the same page with the parts that are theirs; a
 * person who is both may switch (design.md §5). Any other student is an unknown page.
 */
export function StudentPage() {
  const { studentId } = useParams()
  return isId(studentId) ? <OneStudent key={studentId} studentId={studentId} /> : <ErrorPage />
}

function OneStudent({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const [query] = useSearchParams()
  const { data, error, refetch } = useRead(studentOverview.get, { studentId })
  if (!data) {
    if (error instanceof Refused && error.status < 500) return <ErrorPage />
    return (
      <Screen title="" tab={t('children.child')} inTabs>
        {error ? null : <Skeleton className="mb-3 h-28 md:h-24" />}
        <LoadingOrFailed error={error} again={refetch} />
      </Screen>
    )
  }
  const isStaff = schools.some(({ id }) => id === data.schoolId)
  const isBoth = isStaff && data.own !== null
  const asParent = data.own !== null && !(isStaff && query.get('view') === 'staff')
  const turn = isBoth && (
    <LinkButton
      short
      className="shrink-0 whitespace-nowrap print:hidden"
      to={paths.student(studentId, asParent ? 'staff' : 'parent')}
      icon={<UsersRound className="size-5" aria-hidden="true" />}
    >
      {t(`children.as.${asParent ? 'staff' : 'parent'}`)}
    </LinkButton>
  )
  return asParent ? <AsParent overview={data} turn={turn} /> : <AsStaff overview={data} turn={turn} />
}

type Props = { overview: Overview; turn: ReactNode }

function AsParent({ overview, turn }: Props) {
  const { t } = useTranslation()
  const year = useSchoolYear(overview.schoolId)
  const parts = useParentParts(overview, year)
  const toAll = { to: paths.myChildren(), label: t('children.title') }
  return <Page overview={overview} asParent parts={parts} year={year} toAll={toAll} turn={turn} />
}

function AsStaff({ overview, turn }: Props) {
  const { t } = useTranslation()
  const { studentId, schoolId } = overview
  const year = useSchoolYear(schoolId)
  const holds = useHolds()
  useActingSchool(schoolId)
  useKeepOpened('student', { id: studentId, schoolId })
  useLiveRefresh(schoolId, studentOverview.get, 4000)
  const parts = useStaffParts(overview, year)
  const mayList = holds('ViewSchoolStudentsList') && holds('ViewClassesSettingSection')
  const toAll = mayList ? { to: paths.students(), label: t('student.all') } : null
  const write = overview.leftOn === null && overview.active && (
    <LinkButton
      short
      className="shrink-0 whitespace-nowrap print:hidden"
      icon={<PencilLine className="size-5" aria-hidden="true" />}
      to={paths.messages({ family: studentId })}
    >
      {t('student.writeFamily')}
    </LinkButton>
  )
  return <Page overview={overview} asParent={false} parts={parts} year={year} toAll={toAll} turn={turn} write={write} />
}

type PageProps = Props & {
  asParent: boolean
  parts: PartOfPage[]
  year: ReturnType<typeof useSchoolYear>
  toAll: { to: string; label: string } | null
  write?: ReactNode
}

/** The parts of which each school year is shown by itself. */
const ofYear = new Set(['attendance', 'learning', 'conduct'])

function Page({ overview, asParent, parts: all, year, toAll, turn, write }: PageProps) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { parts, part, tab } = openPart(all, query.get('tab'))
  const { isOther: _, ...shown } = year
  const isOfYear = ofYear.has(part.key)
  const tools = (
    <>
      {isOfYear ? <YearSwitch {...shown} /> : write}
      {turn}
      <LazyMoreActions of={asParent ? 'child' : 'student'} id={overview.studentId} everywhere={!isOfYear} />
    </>
  )
  return (
    <Screen title={overview.studentName} tab={t('children.child')} inTabs>
      <div className="z-20 bg-bg md:sticky md:top-header">
        <Banner overview={overview} asParent={asParent} whole={part.key === firstTab} tools={tools} />
        <div
          className={cx(
            'border-line md:border-b lg:flex lg:items-center lg:justify-between lg:gap-3',
            part.key === firstTab ? 'mb-4' : 'mb-1',
          )}
        >
          <PartLinks
            label={t('children.tabs')}
            links={parts.map(({ key, label, tabs }) => ({
              key,
              label,
              // Pressing what is open changes nothing, such as its filters.
              to: key === part.key ? `?${query}` : toTab(query, tabs[0]!.value),
              isOpen: key === part.key,
            }))}
          />
          {part.tabs.length > 1 && (
            <PartLinks
              segmented
              label={part.label}
              links={part.tabs.map(({ value, label }) => ({
                key: value,
                label,
                to: value === tab.value ? `?${query}` : toTab(query, value),
                isOpen: value === tab.value,
              }))}
            />
          )}
        </div>
      </div>
      {asParent && <Ended overview={overview} />}
      {tab.panel}
      {toAll && (
        <LinkButton
          className="mt-6 print:hidden"
          to={toAll.to}
          icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />}
        >
          {toAll.label}
        </LinkButton>
      )}
    </Screen>
  )
}
