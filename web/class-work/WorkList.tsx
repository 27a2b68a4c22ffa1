import { ListChecks } from 'lucide-react'
import { lazy, useState } from 'react'
import { useList, useMay } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Excerpt } from '#web/ui/Excerpt.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { Adders } from '#web/records/Adders.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { EditButton, RemoveButton, RecordRow } from '#web/records/RecordRow.tsx'
import { useFilters } from './filters.ts'
import type { Kind, Work } from './kind.ts'
import { type WorkClass, useWorkForm, type WorkForm } from './work-fields.ts'

const WorkFilters = lazy(part(async () => (await import('./WorkFilters.tsx')).WorkFilters))
const loadWorkDialog = part(async () => (await import('./WorkDialog.tsx')).WorkDialog)
const WorkDialog = lazy(loadWorkDialog)

/** The work of one kind of a class, latest first, page by page: narrowed, added, edited, removed, marked. */
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
  /** The school year that is shown; without it, all. */
  yearId?: string | undefined
  /** Nothing is added: it would not be of the year that is shown. */
  isClosed?: boolean
}

type Props = {
  kind: Kind
  form: WorkForm
  schoolId: string
  /** Without it, the work of every class. */
  classRoom?: WorkClass
  onAddSeveral?: (() => void) | false
} & OfYear

/** The same, of one class or of all a school's. */
export function WorkList({ kind, form, schoolId, classRoom, onAddSeveral, yearId, isClosed = false }: Props) {
  const { t } = useTranslation()
  const narrowing = useFilters(kind.filters.filter((name) => name !== 'classRoomId' || !classRoom))
  const { months, ...one } = narrowing.filters
  const request = {
    ...(classRoom ? { classRoomId: classRoom.id } : { schoolId }),
    ...(kind.hasMonths && { months }),
    ...(yearId && { yearId }),
    ...one,
  }
  const list = useList(kind.work.list, request)
  const [edited, setEdited] = useState<Work | 'new' | null>(null)
  usePrefetch(loadWorkDialog)
  const mayAdd = useMay(kind.work.add, schoolId)

  const rows: Work[] | undefined = list.rows
  const adders = form.ready && !isClosed && (
    <Adders of={kind.name} onAdd={mayAdd && (() => setEdited('new'))} onAddSeveral={onAddSeveral} />
  )
  const isEmpty = rows?.length === 0 && narrowing.count === 0

  return (
    <>
      {!isEmpty && (
        <LazyPart
          fallback={<Skeleton className={cx('mb-5 h-11', kind.hasMonths ? 'md:h-65 xl:h-31' : 'md:h-51 xl:h-37')} />}
        >
          <WorkFilters schoolId={schoolId} yearId={yearId} choices={form.choices} known={form.known} {...narrowing} />
        </LazyPart>
      )}
      {!rows ? (
        list.error ? (
          <Failed error={list.error} again={list.refetch} />
        ) : (
          <Loading />
        )
      ) : isEmpty ? (
        <Empty sentence={t(isClosed ? 'work.emptyYear' : `settings.${kind.name}.empty`)}>
          <div className="flex flex-wrap justify-center gap-3">{adders}</div>
        </Empty>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <div className="flex min-w-0 flex-1 basis-28 items-center gap-2">
              <p role="status" className="text-sm text-muted">
                {t(`settings.${kind.name}.count`, { count: list.total })}
              </p>
              <ExportButton list={kind.work.list} input={request} />
            </div>
            <div className="flex flex-wrap justify-end gap-3 empty:hidden">{adders}</div>
          </div>
          {rows.length === 0 && <Empty sentence={t('settings.noneFound')} />}
          <ul className="space-y-2" aria-label={t(`settings.${kind.name}.list`)}>
            {rows.map((work) => (
              <li key={work.id} className="@container lazy-paint rounded-card border border-line bg-surface">
                <RecordRow name={work.courseName} more={<About kind={kind} work={work} ofClass={!classRoom} />}>
                  <LinkButton
                    to={paths.marks(work.classRoomId, kind.name, work.id)}
                    aria-label={`${t('marks.title')}: ${titleOf(work)}`}
                    icon={<ListChecks className="size-5" aria-hidden="true" />}
                  >
                    {t('marks.title')}
                  </LinkButton>
                  {work.may.update && <EditButton name={titleOf(work)} onClick={() => setEdited(work)} />}
                  {work.may.remove && <Remove kind={kind} work={work} />}
                </RecordRow>
              </li>
            ))}
          </ul>
          <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
        </>
      )}
      {edited && (
        <LazyPart onClose={() => setEdited(null)}>
          <WorkDialog kind={kind} form={form} work={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </LazyPart>
      )}
    </>
  )
}

function About({ kind, work, ofClass }: { kind: Kind; work: Work; ofClass: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="pe-2.5 md:pe-0">
      <p className="flex flex-wrap gap-x-4">
        {ofClass && <Bdi>{work.classRoomName}</Bdi>}
        <Day day={work.date} named />
        {work.monthName && <Bdi>{work.monthName}</Bdi>}
      </p>
      <p className="flex flex-wrap gap-x-4">
        <span>
          {t(`settings.${kind.name}.rate`)}: <Digits>{work.rate}</Digits>
        </span>
        <span>
          {t('work.by')}: <Bdi>{work.supervisorName}</Bdi>
        </span>
      </p>
      {work.details && <Excerpt>{work.details}</Excerpt>}
    </div>
  )
}

function Remove({ kind, work }: { kind: Kind; work: Work }) {
  const { t } = useTranslation()
  const remove = useChange(kind.work.remove)
  return <RemoveButton name={titleOf(work)} means={t('work.removeMeans')} run={() => remove(kind.byId(work.id))} />
}

/** Identifies a piece of work where a screen reader reads only one line. */
export const titleOf = ({ courseName, classRoomName, date }: Work) =>
  [courseName, classRoomName, shownDay(date)].join(' · ')
