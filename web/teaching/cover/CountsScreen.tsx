import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { coverFigures } from '#contract/teaching/cover/cover-figures.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { dayAfter, isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'

type Count = OutputOf<typeof coverFigures.counts>[number]

const columns = [
  'givenMonth',
  'takenMonth',
  'givenYear',
  'takenYear',
  'coversOwed',
  'coversDue',
  'coversDeclined',
] as const

/** The month of a day as people read it. */
const monthOf = (day: string, language: string) =>
  new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(`${day}T00:00:00Z`))

/** How often everybody covered others and was covered, by month and year. */
export function CountsScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  return (
    <Screen title={t('cover.counts.title')} tools={<LinkButton to={paths.cover()}>{t('cover.title')}</LinkButton>}>
      {school ? <Counts key={school.id} school={school} /> : <Empty sentence={t('cover.noSchool')} />}
    </Screen>
  )
}

function Counts({ school }: { school: OwnSchool }) {
  const { t, language } = useTranslation()
  const today = useToday(school.timeZone)
  const [query, setQuery] = useSearchParams()
  const [search, setSearch] = useState('')
  const [prints, setPrints] = useState(false)
  const wanted = query.get('day')
  const first = `${(wanted && isCivilDay(wanted) ? wanted : today).slice(0, 7)}-01`
  const last = dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1)
  const input = { schoolId: school.id, day: first, ...(search && { search }) }
  const { data, error, refetch } = useRead(coverFigures.counts, input)
  const go = (day: string) => {
    const next = new URLSearchParams(query)
    next.set('day', day)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const month = monthOf(first, language)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t('cover.counts.monthBefore')} onClick={() => go(dayAfter(first, -1))}>
          <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <p className="font-medium">{month}</p>
        <IconButton label={t('cover.counts.monthAfter')} onClick={() => go(dayAfter(last, 1))}>
          <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <ExportButton
            list={coverFigures.list}
            input={{ schoolId: school.id, dateFrom: first, dateTo: last }}
            narrowed
            text={t('cover.counts.export')}
          />
          <ExportButton list={coverFigures.counts} input={input} narrowed={search !== ''} />
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrints(true)}>
            {t('cover.counts.print')}
          </Button>
        </span>
      </div>
      <SearchField label={t('cover.counts.search')} value={search} onChange={setSearch} />
      {data ? <CountTable counts={data} /> : <LoadingOrFailed error={error} again={refetch} count={6} />}
      {prints && data && <CountsPaper counts={data} month={month} school={school} onClose={() => setPrints(false)} />}
    </div>
  )
}

function CountTable({ counts }: { counts: Count[] }) {
  const { t } = useTranslation()
  if (counts.length === 0) return <Empty sentence={t('noItemFound')} />
  return (
    <DataTable
      label={t('cover.counts.title')}
      rows={counts}
      rowKey={({ teacherId }) => teacherId}
      columns={[
        { key: 'name', label: t('cover.counts.teacher'), main: true, cell: (row) => <Bdi>{row.teacherName}</Bdi> },
        ...columns.map((key) => ({
          key,
          label: t(`cover.counts.${key}`),
          cell: (row: Count) => <Digits>{row[key]}</Digits>,
        })),
      ]}
    />
  )
}

type PaperProps = { counts: Count[]; month: string; school: OwnSchool; onClose: () => void }

/** The counts of a month on paper. */
function CountsPaper({ counts, month, school, onClose }: PaperProps) {
  const { t } = useTranslation()
  return (
    <OnPaper size="A4" className="text-sm" onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-1 mb-3 text-xl">
        {t('cover.counts.title')} · {month}
      </h1>
      <RuledTable heads={[t('cover.counts.teacher'), ...columns.map((key) => t(`cover.counts.${key}`))]}>
        {counts.map((row) => (
          <tr key={row.teacherId} className="break-inside-avoid">
            <RuledCell>
              <Bdi>{row.teacherName}</Bdi>
            </RuledCell>
            {columns.map((key) => (
              <RuledCell key={key}>
                <Digits>{row[key]}</Digits>
              </RuledCell>
            ))}
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}
