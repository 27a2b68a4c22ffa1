import { BellRing, CheckCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { stale, useList, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { actIn } from '#web/lib/acting-school.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { addressOf, asking, type InboxItem, schoolToActIn } from './item.ts'
import { ItemLine } from './ItemLine.tsx'

/** Everything a person was notified of: the unread items, then the read ones, each the newest first. */
export function InboxScreen() {
  const { t } = useTranslation()
  // What asked for something may be done meanwhile: the number in the header and the list are of one moment.
  useEffect(() => void stale(inbox.unread), [])
  const unread = useList(inbox.items, { unread: true })
  const read = useList(inbox.items, { unread: false })
  const follow = useFollow()
  useNotice(unread.rows && read.rows && [...unread.rows, ...read.rows], follow)

  const newest = unread.rows?.[0]
  return (
    <Screen
      title={t('inbox.title')}
      narrow
      tools={
        <>
          <ReadAll upTo={newest?.id} />
          <LinkButton short to={paths.notices()} icon={<BellRing className="size-5" aria-hidden="true" />}>
            {t('notices.title')}
          </LinkButton>
        </>
      }
    >
      <RowStates
        rows={unread.rows && read.rows && [...unread.rows, ...read.rows]}
        error={unread.error ?? read.error}
        again={() => Promise.all([unread.refetch(), read.refetch()])}
        empty={<Empty sentence={t('inbox.empty')} />}
      >
        {() => (
          <div className="space-y-8">
            <Items title={t('inbox.unread')} list={unread} onFollow={follow} />
            <Items title={t('inbox.read')} list={read} onFollow={follow} />
          </div>
        )}
      </RowStates>
    </Screen>
  )
}

type ItemsProps = {
  title: string
  list: { rows: InboxItem[] | undefined; more: boolean; isFetchingNextPage: boolean; loadMore: () => void }
  onFollow: (item: InboxItem) => void
}

function Items({ title, list, onFollow }: ItemsProps) {
  const { rows = [] } = list
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((item) => (
          <ItemLine key={item.id} item={item} onFollow={() => onFollow(item)} />
        ))}
      </ul>
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </section>
  )
}

/** Takes its place before the items are loaded, so that nothing moves when they arrive. */
function ReadAll({ upTo }: { upTo: string | undefined }) {
  const { t } = useTranslation()
  const read = useWrite(inbox.markRead)
  return (
    <Button
      icon={<CheckCheck className="size-5" aria-hidden="true" />}
      disabled={!upTo || read.isPending}
      onClick={() => read.mutate({ upTo }, { onError: toastRefusal })}
    >
      {t('inbox.readAll')}
    </Button>
  )
}

/** Following an item marks it as read; a screen of one school is shown for the school that the item is about. */
function useFollow() {
  const { mutate } = useWrite(inbox.markRead)
  const { schools } = useSession()
  return (item: InboxItem) => {
    if (!item.read) mutate({ ids: [item.id] })
    const schoolId = schoolToActIn(item)
    const school = schools.find(({ id }) => id === schoolId)
    if (school) actIn(school)
  }
}

/** A person who opens a notice on their device goes on to what it is about. */
function useNotice(items: InboxItem[] | undefined, follow: (item: InboxItem) => void) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const item = items?.find(({ id, kind }) => id === query.get('item') && !asking.has(kind))
  useEffect(() => {
    if (!item) return
    follow(item)
    void navigate(addressOf(item), { replace: true, state: item.studentId ? { studentId: item.studentId } : null })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each item
  }, [item?.id])
}
