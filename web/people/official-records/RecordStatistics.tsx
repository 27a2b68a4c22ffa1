import { ArrowLeft, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import type { Operation, OutputOf } from '#contract/language/operation.ts'
import { useWhole } from '#web/lib/api.ts'
import { isCivilDay, todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { leavingReasonName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { countryName } from '#web/lib/reference.ts'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { MissingRecords } from './MissingRecords.tsx'
import { SchoolFolder } from './SchoolFolder.tsx'

type Props = { school: OwnSchool; onClose: () => void }
type Heads = { male: number; female: number; unknownSex: number; total: number }
type Movement = OutputOf<typeof recordLists.movements>[number]

/** What a school counts from its official records: to read, to print, and as files. */
export function RecordStatistics({ school, onClose }: Props) {
  const { t, language } = useTranslation()
  const today = todayIn(school.timeZone)
  const [day, setDay] = useState(today)
  const [agesOn, setAgesOn] = useState(firstOfOctober(today))
  const [dateFrom, setDateFrom] = useState(firstOfOctober(today).replace('-10-', '-09-'))
  const isDay = isCivilDay(day) && isCivilDay(agesOn)
  const isTime = isCivilDay(dateFrom) && isDay && dateFrom <= day
  const onDay = { schoolId: school.id, day }

  return (
    <Screen
      title={t('settings.recordStatistics.title')}
      lead={t('settings.recordStatistics.lead')}
      tools={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
            {t('settings.students.all')}
          </Button>
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => print()}>
            {t('settings.recordStatistics.print')}
          </Button>
        </div>
      }
    >
      <Card className="mb-5 grid gap-4 sm:grid-cols-3">
        <LabelledDay label="settings.recordStatistics.day" value={day} onChange={setDay} />
        <LabelledDay label="settings.recordStatistics.agesOn" value={agesOn} onChange={setAgesOn} />
        <LabelledDay label="settings.recordStatistics.dateFrom" value={dateFrom} onChange={setDateFrom} />
      </Card>
      <div className="space-y-6">
        <Counted
          title="settings.recordStatistics.ages"
          list={recordLists.ages}
          input={{ ...onDay, agesOn }}
          enabled={isDay}
          columns={[
            { key: 'gradeName', label: t('settings.recordStatistics.grade'), main: true, cell: gradeCell },
            { key: 'age', label: t('settings.recordStatistics.age'), cell: ({ age }) => age ?? unknown(t) },
            ...headColumns(t),
          ]}
          rowKey={({ gradeName, age }) => `${gradeName} ${age}`}
        />
        <Counted
          title="settings.recordStatistics.nationalities"
          list={recordLists.nationalities}
          input={onDay}
          enabled={isDay}
          columns={[
            {
              key: 'nationality',
              label: t('settings.record.nationality'),
              main: true,
              cell: ({ nationality }) => (nationality ? countryName(t, language, nationality) : unknown(t)),
            },
            ...headColumns(t),
          ]}
          rowKey={({ nationality }) => nationality ?? ''}
        />
        <Counted
          title="settings.recordStatistics.movements"
          list={recordLists.movements}
          input={{ schoolId: school.id, dateFrom, dateTo: day }}
          enabled={isTime}
          columns={movementColumns(t)}
          rowKey={({ studentId, movement, day: on }) => `${studentId} ${movement} ${on}`}
        />
        <MissingRecords schoolId={school.id} />
        <Card className="flex items-center justify-between gap-3 print:hidden">
          <p>{t('settings.recordStatistics.wholeList')}</p>
          <ExportButton list={recordLists.records} input={{ schoolId: school.id }} />
        </Card>
        <div className="print:hidden">
          <SchoolFolder schoolId={school.id} />
        </div>
      </div>
    </Screen>
  )
}

type CountedProps<O extends Operation, Row> = {
  title: string
  list: O
  input: Parameters<typeof useWhole<O>>[1]
  enabled: boolean
  columns: Column<Row>[]
  rowKey: (row: Row) => string
}

function Counted<O extends Operation>({
  title,
  list,
  input,
  enabled,
  columns,
  rowKey,
}: CountedProps<O, OutputOf<O> extends (infer Row)[] ? Row : never>) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWhole(list, input, { enabled })
  const rows = data as Parameters<typeof rowKey>[0][] | undefined
  return (
    <section className="space-y-2 break-inside-avoid">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-base">{t(title)}</h2>
        {rows && rows.length > 0 && (
          <span className="print:hidden">
            <ExportButton list={list} input={input} narrowed={false} />
          </span>
        )}
      </div>
      {enabled ? (
        <RowStates
          rows={rows}
          error={error}
          again={refetch}
          count={3}
          empty={<p className="text-muted">{t('settings.recordStatistics.nobody')}</p>}
        >
          {(counted) => <DataTable label={t(title)} columns={columns} rows={counted} rowKey={rowKey} />}
        </RowStates>
      ) : (
        <p className="text-muted">{t('settings.recordStatistics.writeDays')}</p>
      )}
    </section>
  )
}

type Translate = (key: string) => string

const unknown = (t: Translate) => t('settings.recordStatistics.unknown')

const gradeCell = ({ gradeName }: { gradeName: string }): ReactNode => <Bdi>{gradeName}</Bdi>

const headColumns = (t: Translate): Column<Heads>[] =>
  (['male', 'female', 'unknownSex', 'total'] as const).map((key) => ({
    key,
    label: t(`settings.recordStatistics.${key}`),
    cell: (row) => row[key],
  }))

const movementColumns = (t: Translate): Column<Movement>[] => [
  {
    key: 'studentName',
    label: t('settings.record.student'),
    main: true,
    cell: ({ studentName }) => <Bdi>{studentName}</Bdi>,
  },
  { key: 'day', label: t('settings.recordStatistics.on'), brief: true, cell: ({ day }) => <Day day={day} /> },
  {
    key: 'movement',
    label: t('settings.recordStatistics.movement'),
    brief: true,
    cell: ({ movement }) => t(`settings.recordStatistics.${movement}`),
  },
  {
    key: 'place',
    label: t('settings.recordStatistics.place'),
    cell: ({ place }) => place && <Bdi>{place}</Bdi>,
  },
  {
    key: 'leavingReason',
    label: t('settings.record.leavingReason'),
    cell: ({ leavingReason }) => leavingReason && leavingReasonName(t, leavingReason),
  },
]

/** 1 October of the school year in which a day lies; a year begins in September. */
function firstOfOctober(day: string) {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) >= '09-01' ? year : year - 1}-10-01`
}
