import { lazy, useEffect } from 'react'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { useUnsent } from '#web/teaching/attendance/outgoing.ts'
import { SchoolHome } from '#web/overviews/home/SchoolHome.tsx'
import { useMay } from '#web/lib/api.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { useToday } from '#web/lib/today.ts'
import { FoldedSchools } from '#web/platform/schools/FoldedSchools.tsx'
import { TodayAtHome } from '#web/overviews/today/TodayAtHome.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const PlatformHome = lazy(part(async () => (await import('./PlatformHome.tsx')).PlatformHome))
const NewcomerHome = lazy(part(async () => (await import('./NewcomerHome.tsx')).NewcomerHome))

/** The time zone of the platform. */
const homeZone = 'Africa/Cairo'

/** The signed-in person's day: of their children, and of the school where they work; below it the active schools. */
export function OwnDay() {
  const { t } = useTranslation()
  const { schools } = useSession()
  const teaches = schools.length > 0
  useEffect(() => {
    // The next tap is on a class, whose register then opens without waiting for a script.
    if (teaches) whenIdle(() => void import('./next-tap.ts').catch(() => undefined))
  }, [teaches])
  const { user, isParent } = useSession()
  const school = useDefaultSchool()
  const isOfPlatform = useMay(platformHome.get)
  const unsent = useUnsent()
  const today = useToday(school?.timeZone ?? homeZone)
  const welcome = t('home.welcome', { name: user?.firstName ?? '' })

  if (school && !isParent)
    return (
      <Screen title={school.name} lead={<Day day={today} named />}>
        <SchoolHome school={school} unsent={unsent}>
          <FoldedSchools />
        </SchoolHome>
      </Screen>
    )
  if (isParent)
    return (
      <Screen title={welcome} tab={t('menu.home')}>
        <TodayAtHome below={!school && <FoldedSchools />}>
          {school && (
            <>
              <h2 className="mb-4 text-2xl">
                <Bdi>{school.name}</Bdi>
              </h2>
              <SchoolHome school={school} unsent={unsent}>
                <FoldedSchools />
              </SchoolHome>
            </>
          )}
        </TodayAtHome>
      </Screen>
    )
  if (isOfPlatform)
    return (
      <Screen title={t('home.platform')} lead={<Day day={today} named />}>
        <LazyPart fallback={<Loading as="cards" count={3} />}>
          <PlatformHome>
            <FoldedSchools />
          </PlatformHome>
        </LazyPart>
      </Screen>
    )
  return (
    <Screen title={welcome} tab={t('menu.home')}>
      <LazyPart fallback={<Loading as="cards" count={2} />}>
        <NewcomerHome />
      </LazyPart>
    </Screen>
  )
}
