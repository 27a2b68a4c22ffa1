import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { parents } from '#contract/people/parents/parents.ts'
import { posts } from '#contract/messages/posts/posts.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isId } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ClassFilter, useClassFilter } from './ClassFilter.tsx'
import { PostCard } from './PostCard.tsx'
import { useStaying } from './staying.ts'

const views = ['all', 'unread'] as const

/** Announcements addressed to the person, of all their schools, the newest first; with an id in the address, that one alone. */
export function PostFeed() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const [view, setView] = useState<(typeof views)[number]>('all')
  const [text, setText] = useState('')
  const [classRoomId, setClassRoomId] = useClassFilter()
  const postId = address.get('id')
  const ofChildren = useClassesOfChildren(postId === null)
  const settled = useSettled(text)
  const input = postId
    ? { postId }
    : {
        ...(view === 'unread' && { unread: true }),
        ...(classRoomId && { classRoomId }),
        ...(settled && { text: settled }),
      }
  // A link that was cut off names nothing that anybody wrote.
  const isCut = postId !== null && !isId(postId)
  const list = useList(posts.list, input, { enabled: !isCut })
  // The rows of what was asked for before stand there while others are on their way.
  const unread = useStaying(list.isPlaceholderData || view === 'all' ? undefined : list.rows, JSON.stringify(input))
  function whyNothing() {
    if (settled) return 'noItemFound'
    if (postId) return 'posts.notForYou'
    if (view === 'unread') return 'posts.nothingUnread'
    return classRoomId ? 'posts.nothingOfClass' : 'posts.nothing'
  }

  return (
    <div>
      {postId ? (
        <Button className="mb-3" onClick={() => setAddress({})}>
          {t('posts.allOfThem')}
        </Button>
      ) : (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <SearchField label={t('posts.search')} value={text} onChange={setText} className="flex-1 basis-60" />
          {(ofChildren.length > 1 || classRoomId) && (
            <ClassFilter classes={ofChildren} value={classRoomId} onChange={setClassRoomId} />
          )}
          <Segments
            label={t('posts.show')}
            items={views.map((value) => ({ value, label: t(`posts.view.${value}`) }))}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      <ListStates
        list={{ ...list, rows: isCut ? [] : (unread ?? list.rows) }}
        empty={<Empty sentence={t(whyNothing())} />}
      >
        {(rows) => (
          <ul className="space-y-4">
            {rows.map((post) => (
              <li key={post.id}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}

/** The classes of a parent's children, each once. */
function useClassesOfChildren(isAsked: boolean) {
  const { isParent } = useSession()
  const { data = [] } = useRead(parents.children, {}, { enabled: isParent && isAsked })
  return [...new Map(data.map(({ classRoomId, classRoomName }) => [classRoomId, classRoomName]))].map(([id, name]) => ({
    id,
    name,
  }))
}
