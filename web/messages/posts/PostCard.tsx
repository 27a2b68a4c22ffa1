import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { posts } from '#contract/messages/posts/posts.ts'
import { useWrite } from '#web/lib/api.ts'
import { namedDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { PostDay, PostWords } from './PostWords.tsx'

type Post = OutputOf<typeof posts.list>[number]

/** An announcement as its reader sees it. It counts as read once it was in view. */
export function PostCard({ post }: { post: Post }) {
  const { t, language } = useTranslation()
  const card = useRef<HTMLDivElement>(null)
  const { mutateAsync: markRead } = useWrite(posts.markRead)
  const { mutateAsync: answer, isPending } = useWrite(posts.answer)
  const [answered, setAnswered] = useState<string>()
  // A list of what is unread no longer brings what was answered.
  const chosen = answered ?? post.answer

  useEffect(() => {
    if (post.read || !card.current) return
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watching.disconnect()
      // A device without a network says it the next time.
      void markRead({ postIds: [post.id] }).catch(() => undefined)
    })
    watching.observe(card.current)
    return () => watching.disconnect()
  }, [post.id, post.read, markRead])

  const choose = (one: string) =>
    void answer({ postId: post.id, answer: one })
      .then(() => {
        setAnswered(one)
        toast({ title: t('posts.answered') })
      })
      .catch(toastRefusal)

  return (
    <Card ref={card} className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Bdi>{post.schoolName}</Bdi>
        {post.childNames.length > 0 && (
          <>
            {' · '}
            <Bdi>{post.childNames.join(t('posts.and'))}</Bdi>
          </>
        )}
        {!post.read && <StatusBadge status="waiting" word={t('posts.new')} />}
        {post.important && <StatusBadge status="bad" word={t('posts.important')} />}
      </p>
      <PostWords post={post} />
      {post.answers && !post.takenBack && (
        <fieldset className="flex flex-wrap gap-2 pt-1">
          <legend className="mb-2 text-sm text-muted">
            {post.answerBy
              ? t('posts.answerUntil', { day: namedDay(post.answerBy, language) })
              : t('posts.pleaseAnswer')}
          </legend>
          {post.answers.map((one) => (
            <Button
              key={one}
              tone={one === chosen ? 'primary' : 'plain'}
              aria-pressed={one === chosen}
              disabled={isPending}
              onClick={() => choose(one)}
            >
              <Bdi>{one}</Bdi>
            </Button>
          ))}
        </fieldset>
      )}
      <PostDay post={post} author={post.authorName} />
      {post.childNames.length > 0 && !post.takenBack && (
        <LinkButton tone="quiet" className="-ms-3" to={paths.messages({ to: 'school', about: `post:${post.id}` })}>
          {t('posts.askAbout')}
        </LinkButton>
      )}
    </Card>
  )
}
