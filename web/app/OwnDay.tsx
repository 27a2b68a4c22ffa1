import type { ReactNode } from 'react'
import { TodaysClasses } from '#web/classes/TodaysClasses.tsx'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { TodayAtHome } from '#web/today/TodayAtHome.tsx'

/** The signed-in person's day: that of their children and that of the school where they work. `children` stand below. */
export function OwnDay({ children }: { children: ReactNode }) {
  const { isParent } = useSession()
  const school = useDefaultSchool()
  const below = school ? <TodaysClasses school={school}>{children}</TodaysClasses> : children
  return isParent ? <TodayAtHome>{below}</TodayAtHome> : below
}
