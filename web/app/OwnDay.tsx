import { TodaysClasses } from '#web/classes/TodaysClasses.tsx'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { TodayAtHome } from '#web/today/TodayAtHome.tsx'

/** The day of whoever is signed in: that of his children, and that of the school he works at. */
export function OwnDay() {
  const { isParent } = useSession()
  const school = useDefaultSchool()
  return (
    <>
      {isParent && <TodayAtHome />}
      {school && <TodaysClasses school={school} />}
    </>
  )
}
