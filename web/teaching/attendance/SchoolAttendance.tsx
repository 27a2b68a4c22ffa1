import { useState } from 'react'
import { attendance, states } from '#contract/teaching/attendance/attendance.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList } from '#web/lib/api.ts'
import { type CivilDay, isCivilDay, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { FilterLine } from '#web/ui/FilterLine.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { SetFilter } from '#web/ui/SetFilters.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StateBadge } from './StateBadge.tsx'

const all = 'all'
type State = (typeof states)[number] | typeof all

/** The days and the name that the list is narrowed by, with a chip for each that is not what the list begins with. */
function useNarrowing(today: CivilDay) {
  const { t } = useTranslation()
  // Null: today, whichever that is by then.
  const [from, setDateFrom] = useState<CivilDay | null>(null)
  const [to, setDateTo] = useState<CivilDay | null>(null)
  const [dateFrom, dateTo] = [from ?? today, to ?? today]
  const [search, setSearch] = useState('')
  const isTime = isCivilDay(dateFrom) && isCivilDay(dateTo)
  const reset = { from: () => setDateFrom(null), to: () => setDateTo(null), search: () => setSearch('') }
  // Today alone is what the list begins with, and needs no chip.
  const days = isTime ? [chipOf('from', dateFrom), chipOf('to', dateTo)] : []
  const chips: SetFilter<keyof typeof reset>[] = [
    ...days
      .filter(({ day }) => day !== today)
      .map(({ name, label, day }) => ({ name, label: t(label), value: shownDay(day) })),
    ...(search.trim() ? [{ name: 'search' as const, label: t('work.details'), value: search.trim() }] : []),
  ]
  const set = { from: setDateFrom, to: setDateTo, search: setSearch }
  return { dateFrom, dateTo, search, set, isTime, chips, drop: (name: keyof typeof reset) => reset[name]() }
}

/** Every mark of a school, by days, state and name. */
export function SchoolAttendance({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  const { dateFrom, dateTo, search, set, isTime, chips, drop } = useNarrowing(today)
  const [state, setState] = useState<State>('absent')
  const settled = useSettled(search)
  const input = {
    schoolId: school.id,
    dateFrom,
    dateTo,
    ...(state !== all && { state }),
    ...(settled && { search: settled }),
  }
  const list = useList(attendance.list, input, { enabled: isTime })
  const { rows, total } = list
  return (
    <div>
      <div className="flex flex-wrap items-start md:gap-2">
        <Segments
          label={t('attendance.status')}
          value={state}
          onChange={setState}
          items={[
            ...(['absent', 'late', 'excused', 'present'] as const).map((value) => ({
              value,
              label: t(`attendance.${value}`),
            })),
            { value: all, label: t('absence.views.all') },
          ]}
        />
        <div className="min-w-0 flex-1 basis-40">
          <FilterLine
            chips={chips}
            onDrop={drop}
            onClear={() => chips.forEach(({ name }) => drop(name))}
            counted={
              rows && (
                <p role="status" className="text-sm whitespace-nowrap text-muted">
                  {t('absence.marks', { count: total })}
                </p>
              )
            }
            fields={() => (
              <Card className="mt-2 grid gap-4 sm:grid-cols-2">
                <LabelledDay label="absence.field.fromDay" value={dateFrom} onChange={set.from} />
                <LabelledDay label="absence.field.toDay" value={dateTo} onChange={set.to} />
                <SearchField
                  label={t('absence.search')}
                  value={search}
                  onChange={set.search}
                  className="sm:col-span-2"
                />
              </Card>
            )}
          >
            {rows && rows.length > 0 && <ExportButton list={attendance.list} input={input} />}
          </FilterLine>
        </div>
      </div>
      <RowStates
        rows={rows}
        error={list.error}
        again={list.refetch}
        count={6}
        empty={<Empty sentence={t('absence.noMarks')} />}
      >
        {(rows) => (
          <>
            <DataTable label={t('absence.all')} rows={rows} rowKey={({ id }) => id} columns={columnsOf(t)} />
            <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
          </>
        )}
      </RowStates>
    </div>
  )
}

const chipOf = (name: 'from' | 'to', day: CivilDay) => ({ name, day, label: `absence.field.${name}Day` })

type Mark = OutputOf<typeof attendance.list>[number]

const columnsOf = (t: (key: string) => string): Column<Mark>[] => [
  {
    key: 'student',
    label: t('absence.paper.student'),
    main: true,
    cell: ({ studentName }) => <Bdi>{studentName}</Bdi>,
  },
  {
    key: 'class',
    label: t('attendance.classroom'),
    brief: true,
    cell: ({ classRoomName }) => <Bdi>{classRoomName}</Bdi>,
  },
  { key: 'date', label: t('attendance.date'), brief: true, cell: ({ date }) => <Day day={date} /> },
  { key: 'state', label: t('attendance.status'), cell: (mark) => <StateBadge state={mark.state} /> },
  { key: 'note', label: t('absence.note'), cell: ({ note }) => note && <Bdi>{note}</Bdi> },
  {
    key: 'by',
    label: t('attendance.supervisor'),
    brief: true,
    cell: ({ supervisorName }) => <Bdi>{supervisorName}</Bdi>,
  },
]
