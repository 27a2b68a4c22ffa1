import { home } from '#contract/overviews/home/home.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { readPart, useRead } from '#web/lib/api.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'

/** `keptIds`: the classes whose register of today was confirmed on this device and has not reached the server. */
export type Home = OutputOf<typeof home.school> & { keptIds: readonly string[] }
export type ClassToday = Home['classes'][number]
export type WorkAtHome = Home['unmarked'][number]

/** The year of a class where it is not the current one. */
export const otherYearOf = (otherYears: Home['otherYears'], { id }: Pick<ClassToday, 'id'>) =>
  otherYears.find(({ classIds }) => classIds.includes(id))?.name ?? null

/** What the home of a school shows; its figures need not follow every register at once. */
export function useHome(schoolId: string) {
  useLiveRefresh(schoolId, home.school, 4000, () =>
    readPart(home.school, { shown: { schoolId }, less: { schoolId, averages: false } }, withAverages),
  )
  return useRead(home.school, { schoolId })
}

type Answer = OutputOf<typeof home.school>

/** What was read again without averages and steps, with those that are shown. */
export const withAverages = (before: Answer, now: Answer): Answer => ({
  ...now,
  steps: before.steps,
  courses: before.courses,
  classes: now.classes.map((one) => ({
    ...one,
    averages: before.classes.find(({ id }) => id === one.id)?.averages ?? before.courses.map(() => null),
  })),
})
