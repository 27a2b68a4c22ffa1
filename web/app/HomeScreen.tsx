import { lazy, Suspense } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { SchoolList } from '#web/schools/SchoolList.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

// What a visitor never sees is not sent to him.
const TodaysClasses = lazy(async () => ({ default: (await import('#web/classes/TodaysClasses.tsx')).TodaysClasses }))
const ChildrenAtHome = lazy(async () => ({ default: (await import('#web/parents/ChildrenAtHome.tsx')).ChildrenAtHome }))

/** Home: the day of whoever is signed in, above the schools everybody sees. */
export function HomeScreen() {
  const { t } = useTranslation()
  const { status, isParent, user } = useSession()
  const school = useDefaultSchool()
  if (status !== 'in') {
    return (
      <Screen title={t('home.title')} lead={t('home.lead')}>
        <SchoolList />
      </Screen>
    )
  }
  return (
    <Screen title={t('home.welcome', { name: user?.firstName ?? '' })}>
      <Suspense fallback={<Loading as="cards" count={3} />}>
        {isParent && <ChildrenAtHome />}
        {school && <TodaysClasses school={school} />}
      </Suspense>
      <h2 className="mb-4 text-xl">{t('home.title')}</h2>
      <SchoolList />
    </Screen>
  )
}
