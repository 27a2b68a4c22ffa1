import { lazy } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'
import { useSession } from '#web/lib/session.ts'
import { SchoolList } from '#web/schools/SchoolList.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

// What a visitor never sees is not sent to them.
const OwnDay = lazy(part(async () => (await import('./OwnDay.tsx')).OwnDay))

/** Home: the day of the signed-in person, above the schools that everybody sees. */
export function HomeScreen() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  if (status !== 'in') {
    return (
      <Screen hero title={t('home.title')} lead={t('home.lead')}>
        <SchoolList />
      </Screen>
    )
  }
  return (
    <Screen hero title={t('home.welcome', { name: user?.firstName ?? '' })}>
      <LazyPart fallback={<Loading as="cards" count={3} />}>
        <OwnDay>
          <h2 className="mb-4 text-xl">{t('home.title')}</h2>
          <SchoolList />
        </OwnDay>
      </LazyPart>
    </Screen>
  )
}
