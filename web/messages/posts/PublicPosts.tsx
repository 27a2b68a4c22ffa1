import { posts } from '#contract/messages/posts/posts.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { PostDay, PostWords } from './PostWords.tsx'

/** What a school says to everybody, on its page. */
export function PublicPosts({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const list = useList(posts.public, { schoolId })
  return (
    <ListStates list={list} waiting={2} empty={<Empty sentence={t('posts.nonePublic')} />}>
      {(rows) => (
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
      )}
    </ListStates>
  )
}
