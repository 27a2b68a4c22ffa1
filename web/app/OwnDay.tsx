import { lazy, useEffect } from 'react'
import { home } from '#contract/overviews/home/home.ts'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { useUnsent } from '#web/teaching/attendance/outgoing.ts'
import { SchoolHome } from '#web/overviews/home/SchoolHome.tsx'
import { useMay, useRead } from '#web/lib/api.ts'
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

/** In ms: until then, the home of somebody without a class of their own has nothing to fetch but itself. */
const settled = 10_000

/**
 * The next tap of a teacher is on a class, whose register then opens without waiting for a script. Other staff need it later, for
 * registers and signing out without a network.
 */
function usePrefetch(works: boolean, schoolId = '') {
  const { data } = useRead(home.school, { schoolId }, { enabled: false })
  const when = data && (data.classes.some(({ isOwn }) => isOwn) ? 'now' : 'later')
  useEffect(() => {
    if (!works || !when) return
    const fetch = () => whenIdle(() => void import('./next-tap.ts').catch(() => undefined))
    const timer = setTimeout(fetch, when === 'now' ? 0 : settled)
    return () => clearTimeout(timer)
  }, [works, when])
}

/** The signed-in person's day: of their children, and of the school where they work; below it the active schools. */
export function OwnDay() {
  const { t } = useTranslation()
  const { user, isParent, schools } = useSession()
  const school = useDefaultSchool()
  usePrefetch(schools.length > 0, school?.id)
  const isOfPlatform = useMay(platformHome.get)
  const unsent = useUnsent()
    .filter(({ lesson }) => !lesson)
    .map(({ register }) => register)
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
