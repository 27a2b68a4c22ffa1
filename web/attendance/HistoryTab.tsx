import { attendance } from '#contract/attendance.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams } from 'react-router'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { RegisterTab } from './RegisterTab.tsx'

/** The days on which a class's register was taken; a day opens as its register, to be read or corrected. */
export function HistoryTab({ classRoomId }: { classRoomId: string }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const day = query.get('day')
  const open = (chosen: string | null) => {
    const next = new URLSearchParams(query)
    if (chosen) next.set('day', chosen)
    else next.delete('day')
    setQuery(next, { preventScrollReset: chosen === null })
  }

  if (!day) return <Days classRoomId={classRoomId} onOpen={open} />
  return (
    <>
      <Button tone="quiet" className="-ms-3 mb-3" onClick={() => open(null)}>
        {t('attendance.allDays')}
      </Button>
      <RegisterTab classRoomId={classRoomId} day={day} />
    </>
  )
}

function Days({ classRoomId, onOpen }: { classRoomId: string; onOpen: (day: string) => void }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, loadMore, isFetchingNextPage } = useList(attendance.sheets, { classRoomId })
  if (!rows) return error ? <Failed error={error} again={refetch} /> : <Loading />
  if (rows.length === 0) return <Empty sentence={t('attendance.noHistory')} />

  const count = (state: 'present' | 'absent' | 'late' | 'excused'): Column<(typeof rows)[number]> => ({
    key: state,
    label: t(`attendance.${state}`),
    cell: (sheet) => <Digits>{sheet[state]}</Digits>,
  })
  return (
    <>
      <DataTable
        label={t('attendance.history')}
        rows={rows}
        rowKey={({ date }) => date}
        columns={[
          {
            key: 'day',
            label: t('attendance.day'),
            main: true,
            cell: ({ date }) => (
              <button
                type="button"
                className="min-h-11 font-medium text-primary underline-offset-4 hover:underline"
                onClick={() => onOpen(date)}
              >
                <Day day={date} named />
              </button>
            ),
          },
          count('present'),
          count('absent'),
          count('late'),
          count('excused'),
          { key: 'by', label: t('attendance.supervisor'), cell: ({ savedByName }) => <Bdi>{savedByName}</Bdi> },
        ]}
      />
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
