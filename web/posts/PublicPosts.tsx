import { posts } from '#contract/posts/posts.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { PostDay, PostWords } from './PostWords.tsx'

/** What a school says to everybody, on its page. */
export function PublicPosts({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(posts.public, { schoolId })
  if (!rows) return error ? <Failed error={error} again={refetch} /> : <Loading count={2} />
  if (rows.length === 0) return <Empty sentence={t('posts.nonePublic')} />
  return (
    <>
      <ul className="mx-auto max-w-3xl space-y-4">
        {rows.map((post) => (
          <li key={post.id}>
            <Card className="space-y-2">
              <PostWords post={post} />
              <PostDay post={post} />
            </Card>
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
