import { Megaphone } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { NearDay } from '#web/ui/NearDay.tsx'
import { todayIn, zoneOfDevice } from '#web/lib/days.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AnswerPost } from './AnswerPost.tsx'
import type { StoredDay } from './stored-day.ts'

/** Announcements that the parent has not read or not answered: each leads to its words, and one line to the others. */
export function NewPosts({ day: { posts, postCount } }: { day: StoredDay }) {
  const { t } = useTranslation()
  if (posts.length === 0) return null
  const timeZone = zoneOfDevice()
  return (
    <section aria-labelledby="new-posts" className="mb-4 rounded-card border border-line bg-surface px-2 py-2">
      <h3 id="new-posts" className="flex items-center gap-2 px-3 pt-1 font-semibold">
        <Megaphone className="size-5 text-primary" aria-hidden="true" />
        {t('today.posts')}
      </h3>
      <ul>
        {posts.map(({ id, title, important, publishedAt, answers, answerBy }) => (
          <li key={id}>
            <Link
              to={paths.posts(id)}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field px-3 py-2 hover:bg-soft"
            >
              <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                <span className="font-semibold">
                  <Bdi>{title}</Bdi>
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
                {important && <StatusBadge status="bad" word={t('today.important')} />}
                <NearDay day={todayIn(timeZone, new Date(publishedAt))} today={todayIn(timeZone)} />
              </span>
            </Link>
            {answers && <AnswerPost postId={id} answers={answers} answerBy={answerBy} />}
          </li>
        ))}
      </ul>
      {postCount > posts.length && (
        <Link
          to={paths.posts()}
          className="inline-flex min-h-11 items-center px-3 font-medium text-primary underline-offset-4 hover:underline"
        >
          {t('today.more', { count: postCount - posts.length })}
        </Link>
      )}
    </section>
  )
}
