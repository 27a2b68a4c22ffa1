import { lazy, useState } from 'react'
import { classes } from '#contract/school/classes/classes.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useList, useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ClassFilter, useClassFilter } from './ClassFilter.tsx'
import type { WrittenPost } from './sharing.ts'
import { type Deed, WrittenCard } from './WrittenCard.tsx'

const WritePost = lazy(part(async () => (await import('./WritePost.tsx')).WritePost, '.files'))
const CorrectPost = lazy(part(async () => (await import('./CorrectPost.tsx')).CorrectPost))
const PostReport = lazy(part(async () => (await import('./PostReport.tsx')).PostReport))

type Doing = { what: Deed; post: WrittenPost }

/** Announcements as those who write them see them: to whom each went and how many have read it, or those that are not published yet. */
export function WrittenPosts({ school, published }: { school: OwnSchool; published: boolean }) {
  const { t } = useTranslation()
  const [writing, setWriting] = useOpenedBy('write')
  const [doing, setDoing] = useState<Doing | null>(null)
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const [classRoomId, setClassRoomId] = useClassFilter()
  const mayWrite = useMay(postWriting.add)
  const { data: ofSchool = [] } = useRead(classes.list, { schoolId: school.id })
  const list = useList(postWriting.written, {
    schoolId: school.id,
    published,
    ...(classRoomId && { classRoomId }),
    ...(settled && { text: settled }),
  })
  const nothingAtAll = published ? 'posts.noneWritten' : 'posts.noDrafts'
  const nothingYet = classRoomId ? 'posts.nothingOfClass' : nothingAtAll
  const close = () => setDoing(null)

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField label={t('posts.search')} value={text} onChange={setText} className="flex-1 basis-40" />
        {(ofSchool.length > 1 || classRoomId) && (
          <ClassFilter classes={ofSchool} value={classRoomId} onChange={setClassRoomId} />
        )}
      </div>
      <ListStates list={list} empty={<Empty sentence={t(settled ? 'noItemFound' : nothingYet)} />}>
        {(rows) => (
          <ul className="space-y-4">
            {rows.map((post) => (
              <li key={post.id}>
                <WrittenCard post={post} school={school} onDo={(what) => setDoing({ what, post })} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {mayWrite && writing && (
        <LazyPart onClose={() => setWriting(false)}>
          <WritePost school={school} onClose={() => setWriting(false)} />
        </LazyPart>
      )}
      {doing && (
        <LazyPart onClose={close}>
          {doing.what === 'write' && <WritePost school={school} post={doing.post} onClose={close} />}
          {doing.what === 'correct' && <CorrectPost post={doing.post} onClose={close} />}
          {doing.what === 'report' && <PostReport post={doing.post} school={school} onClose={close} />}
        </LazyPart>
      )}
    </div>
  )
}
