import { lazy } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'
import { useSession } from '#web/lib/session.ts'
import { SchoolList } from '#web/schools/SchoolList.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { loadSignedIn } from './load-signed-in.ts'

// What a visitor never sees is not sent to them.
const OwnDay = lazy(part(async () => (await loadSignedIn()).OwnDay))

/** Home: the day of the signed-in person; for a visitor the schools that everybody sees. */
export function HomeScreen() {
  const { t } = useTranslation()
  const { status } = useSession()
  if (status === 'in')
    return (
      <LazyPart
        fallback={
          <Screen title="">
            <Loading as="cards" count={3} />
          </Screen>
        }
      >
        <OwnDay />
      </LazyPart>
    )
  return (
    <Screen hero title={t('home.title')} lead={t('home.lead')}>
      <SchoolList />
    </Screen>
  )
}
