import type { ReactNode } from 'react'
import { TodaysClasses } from '#web/classes/TodaysClasses.tsx'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { TodayAtHome } from '#web/today/TodayAtHome.tsx'

/** The day of whoever is signed in: that of his children, and that of the school he works at; `children` stand below. */
export function OwnDay({ children }: { children: ReactNode }) {
  const { isParent } = useSession()
  const school = useDefaultSchool()
  const below = school ? <TodaysClasses school={school}>{children}</TodaysClasses> : children
  return isParent ? <TodayAtHome>{below}</TodayAtHome> : below
}
