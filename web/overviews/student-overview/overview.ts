import type { OutputOf } from '#contract/language/operation.ts'
import type { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'

export type Overview = OutputOf<typeof studentOverview.get>

export type GuardianShown = NonNullable<Overview['guardians']>[number]

/** How old somebody is on a day, in years. */
export const ageOn = (birthDate: string, day: string) =>
  Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The rights of a guardian in the order in which schools ask for them; null: not known. */
export const rightsShown = ({ sees, isNotified, fetches, pays }: GuardianShown) =>
  Object.entries({ see: sees, notify: isNotified, fetch: fetches, pay: pays }).flatMap(([right, holds]) =>
    holds === null ? [] : [{ right, holds }],
  )
