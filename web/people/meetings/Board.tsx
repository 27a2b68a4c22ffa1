import { Printer } from 'lucide-react'
import { useState } from 'react'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { useWhole, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { BookFor } from './BookFor.tsx'
import type { BoardRow, Round } from './rows.ts'
import { type Door, TimesSheet } from './TimesSheet.tsx'

/** Who comes when to one teacher of an evening; the sheets of all doors are printed at once. */
export function Board({ school, round }: { school: OwnSchool; round: Round }) {
  const { t } = useTranslation()
  const { schoolId, id: roundId } = round
  const input = { schoolId, roundId }
  const { data, error, refetch } = useWhole(meetings.board, input)
  const { mutateAsync: cancel } = useWrite(meetings.cancelFor)
  const { saving, save } = useSaving()
  const [teacherId, setTeacher] = useState(round.teachers[0]?.teacherId ?? null)
  const [bookingFor, setBookingFor] = useState<BoardRow | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const act = ({ row }: { row: BoardRow }) =>
    row.bookingId ? (
      <Button
        tone="quiet"
        disabled={saving}
        aria-label={t('meetings.cancelOf', { time: row.starts, name: row.studentName ?? '' })}
        onClick={() =>
          void save(() => cancel({ schoolId, roundId, bookingId: row.bookingId! }), t('meetings.didCancel'))
        }
      >
        {t('meetings.cancel')}
      </Button>
    ) : (
      !row.isClosed && (
        <Button
          tone="quiet"
          aria-label={t('meetings.timeNamed', { time: row.starts, does: t('meetings.bookFor') })}
          onClick={() => setBookingFor(row)}
        >
          {t('meetings.bookFor')}
        </Button>
      )
    )
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Dropdown
          label={t('meetings.teacher')}
          items={round.teachers.map((one) => ({ value: one.teacherId, label: one.teacherName }))}
          value={teacherId}
          onChange={setTeacher}
        />
        <ExportButton list={meetings.board} input={input} narrowed={false} />
        <Button
          disabled={!data}
          icon={<Printer className="size-5" aria-hidden="true" />}
          onClick={() => setPrinting(true)}
        >
          {t('meetings.printDoors')}
        </Button>
      </div>
      <RowStates
        rows={data?.filter((row) => row.teacherId === teacherId)}
        error={error}
        again={refetch}
        count={4}
        empty={<p className="text-muted">{t('meetings.nobody')}</p>}
      >
        {(rows) => (
          <DataTable
            label={t('meetings.board')}
            columns={columnsOf(t, (row) => act({ row }))}
            rows={rows}
            rowKey={({ starts }) => starts}
          />
        )}
      </RowStates>
      {bookingFor && <BookFor roundId={roundId} school={school} row={bookingFor} onClose={() => setBookingFor(null)} />}
      {isPrinting && data && (
        <TimesSheet
          schoolName={school.name}
          title={round.title}
          day={round.day}
          doors={doorsOf(data)}
          onClose={() => setPrinting(false)}
        />
      )}
    </div>
  )
}

const columnsOf = (t: (key: string) => string, act: (row: BoardRow) => React.ReactNode): Column<BoardRow>[] => [
  {
    key: 'starts',
    label: t('meetings.time'),
    main: true,
    cell: ({ starts }) => <Digits>{starts}</Digits>,
  },
  {
    key: 'studentName',
    label: t('meetings.student'),
    brief: true,
    cell: ({ studentName, isClosed }) =>
      studentName ? (
        <Bdi>{studentName}</Bdi>
      ) : (
        <span className="text-muted">{t(isClosed ? 'meetings.closed' : 'meetings.free')}</span>
      ),
  },
  {
    key: 'classRoomName',
    label: t('meetings.class'),
    brief: true,
    cell: ({ classRoomName }) => classRoomName && <Bdi>{classRoomName}</Bdi>,
  },
  {
    key: 'bookedByName',
    label: t('meetings.bookedBy'),
    cell: ({ bookedByName }) => bookedByName && <Bdi>{bookedByName}</Bdi>,
  },
  {
    key: 'outcome',
    label: t('meetings.outcome'),
    cell: ({ outcome }) =>
      outcome && <StatusBadge status={outcome === 'held' ? 'good' : 'bad'} word={t(`meetings.${outcome}`)} />,
  },
  { key: 'act', label: '', brief: true, cell: act },
]

/** The times of each teacher, in the order of the board. */
function doorsOf(rows: readonly BoardRow[]): Door[] {
  const doors = new Map<string, BoardRow[]>()
  for (const row of rows) doors.set(row.teacherId, [...(doors.get(row.teacherId) ?? []), row])
  return [...doors].map(([teacherId, times]) => ({
    teacherId,
    teacherName: times[0]!.teacherName,
    room: times[0]!.room,
    times,
  }))
}
