import { PencilLine } from 'lucide-react'
import { lazy, useState } from 'react'
import { postWriting } from '#contract/posts/posts.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation, withTexts } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import type { WrittenPost } from './sharing.ts'
import { type Deed, WrittenCard } from './WrittenCard.tsx'

const WritePost = lazy(
  part(async () => {
    await withTexts('.files')
    return (await import('./WritePost.tsx')).WritePost
  }),
)
const CorrectPost = lazy(part(async () => (await import('./CorrectPost.tsx')).CorrectPost))
const PostReport = lazy(part(async () => (await import('./PostReport.tsx')).PostReport))

type Doing = { what: Deed; post: WrittenPost }

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
              <WrittenCard post={post} school={school} onDo={(what) => setDoing({ what, post })} />
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
          {doing.what === 'write' ? (
            <WritePost school={school} post={doing.post} onClose={close} />
          ) : doing.what === 'correct' ? (
            <CorrectPost post={doing.post} onClose={close} />
          ) : (
            <PostReport post={doing.post} school={school} onClose={close} />
          )}
        </LazyPart>
      )}
    </div>
  )
}
