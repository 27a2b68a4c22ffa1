import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { posts } from '#contract/posts/posts.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadMore } from '#web/ui/Pager.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { PostCard } from './PostCard.tsx'

const views = ['all', 'unread'] as const

/** Announcements addressed to the person, of all their schools, the newest first; with an id in the address, that one alone. */
export function PostFeed() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const [view, setView] = useState<(typeof views)[number]>('all')
  const [text, setText] = useState('')
  const postId = address.get('id')
  const input = postId
    ? { postId }
    : { ...(view === 'unread' && { unread: true }), ...(text.trim() && { text: text.trim() }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(posts.list, input)

  return (
    <div className="mx-auto max-w-3xl">
      {!postId && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <SearchField label={t('posts.search')} value={text} onChange={setText} className="min-w-50 flex-1" />
          <Segments
            label={t('posts.show')}
            items={views.map((value) => ({ value, label: t(`posts.view.${value}`) }))}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      {!rows ? (
        error ? (
          <Failed error={error} again={refetch} />
        ) : (
          <Loading count={3} />
        )
      ) : rows.length === 0 ? (
        <Empty sentence={t(view === 'unread' ? 'posts.nothingUnread' : text ? 'noItemFound' : 'posts.nothing')} />
      ) : (
        <ul className="space-y-4">
          {rows.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </div>
  )
}
