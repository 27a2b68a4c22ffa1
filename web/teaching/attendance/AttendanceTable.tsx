import type { ReactNode } from 'react'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { weekdayName } from '#web/lib/days.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LessonsOfMark } from './LessonsOfMark.tsx'
import { StateBadge } from './StateBadge.tsx'

type Props = {
  studentId: string
  yearId: string | undefined
  /** What stands above the days, however many there are. */
  tools?: ReactNode
}

/** One student's attendance of a school year, latest day first: status, day, date, classroom, supervisor. */
export function AttendanceTable({ studentId, yearId, tools }: Props) {
  const { t, language } = useTranslation()
  const request = { studentId, ...(yearId && { yearId }) }
  const { rows, error, refetch, more, loadMore, isFetchingNextPage } = useList(attendance.list, request)
  const isEmpty = rows?.length === 0
  const line = (
    <div className={cx('-mt-2 -mb-1 flex items-center', tools ? 'justify-between' : 'justify-end')}>
      {tools}
      {rows && !isEmpty && <ExportButton list={attendance.list} input={request} />}
    </div>
  )
  if (!rows || isEmpty)
    return (
      <>
        {tools && line}
        {rows ? <Empty sentence={t('attendance.noHistory')} /> : <LoadingOrFailed error={error} again={refetch} />}
      </>
    )

  return (
    <>
      {line}
      <DataTable
        label={t('classes.attendance')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'status',
            label: t('attendance.status'),
            main: true,
            cell: ({ date, state, minutesLate, note, isBrought, leftAt, origin }) => (
              <>
                <StateBadge state={state} />
                {minutesLate ? (
                  <span className="ms-2 text-sm text-muted">
                    <Digits>{minutesLate}</Digits> {t('attendance.minutes')}
                  </span>
                ) : null}
                {leftAt && (
                  <span className="ms-2 text-sm text-wait">{t('attendance.leftTime', { time: isolated(leftAt) })}</span>
                )}
                {origin !== 'taken' && <LessonsOfMark studentId={studentId} day={date} />}
                {isBrought && <span className="block text-sm font-normal text-muted">{t('attendance.brought')}</span>}
                {note && (
                  <span className="block text-sm font-normal text-muted">
                    <Bdi>{note}</Bdi>
                  </span>
                )}
              </>
            ),
          },
          { key: 'day', label: t('attendance.day'), brief: true, cell: ({ date }) => weekdayName(date, language) },
          { key: 'date', label: t('attendance.date'), brief: true, cell: ({ date }) => <Day day={date} /> },
          {
            key: 'class',
            label: t('attendance.classroom'),
            brief: true,
            cell: ({ classRoomName }) => <Bdi>{classRoomName}</Bdi>,
          },
          {
            key: 'by',
            label: t('attendance.supervisor'),
            brief: true,
            cell: ({ supervisorName }) => <Bdi>{supervisorName}</Bdi>,
          },
        ]}
      />
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
