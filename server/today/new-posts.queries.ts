import { sql } from 'kysely'
import { fixed } from '#server/db/compiled.ts'

type NewPost = {
  id: string
  title: string
  important: boolean
  publishedAt: string
  inAll: number
}

/** Announcements of the last thirty days that the parent has not read, important ones first, and how many there are. */
export const newPosts = fixed(
  () => sql<NewPost>`
    select id, case when length(title) > 80 then rtrim(left(title, 79)) || '…' else title end as title,
      important, published_at, in_all
    from new_own_posts(now() - interval '30 days')`,
)
