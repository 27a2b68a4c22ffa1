import { lazy, useState } from 'react'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Adders } from '#web/records/Adders.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'
import { RecentlyRemoved } from '#web/records/RecentlyRemoved.tsx'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { useClosedTerm } from './closed-term.ts'
import { useFilters } from './filters.ts'
import { WorkFilters } from './WorkFilters.tsx'
import type { Kind, ListedWork } from './kind.ts'
import { type WorkClass, useWorkForm, type WorkForm } from './work-fields.ts'
import { titleOf, WorkRow } from './WorkRow.tsx'

const loadWorkDialog = part(async () => (await import('./WorkDialog.tsx')).WorkDialog)
const WorkDialog = lazy(loadWorkDialog)
const ClosedTerm = lazy(part(async () => (await import('./ClosedTerm.tsx')).ClosedTerm, '.marks'))
const WorkFiles = lazy(part(async () => (await import('./WorkFiles.tsx')).WorkFiles, '.files'))

/** A class's work of one kind, latest first, in pages. It can be filtered, added, edited, removed and marked. */
export const ClassWorkList = ({ kind, classRoom, ...ofYear }: { kind: Kind; classRoom: WorkClass } & OfYear) => (
  <WorkList
    kind={kind}
    form={useWorkForm(kind, classRoom.schoolId, classRoom)}
    classRoom={classRoom}
    schoolId={classRoom.schoolId}
    {...ofYear}
  />
)

type OfYear = {
  /** The school year that is shown; without it, all years. */
  yearId?: string | undefined
  /** No work can be added, because it would not belong to the year that is shown. */
  isClosed?: boolean
}

type Props = {
  kind: Kind
  form: WorkForm
  schoolId: string
  /** Without it, the work of all classes. */
  classRoom?: WorkClass
  onAddSeveral?: (() => void) | false
} & OfYear

/** The same for one class, or for all classes of a school. */
export function WorkList({ kind, form, schoolId, classRoom, onAddSeveral, yearId, isClosed = false }: Props) {
  const { t } = useTranslation()
  const narrowing = useFilters(kind.filters.filter((name) => name !== 'classRoomId' || !classRoom))
  const request = requestOf(kind, { schoolId, classRoom, yearId }, narrowing.filters)
  const list = useList(kind.work.list, request)
  const [edited, setEdited] = useState<ListedWork | 'new' | null>(null)
  usePrefetch(loadWorkDialog)
  const mayRemove = useMay(kind.work.remove, schoolId)
  const mayAdd = useMay(kind.work.add, schoolId) && classRoom?.active !== false

  const closedTerm = useLineAbove(classRoom, form, isClosed)
  const rows: ListedWork[] | undefined = closedTerm.isAwaited ? undefined : list.rows
  const isEmpty = rows?.length === 0 && narrowing.count === 0
  const adders = form.ready && !isClosed && (
    <Adders of={kind.name} onAdd={mayAdd && (() => setEdited('new'))} onAddSeveral={onAddSeveral} short={!isEmpty} />
  )

  return (
    <>
      {!isEmpty && (
        <WorkFilters
          schoolId={schoolId}
          yearId={yearId}
          choices={form.choices}
          known={form.known}
          counted={rows && t(`settings.${kind.name}.count`, { count: list.total })}
          {...narrowing}
        >
          {rows && (
            <>
              <Drafts kind={kind} schoolId={schoolId} rows={rows} />
              <ExportButton list={kind.work.list} input={request} />
              {adders}
            </>
          )}
        </WorkFilters>
      )}
      <LazyPart fallback={<Loading />}>
        {closedTerm.isShown && <ClosedTerm />}
        <RowStates
          rows={rows}
          error={list.error}
          again={list.refetch}
          isEmpty={isEmpty}
          empty={
            <Empty sentence={t(isClosed ? 'work.emptyYear' : `settings.${kind.name}.empty`)}>
              <div className="flex flex-wrap justify-center gap-3">{adders}</div>
            </Empty>
          }
        >
          {(rows) => (
            <>
              {rows.length === 0 && <Empty sentence={t('settings.noneFound')} />}
              <Works
                kind={kind}
                schoolId={schoolId}
                rows={rows}
                ofClass={!classRoom}
                year={classRoom && isClosed ? yearId : undefined}
                onEdit={setEdited}
              />
              <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
            </>
          )}
        </RowStates>
      </LazyPart>
      {mayRemove && <RecentlyRemoved schoolId={schoolId} kind={removed[kind.name]} />}
      {edited && (
        <LazyPart onClose={() => setEdited(null)}>
          <WorkDialog kind={kind} form={form} work={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </LazyPart>
      )}
    </>
  )
}

/** The line that the term of today is closed. The rows below wait for it, because they would move when it came later. */
function useLineAbove(classRoom: WorkClass | undefined, { start }: WorkForm, isClosed: boolean) {
  const day = classRoom && !isClosed ? (start.date as string | undefined) : undefined
  const isTermClosed = useClosedTerm(classRoom?.id, day)
  return { isShown: isTermClosed === true, isAwaited: Boolean(day) && isTermClosed === undefined }
}

const requestOf = (
  { hasMonths }: Kind,
  { schoolId, classRoom, yearId }: Pick<Props, 'schoolId' | 'classRoom' | 'yearId'>,
  { months, ...one }: ReturnType<typeof useFilters>['filters'],
) => ({
  ...(classRoom ? { classRoomId: classRoom.id } : { schoolId }),
  ...(hasMonths && { months }),
  ...(yearId && { yearId }),
  ...one,
})

type WorksProps = {
  kind: Kind
  schoolId: string
  rows: ListedWork[]
  ofClass: boolean
  year: string | undefined
  onEdit: (work: ListedWork) => void
}

function Works({ kind, schoolId, rows, ofClass, year, onEdit }: WorksProps) {
  const { t } = useTranslation()
  return (
    <ul
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface empty:hidden"
      aria-label={t(`settings.${kind.name}.list`)}
    >
      {rows.map((work) => (
        <li key={work.id} className="@container lazy-paint">
          <WorkRow kind={kind} work={work} ofClass={ofClass} year={year}>
            {kind.name === 'homework' && (
              <LazyPart fallback={<span className="size-11" />}>
                <WorkFiles schoolId={schoolId} work={work} />
              </LazyPart>
            )}
            {work.may.update && <EditButton name={titleOf(work)} onClick={() => onEdit(work)} />}
            {work.may.remove && <Remove kind={kind} schoolId={schoolId} work={work} />}
          </WorkRow>
        </li>
      ))}
    </ul>
  )
}

function Drafts({ kind, schoolId, rows }: { kind: Kind; schoolId: string; rows: ListedWork[] }) {
  const drafts = rows.flatMap((work) =>
    work.marksState === 'draft' && work.figures
      ? [{ id: work.id, title: titleOf(work), marked: work.figures.marked, students: work.figures.students }]
      : [],
  )
  const Shown = kind.publishing?.OfList
  if (!Shown || drafts.length === 0) return null
  return (
    <LazyPart>
      <Shown schoolId={schoolId} drafts={drafts} />
    </LazyPart>
  )
}

/** A kind of work as it is removed and put back. */
const removed = { exams: 'exam', homework: 'homework', activity: 'activity' } as const

function Remove({ kind, schoolId, work }: { kind: Kind; schoolId: string; work: ListedWork }) {
  const remove = useChange(kind.work.remove)
  return (
    <RemoveWithUndo
      name={titleOf(work)}
      thing={{ schoolId, kind: removed[kind.name], id: work.id }}
      run={() => remove(kind.byId(work.id))}
    />
  )
}
