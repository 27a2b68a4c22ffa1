import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { posts } from '#contract/messages/posts/posts.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { useList, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useIdFromLastScreen } from '#web/lib/id-from-last-screen.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ContactList } from './ContactList.tsx'

const PublicPosts = lazy(part(async () => (await import('#web/messages/posts/PublicPosts.tsx')).PublicPosts, '.posts'))

type School = OutputOf<typeof schools.get>

/** A school's public page: what it is about, and its posts. */
export function SchoolScreen() {
  const { t } = useTranslation()
  const schoolId = useIdFromLastScreen('schoolId', 'id')
  const { data, error, refetch } = useRead(schools.get, { schoolId: schoolId ?? '' }, { enabled: schoolId !== null })

  if (data) return <Page key={data.id} school={data} />
  if (schoolId === null || (error instanceof Refused && [400, 404].includes(error.status))) return <ErrorPage />
  return (
    <Screen title={t('schools.title')}>
      <LoadingOrFailed error={error} again={refetch} as="cards" count={1} />
    </Screen>
  )
}

/** It opens on what the school published, and on what it is about as long as it has published nothing. */
function Page({ school }: { school: School }) {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const { rows, error } = useList(posts.public, { schoolId: school.id })
  const isKnown = rows !== undefined || error !== null || address.has('tab')
  const about = { value: 'about', label: t('school.about'), panel: <About school={school} /> }
  const postsTab = { value: 'posts', label: t('school.posts'), panel: <SchoolPosts schoolId={school.id} /> }
  return (
    <>
      <div className="mx-auto w-full max-w-6xl px-4 pt-4 md:px-8">
        <Picture src={school.imageUrl} className="h-36 w-full rounded-card border border-line md:h-52" />
      </div>
      <Screen title={school.name} lead={<Bdi>{school.vision}</Bdi>}>
        {isKnown ? (
          <Tabs label={t('school.tabs')} param="tab" tabs={rows?.length ? [postsTab, about] : [about, postsTab]} />
        ) : (
          <Loading count={2} />
        )}
      </Screen>
    </>
  )
}

function SchoolPosts({ schoolId }: { schoolId: string }) {
  return (
    <LazyPart fallback={<Loading count={2} />}>
      <PublicPosts schoolId={schoolId} />
    </LazyPart>
  )
}

function About({ school }: { school: School }) {
  const { t } = useTranslation()
  return (
    <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
      <Card>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {school.about}
        </p>
      </Card>
      <section aria-labelledby="contacts">
        <h2 id="contacts" className="mb-3 text-xl">
          {t('school.contacts')}
        </h2>
        <ContactList schoolId={school.id} />
      </section>
    </div>
  )
}
