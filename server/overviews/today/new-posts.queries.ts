import { sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'

type NewPost = {
  id: string
  title: string
  important: boolean
  publishedAt: string
  answers: string[] | null
  answerBy: string | null
  inAll: number
}

/**
 * Announcements of the last thirty days that the parent has not read, and those that wait for the parent's answer, important ones first, and
 * how many there are.
 */
export const newPosts = fixed(
  (now: string) => sql<NewPost>`
    select id, case when length(title) > 80 then rtrim(left(title, 79)) || '…' else title end as title,
      important, published_at, answers, answer_by, in_all
    from waiting_own_posts(now() - interval '30 days', ${now})`,
)
