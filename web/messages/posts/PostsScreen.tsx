import { lazy } from 'react'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
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
  if (!writes)
    return (
      <Screen narrow title={t('posts.title')}>
        <PostFeed />
      </Screen>
    )
  return (
    <Screen narrow title={t('posts.title')}>
      <Tabs
        label={t('posts.title')}
        param="tab"
        keep={['id']}
        tabs={[
          { value: 'feed', label: t('posts.forMe'), panel: <PostFeed /> },
          {
            value: 'written',
            label: t('posts.written'),
            panel: (
              <LazyPart fallback={<Loading count={3} />}>
                <WrittenPosts school={school} />
              </LazyPart>
            ),
          },
        ]}
      />
    </Screen>
  )
}
