import { sql } from 'kysely'
import { fixed } from '#server/db/compiled.ts'

type NewPost = {
  id: string
  title: string
  important: boolean
  publishedAt: string
  inAll: number
}

/** Announcements of the last thirty days that a parent has not read, important ones first, and how many they are. */
export const newPosts = fixed(
  (parentId: string) => sql<NewPost>`
    select p.id, case when length(p.title) > 80 then rtrim(left(p.title, 79)) || '…' else p.title end as title, p.important, p.published_at, (count(*) over ())::integer as in_all
    from own_posts() o
    join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null
    where p.published_at > now() - interval '30 days' and p.author_id <> ${parentId} and not exists (
      select from post_readers r
      where r.school_id = p.school_id and r.post_id = p.id and r.person_id = ${parentId} and r.read_at is not null)
    order by p.important desc, p.published_at desc, p.id
    limit 3`,
)
