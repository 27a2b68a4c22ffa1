import { useState } from 'react'
import { Link } from 'react-router'
import { NewNote, notes } from '#contract/teaching/notes/notes.ts'
import { useFilters } from '#web/teaching/class-work/filters.ts'
import { WorkFilters } from '#web/teaching/class-work/WorkFilters.tsx'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Adders } from '#web/records/Adders.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { usePrefetch } from '#web/ui/part.tsx'
import { LazyEditDialog, loadEditDialog } from '#web/records/lazy-parts.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'
import { RecentlyRemoved } from '#web/records/RecentlyRemoved.tsx'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { AboutNote, NoteText } from './NoteText.tsx'
import { type Note, useNoteForm } from './note-form.ts'

const narrowedBy = ['courseId', 'supervisorId', 'fromDate', 'toDate', 'details'] as const

type Props = {
  classRoom: WorkClass
  studentId?: string
  /** The school year that is shown; without it, all. */
  yearId: string | undefined
  /** Nothing is added: it would not be of the year that is shown. */
  isClosed: boolean
  /** Whether the student takes none any more. */
  isInactive?: boolean
}

/** The notes of a class, or of one student, latest first: narrowed, added, edited, withdrawn. */
export function NoteList({ classRoom, studentId, yearId, isClosed, isInactive = false }: Props) {
  const { t } = useTranslation()
  const form = useNoteForm(classRoom, studentId)
  const narrowing = useFilters(narrowedBy)
  const request = requestOf({ classRoom, studentId, yearId }, narrowing.filters)
  const list = useList(notes.list, request)
  const [changed, setChanged] = useState<Note | null>(null)
  const [isNew, setNew] = useOpenedBy('note')
  const mayRemove = useMay(notes.remove, classRoom.schoolId)
  usePrefetch(loadEditDialog)

  const { rows } = list
  const isEmpty = rows?.length === 0 && narrowing.count === 0
  const add = form.mayAdd && form.ready && !isClosed && !isInactive && (
    <Adders of="notes" onAdd={() => setNew(true)} short={!isEmpty} />
  )

  return (
    <>
      {!isEmpty && (
        <WorkFilters
          schoolId={classRoom.schoolId}
          choices={form.choices}
          known={form.known}
          author="writer"
          counted={rows && t('settings.notes.count', { count: list.total })}
          {...narrowing}
        >
          {rows && (
            <>
              <ExportButton list={notes.list} input={request} />
              {add}
            </>
          )}
        </WorkFilters>
      )}
      <RowStates
        rows={rows}
        error={list.error}
        again={list.refetch}
        count={4}
        isEmpty={isEmpty}
        empty={<Empty sentence={t(isClosed ? 'work.emptyYear' : 'settings.notes.empty')}>{add}</Empty>}
      >
        {(rows) => (
          <>
            {rows.length === 0 && <Empty sentence={t('settings.noneFound')} />}
            <ul className="space-y-2" aria-label={t('settings.notes.list')}>
              {rows.map((row) => (
                <NoteCard
                  key={row.id}
                  note={row}
                  schoolId={classRoom.schoolId}
                  ofClass={studentId === undefined}
                  onEdit={() => setChanged(row)}
                />
              ))}
            </ul>
            <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
          </>
        )}
      </RowStates>
      {mayRemove && studentId === undefined && <RecentlyRemoved schoolId={classRoom.schoolId} kind="note" />}
      {(changed || (isNew && form.mayAdd && form.ready)) && (
        <LazyEditDialog
          of="notes"
          fields={form.fields(changed ?? undefined)}
          schema={NewNote}
          start={form.start(changed ?? undefined)}
          row={changed}
          add={notes.add}
          update={notes.update}
          onClose={() => (changed ? setChanged(null) : setNew(false))}
        />
      )}
    </>
  )
}

const requestOf = (
  { classRoom, studentId, yearId }: Pick<Props, 'classRoom' | 'studentId' | 'yearId'>,
  { months: _, fromDate, toDate, details, ...one }: ReturnType<typeof useFilters>['filters'],
) => ({
  ...(studentId ? { studentId } : { classRoomId: classRoom.id }),
  ...(yearId && { yearId }),
  ...one,
  ...(fromDate && { dateFrom: fromDate }),
  ...(toDate && { dateTo: toDate }),
  ...(details && { notes: details }),
})

type CardProps = { note: Note; schoolId: string; ofClass: boolean; onEdit: () => void }

function NoteCard({ note, schoolId, ofClass, onEdit }: CardProps) {
  const { t } = useTranslation()
  const remove = useChange(notes.remove)
  const name = [note.studentName, shownDay(note.date)].join(' · ')
  return (
    <li className="lazy-paint rounded-card border border-line bg-surface px-4 py-3 md:px-5">
      <div className="flex items-start justify-between gap-2">
        <div className={cx('min-w-0 [overflow-wrap:anywhere]', !ofClass && 'pt-1.5')}>
          {ofClass && (
            <Link
              to={paths.student(note.studentId, 'staff')}
              className="inline-flex min-h-11 items-center font-semibold hover:text-primary hover:underline"
            >
              <Bdi>{note.studentName}</Bdi>
            </Link>
          )}
          <AboutNote note={note} />
        </div>
        <div className="-me-2 flex shrink-0 empty:hidden">
          {note.may.update && <EditButton name={name} onClick={onEdit} />}
          {note.may.remove && (
            <RemoveWithUndo
              name={name}
              means={t('settings.notes.removeMeans')}
              thing={{ schoolId, kind: 'note', id: note.id }}
              run={() => remove({ noteId: note.id })}
            />
          )}
        </div>
      </div>
      <NoteText note={note} />
      <p className="mt-1.5 text-sm text-muted">
        {note.readAt ? (
          <>
            {t('settings.notes.readBy')} <Bdi>{note.readBy.join(' · ')}</Bdi> · <Moment at={note.readAt} />
          </>
        ) : (
          t('settings.notes.notRead')
        )}
      </p>
    </li>
  )
}
