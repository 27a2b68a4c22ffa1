import { PencilLine } from 'lucide-react'
import { lazy, useState } from 'react'
import { postWriting } from '#contract/posts/posts.ts'
import { useList, useMay, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { PostDay, PostWords } from './PostWords.tsx'
import { sharing, type WrittenPost } from './sharing.ts'

const WritePost = lazy(part(async () => (await import('./WritePost.tsx')).WritePost))
const CorrectPost = lazy(part(async () => (await import('./CorrectPost.tsx')).CorrectPost))
const PostReport = lazy(part(async () => (await import('./PostReport.tsx')).PostReport))

type Doing = { what: 'correct' | 'report'; post: WrittenPost }

/** Announcements as those who write them see them: to whom each went, and how many have read it. */
export function WrittenPosts({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [writing, setWriting] = useState(false)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [text, setText] = useState('')
  const mayWrite = useMay(postWriting.add)
  const input = { schoolId: school.id, ...(text.trim() && { text: text.trim() }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(postWriting.written, input)
  const close = () => setDoing(null)

  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchField label={t('posts.search')} value={text} onChange={setText} className="min-w-50 flex-1" />
        {mayWrite && (
          <Button tone="primary" onClick={() => setWriting(true)}>
            <PencilLine className="size-5" aria-hidden="true" />
            {t('posts.write')}
          </Button>
        )}
      </div>
      {!rows ? (
        error ? (
          <Failed error={error} again={refetch} />
        ) : (
          <Loading count={3} />
        )
      ) : rows.length === 0 ? (
        <Empty sentence={t(text ? 'noItemFound' : 'posts.noneWritten')} />
      ) : (
        <ul className="space-y-4">
          {rows.map((post) => (
            <li key={post.id}>
              <WrittenCard post={post} onDo={(what) => setDoing({ what, post })} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
      {writing && (
        <LazyPart onClose={() => setWriting(false)}>
          <WritePost school={school} onClose={() => setWriting(false)} />
        </LazyPart>
      )}
      {doing && (
        <LazyPart onClose={close}>
          {doing.what === 'correct' ? (
            <CorrectPost post={doing.post} onClose={close} />
          ) : (
            <PostReport post={doing.post} onClose={close} />
          )}
        </LazyPart>
      )}
    </div>
  )
}

function WrittenCard({ post, onDo }: { post: WrittenPost; onDo: (what: Doing['what']) => void }) {
  const { t } = useTranslation()
  const { mutateAsync: takeBack } = useWrite(postWriting.takeBack)
  const to = post.audience.map(({ kind, name }) => name ?? t(`posts.to.${kind}`)).join(t('posts.and'))
  return (
    <Card className="space-y-2">
      <p className="text-sm text-muted">
        {t('posts.toWhom')} <Bdi>{to}</Bdi>
        {post.public && ` · ${t('posts.public')}`}
      </p>
      <PostWords post={post} />
      <PostDay post={post} author={post.authorName} />
      <div className="flex items-center gap-3">
        <ShareBar percent={post.addressed === 0 ? 0 : (100 * post.readBy) / post.addressed} className="h-2" />
        <span className="text-sm whitespace-nowrap">
          {t('posts.readBy', { read: post.readBy, count: post.addressed })}
        </span>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onDo('report')}>{t('posts.report')}</Button>
        {!post.takenBack && (
          <a
            href={sharing(post)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-primary underline-offset-4 hover:underline"
          >
            {t('posts.share')}
          </a>
        )}
        {post.may.update && <Button onClick={() => onDo('correct')}>{t('posts.correct')}</Button>}
        {post.may.remove && (
          <AskFirst
            danger
            title={t('posts.takeBackAsk')}
            description={t('posts.takeBackMeans')}
            submit={t('posts.takeBack')}
            run={() => takeBack({ postId: post.id })}
          >
            {(ask, busy) => (
              <Button tone="danger" disabled={busy} onClick={ask}>
                {t('posts.takeBack')}
              </Button>
            )}
          </AskFirst>
        )}
      </div>
    </Card>
  )
}
