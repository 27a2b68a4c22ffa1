import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { ExportButton } from '#web/settings/ExportButton.tsx'
import type { Kind, Result } from './kind.ts'
import { TookPart } from './TookPart.tsx'

/** One student's homework, exams or activities, latest first: status, date, course, what it was, result of full mark. */
export function StudentWorkList({ kind, studentId }: { kind: Kind; studentId: string }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, loadMore, isFetchingNextPage } = useList(kind.results.list, { studentId })
  if (!rows) return error ? <Failed error={error} again={refetch} /> : <Loading />
  if (rows.length === 0) return <Empty sentence={t(`settings.${kind.name}.empty`)} />

  const month: Column<Result> = {
    key: 'month',
    label: t('work.monthId'),
    cell: (row) => 'monthName' in row && <Bdi>{row.monthName}</Bdi>,
  }
  return (
    <>
      <div className="-mt-3 mb-2 flex justify-end">
        <ExportButton list={kind.results.list} input={{ studentId }} />
      </div>
      <DataTable<Result>
        label={t(`settings.${kind.name}.list`)}
        rows={rows}
        rowKey={({ workId }) => workId}
        columns={[
          {
            key: 'course',
            label: t('work.courseId'),
            main: true,
            cell: ({ courseName, details }) => (
              <>
                <Bdi>{courseName}</Bdi>
                {details && (
                  <span className="line-clamp-2 text-sm font-normal text-muted">
                    <Bdi>{details}</Bdi>
                  </span>
                )}
              </>
            ),
          },
          { key: 'status', label: t('attendance.status'), cell: ({ tookPart }) => <TookPart tookPart={tookPart} /> },
          {
            key: 'result',
            label: t('work.result'),
            cell: ({ result, rate }) => (
              <Digits>
                {result ?? '–'}/{rate}
              </Digits>
            ),
          },
          { key: 'date', label: t('attendance.date'), cell: ({ date }) => <Day day={date} named /> },
          ...(kind.hasMonths ? [month] : []),
          { key: 'by', label: t('work.by'), cell: ({ supervisorName }) => <Bdi>{supervisorName}</Bdi> },
        ]}
      />
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
