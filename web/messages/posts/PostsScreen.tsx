import { PencilLine } from 'lucide-react'
import { lazy } from 'react'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { opening, paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { PostFeed } from './PostFeed.tsx'

const WrittenPosts = lazy(part(async () => (await import('./WrittenPosts.tsx')).WrittenPosts))

/** What schools announce to a person, and, for those who write, what they announced and who has read it. */
export function PostsScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const writes = useMay(postWriting.written) && school
  const mayWrite = useMay(postWriting.add)
  const unpublished = { schoolId: school?.id ?? '', published: false, pageSize: 1 }
  const { total } = useList(postWriting.written, unpublished, { enabled: Boolean(writes) })
  if (!writes)
    return (
      <Screen narrow title={t('posts.title')}>
        <PostFeed />
      </Screen>
    )
  return (
    <Screen
      narrow
      title={t('posts.title')}
      tools={
        mayWrite && (
          <LinkButton
            short
            tone="primary"
            icon={<PencilLine className="size-5" aria-hidden="true" />}
            to={opening(paths.posts(), 'write', 'written')}
          >
            {t('posts.write')}
          </LinkButton>
        )
      }
    >
      <Tabs
        label={t('posts.title')}
        param="tab"
        keep={['id']}
        tabs={[
          { value: 'feed', label: t('posts.forMe'), panel: <PostFeed /> },
          { value: 'written', label: t('posts.written'), panel: <Written school={school} published /> },
          {
            value: 'drafts',
            label: total > 0 ? `${t('posts.drafts')} (${total})` : t('posts.drafts'),
            panel: <Written school={school} published={false} />,
          },
        ]}
      />
    </Screen>
  )
}

const Written = (props: { school: OwnSchool; published: boolean }) => (
  <LazyPart fallback={<Loading count={3} />}>
    <WrittenPosts {...props} />
  </LazyPart>
)
