import { dayAfter } from '#web/lib/days.ts'

/** For so many days after a student left, papers for all who left include theirs. */
export const daysOfLeaving = 90

/** Those who left before that, by id: they get a paper again only where a person chooses them. */
export const formerLeavers = (rows: readonly { studentId: string; leftOn: string | null }[], today: string) =>
  new Set(
    rows.flatMap(({ studentId, leftOn }) => (leftOn && leftOn < dayAfter(today, -daysOfLeaving) ? [studentId] : [])),
  )
