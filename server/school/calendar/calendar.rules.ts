import { conflict, forbidden } from '#server/base/errors.ts'
import type { Closing } from '#server/school/presence/open-days.queries.ts'

type Taking = { closing: Closing | undefined; reason: string | null | undefined; manages: boolean }

/**
 * Refuses the register of a closed day, with the name of the closing. People who manage the calendar may take it if they give a
 * reason. Returns the reason, which is stored with the register; null on an open day.
 */
export function reasonForClosedDay({ closing, reason, manages }: Taking): string | null {
  if (!closing) return null
  if (!reason) throw closedDay(closing)
  if (!manages) throw forbidden('Only people who manage the calendar take the register of a closed day')
  return reason
}

/** Refuses a closed day, with the name of the closing. */
export function mustBeSchoolDay(closing: Closing | undefined) {
  if (closing) throw closedDay(closing)
}

function closedDay({ name, isWeekday }: Closing) {
  if (name) return conflict(`The school is closed on this day: ${name}`, { field: 'date' })
  return isWeekday
    ? conflict('This weekday is no school day', { field: 'date' })
    : conflict('This day lies outside the terms', { field: 'date' })
}
