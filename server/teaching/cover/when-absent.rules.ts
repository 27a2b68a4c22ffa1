import type { InputOf } from '#contract/language/operation.ts'
import type { cover } from '#contract/teaching/cover/cover.ts'
import { daysBetween, daysFrom } from '#server/base/days.ts'
import { invalid } from '#server/base/errors.ts'

const daysAtMost = 200
const daysBack = 31
const daysAhead = 400

type When = Pick<InputOf<typeof cover.tell>, 'fromDay' | 'toDay' | 'fromTime' | 'toTime' | 'numbers'>

/** When somebody is absent, as it is stored. Refuses what cannot be. */
export function whenAbsent({ fromDay, toDay, fromTime = null, toTime = null, numbers }: When, today: string) {
  const last = toDay ?? fromDay
  mustBeDays(fromDay, last, today)
  const chosen = [...new Set((numbers ?? []).map(Number))].sort((one, other) => one - other)
  mustBePart({ isOneDay: last === fromDay, hasTime: (fromTime ?? toTime) !== null, hasNumbers: chosen.length > 0 })
  if (fromTime && toTime && fromTime >= toTime) throw invalid('Invalid time', 'toTime')
  return { fromDay, toDay: last, fromTime, toTime, numbers: chosen.length > 0 ? chosen : null }
}

function mustBeDays(first: string, last: string, today: string) {
  if (last < first) throw invalid('The last day is before the first one', 'toDay')
  if (daysBetween(first, last) >= daysAtMost) throw invalid('An absence lasts at most 200 days', 'toDay')
  if (first < daysFrom(today, -daysBack) || last > daysFrom(today, daysAhead + daysAtMost))
    throw invalid('This date cannot be used', 'fromDay')
}

type Part = { isOneDay: boolean; hasTime: boolean; hasNumbers: boolean }

function mustBePart({ isOneDay, hasTime, hasNumbers }: Part) {
  if ((hasTime || hasNumbers) && !isOneDay) throw invalid('A part of a day is of one day', 'toDay')
  if (hasTime && hasNumbers) throw invalid('Choose numbers or a time', 'numbers')
}
