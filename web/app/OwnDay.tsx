import { SchoolHome } from '#web/home/SchoolHome.tsx'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { SchoolList } from '#web/schools/SchoolList.tsx'
import { TodayAtHome } from '#web/today/TodayAtHome.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Screen } from '#web/ui/Screen.tsx'

/** The signed-in person's day: that of their children, and that of the school where they work. */
export function OwnDay() {
  const { t } = useTranslation()
  const { user, isParent } = useSession()
  const school = useDefaultSchool()
  const welcome = t('home.welcome', { name: user?.firstName ?? '' })

  if (school && !isParent)
    return (
      <Screen title={school.name} lead={<Day day={todayIn(school.timeZone)} named />}>
        <SchoolHome school={school} />
      </Screen>
    )
  if (isParent)
    return (
      <Screen title={welcome}>
        <TodayAtHome>
          {school && (
            <>
              <h2 className="mb-4 text-2xl">
                <Bdi>{school.name}</Bdi>
              </h2>
              <SchoolHome school={school} />
            </>
          )}
        </TodayAtHome>
      </Screen>
    )
  return (
    <Screen hero title={welcome} lead={t('home.linkedNowhere')}>
      <h2 className="mb-4 text-xl">{t('home.title')}</h2>
      <SchoolList />
    </Screen>
  )
}
