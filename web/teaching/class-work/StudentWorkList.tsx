import { AttachmentList } from '#web/platform/attachments/AttachmentList.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { courses } from '#contract/school/courses/courses.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { useFilters } from './filters.ts'
import { WorkFilters } from './WorkFilters.tsx'
import type { Kind, Result } from './kind.ts'
import { Corrected } from './Corrected.tsx'
import { TookPart } from './TookPart.tsx'

export type StudentWork = {
  studentId: string
  /** The school whose courses and months are offered as filters. Without it, the list is complete. */
  schoolId?: string
  /** The school year that is shown; without it, all years. */
  yearId?: string | undefined
  /** Whether a row links to the marks of the whole class. */
  toMarks?: boolean
}

/** One student's homework, exams or activities, latest first, with status, result, full mark and date. */
export function StudentWorkList({ kind, studentId, schoolId, yearId, toMarks = false }: { kind: Kind } & StudentWork) {
  const { t } = useTranslation()
  const narrowing = useFilters(schoolId ? kind.resultFilters : [])
  const { months, courseId, fromDate, toDate } = narrowing.filters
  const request = {
    studentId,
    ...(yearId && { yearId }),
    ...(courseId && { courseId }),
    ...(fromDate && { dateFrom: fromDate }),
    ...(toDate && { dateTo: toDate }),
    ...(months.length > 0 && { months }),
  }
  const list = useList(kind.results.list, request)
  const { rows } = list
  if (!rows) return <LoadingOrFailed error={list.error} again={list.refetch} />
  if (rows.length === 0 && narrowing.count === 0) return <Empty sentence={t(`settings.${kind.name}.empty`)} />

  const exporting = (
    <span className="ms-auto">
      <ExportButton list={kind.results.list} input={request} />
    </span>
  )
  return (
    <>
      {schoolId ? (
        <Filters schoolId={schoolId} yearId={yearId} narrowing={narrowing}>
          {exporting}
        </Filters>
      ) : (
        <div className="-mt-2 -mb-1 flex justify-end">{exporting}</div>
      )}
      {rows.length === 0 ? (
        <Empty sentence={t('settings.noneFound')} />
      ) : (
        <Rows kind={kind} rows={rows} toMarks={toMarks} />
      )}
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </>
  )
}

type FiltersProps = {
  schoolId: string
  yearId: string | undefined
  narrowing: ReturnType<typeof useFilters>
  children: ReactNode
}

function Filters({ schoolId, yearId, narrowing, children }: FiltersProps) {
  const { data } = useRead(courses.list, { schoolId })
  const choices = { courseId: itemsOf(data ?? []) }
  return (
    <WorkFilters schoolId={schoolId} yearId={yearId} choices={choices} known={data !== undefined} {...narrowing}>
      {children}
    </WorkFilters>
  )
}

function Rows({ kind, rows, toMarks }: { kind: Kind; rows: Result[]; toMarks: boolean }) {
  const { t } = useTranslation()
  const month: Column<Result> = {
    key: 'month',
    label: t('work.monthId'),
    brief: true,
    cell: (row) =>
      'monthName' in row && (
        <span className="@3xl:inline-block @3xl:min-w-24">
          <Bdi>{row.monthName}</Bdi>
        </span>
      ),
  }
  return (
    <DataTable<Result>
      label={t(`settings.${kind.name}.list`)}
      rows={rows}
      rowKey={({ workId }) => workId}
      columns={[
        {
          key: 'course',
          label: t('work.courseId'),
          main: true,
          cell: (row) => <What kind={kind} row={row} toMarks={toMarks} />,
        },
        {
          key: 'status',
          label: t('attendance.status'),
          brief: true,
          cell: (row) => (
            <>
              <TookPart tookPart={row.tookPart} />
              {'deliveredDate' in row && row.deliveredDate && (
                <span className="ms-2 text-sm text-muted">
                  <span className="sr-only">{t('work.deliveredOn')} </span>
                  <Day day={row.deliveredDate} short />
                </span>
              )}
            </>
          ),
        },
        {
          key: 'result',
          label: t('work.result'),
          brief: true,
          cell: (row) => (
            <span className="whitespace-nowrap max-md:text-base max-md:font-semibold max-md:text-ink">
              <Digits>
                {row.result ?? '–'}/{row.rate}
              </Digits>
              <Corrected kind={kind} row={row} />
            </span>
          ),
        },
        {
          key: 'date',
          label: t('attendance.date'),
          brief: true,
          cell: ({ date }) => <Day day={date} weekday />,
        },
        ...(kind.hasMonths ? [month] : []),
        {
          key: 'by',
          label: t('work.by'),
          brief: true,
          cell: ({ supervisorName }) => (
            <span className="@4xl:whitespace-nowrap">
              <Bdi>{supervisorName}</Bdi>
            </span>
          ),
        },
      ]}
    />
  )
}

function What({ kind, row, toMarks }: { kind: Kind; row: Result; toMarks: boolean }) {
  const course = <CourseTag name={row.courseName} />
  return (
    <span className="flex-wrap @3xl:flex @3xl:min-w-32 @3xl:items-center @3xl:gap-3">
      {toMarks ? (
        <Link
          to={paths.marks(row.classRoomId, kind.name, row.workId)}
          className="inline-flex min-h-11 max-w-full shrink-0 items-center underline-offset-4 hover:underline"
        >
          {course}
        </Link>
      ) : (
        <span className="max-w-full shrink-0">{course}</span>
      )}
      {'attachments' in row && row.attachments.length > 0 && <AttachmentList items={row.attachments} />}
      {row.details && (
        <span className="block min-w-0 text-sm font-normal text-muted @3xl:flex-1">
          {/* Only as wide as its text, so that text in the other script begins where the line begins. */}
          <span className="inline-block">
            <span dir="auto" title={row.details} className="line-clamp-2 @3xl:line-clamp-1">
              {row.details}
            </span>
          </span>
        </span>
      )}
    </span>
  )
}
