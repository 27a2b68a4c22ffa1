import { useEffect } from 'react'
import { notes } from '#contract/teaching/notes/notes.ts'
import { useList, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { AboutNote, NoteText } from './NoteText.tsx'

/** The notes on one child as their parent reads them, latest first. */
export function ChildNotes({ studentId, yearId }: { studentId: string; yearId: string | undefined }) {
  const { t } = useTranslation()
  const request = { studentId, ...(yearId && { yearId }) }
  const { rows, error, refetch, more, loadMore, isFetchingNextPage } = useList(notes.list, request)
  const { mutateAsync: markRead } = useWrite(notes.markRead)
  const unread = rows?.filter(({ readAt }) => readAt === null).map(({ id }) => id) ?? []
  const ids = unread.slice(0, 200).join(' ')
  useEffect(() => {
    // A device without a network says it the next time.
    if (ids) void markRead({ noteIds: ids.split(' ') }).catch(() => undefined)
  }, [ids, markRead])
  if (!rows) return <LoadingOrFailed error={error} again={refetch} count={4} />
  if (rows.length === 0) return <Empty sentence={t('settings.notes.empty')} />
  return (
    <>
      <ul className="space-y-2" aria-label={t('settings.notes.list')}>
        {rows.map((note) => (
          <li key={note.id} className="lazy-paint rounded-card border border-line bg-surface px-4 py-3 md:px-5">
            <AboutNote note={note} />
            <NoteText note={note} />
            <LinkButton tone="quiet" className="-ms-3" to={paths.messages({ to: studentId, about: `note:${note.id}` })}>
              {t('student.askAbout')}
            </LinkButton>
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
