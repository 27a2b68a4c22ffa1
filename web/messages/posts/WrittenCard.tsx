import { postWriting } from '#contract/messages/posts/posts.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useRemoval } from '#web/records/removal.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { FormerWords } from './FormerWords.tsx'
import { PostDay, PostWords } from './PostWords.tsx'
import { sharing, type WrittenPost } from './sharing.ts'

export type Deed = 'write' | 'correct' | 'report'

type Props = { post: WrittenPost; school: OwnSchool; onDo: (what: Deed) => void }

/** An announcement as those who write see it: to whom it goes, when, how many have read it, and what may be done to it. */
export function WrittenCard({ post, school, onDo }: Props) {
  const { t } = useTranslation()
  const to = post.audience.map(({ kind, name }) => name ?? t(`posts.to.${kind}`)).join(t('posts.and'))
  const { publishedAt } = post
  return (
    <Card className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span>
          {t('posts.toWhom')} <Bdi>{to}</Bdi>
          {post.public && ` · ${t('posts.public')}`}
        </span>
        {post.important && <StatusBadge status="bad" word={t('posts.important')} />}
        {!publishedAt &&
          (post.refusedAt ? (
            <StatusBadge status="bad" word={t('posts.isRefused')} />
          ) : (
            <StatusBadge status="waiting" word={t(post.publishAt ? 'posts.isPlanned' : 'posts.isDraft')} />
          ))}
      </p>
      <PostWords post={post} />
      {publishedAt ? (
        <>
          <PostDay post={{ ...post, publishedAt }} author={post.authorName} />
          <FormerWords post={post} timeZone={school.timeZone} />
          {post.addressed > 0 && (
            <div className="flex items-center gap-3">
              <ShareBar percent={(100 * post.readBy) / post.addressed} fill="fill-primary" className="h-2" />
              <span className="text-sm whitespace-nowrap">
                {t('posts.readBy', { read: post.readBy, count: post.addressed })}
              </span>
            </div>
          )}
        </>
      ) : (
        <p className="text-sm text-muted">
          <Bdi>{post.authorName}</Bdi>
          {post.publishAt && !post.refusedAt && (
            <>
              {' · '}
              {t('posts.comesAt')} <Moment at={post.publishAt} timeZone={school.timeZone} />
            </>
          )}
          {post.refusedAt && ` · ${t('posts.refusedMeans')}`}
        </p>
      )}
      <Tools post={post} onDo={onDo} />
    </Card>
  )
}

function Tools({ post, onDo }: Pick<Props, 'post' | 'onDo'>) {
  const { t } = useTranslation()
  const { mutateAsync: takeBack } = useWrite(postWriting.takeBack)
  const { means, offerUndo } = useRemoval({ schoolId: post.schoolId, kind: 'post', id: post.id })
  const isPublished = post.publishedAt !== null
  const ending = isPublished ? 'takeBack' : 'cancel'
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {isPublished && <Button onClick={() => onDo('report')}>{t('posts.report')}</Button>}
      {isPublished && !post.takenBack && (
        <a
          href={sharing(post)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-primary underline-offset-4 hover:underline"
        >
          {t('posts.share')}
        </a>
      )}
      {post.may.update && (
        <Button onClick={() => onDo(isPublished ? 'correct' : 'write')}>
          {t(isPublished ? 'posts.correct' : 'posts.change')}
        </Button>
      )}
      {post.may.remove && (
        <AskFirst
          danger
          title={t(`posts.${ending}Ask`)}
          description={t(`posts.${ending}Means`)}
          means={means}
          submit={t(`posts.${ending}`)}
          run={async () => {
            await takeBack({ postId: post.id })
            offerUndo(isPublished ? t('posts.takenBack') : undefined)
          }}
        >
          {(ask, busy) => (
            <Button disabled={busy} onClick={ask}>
              {t(`posts.${ending}`)}
            </Button>
          )}
        </AskFirst>
      )}
    </div>
  )
}
