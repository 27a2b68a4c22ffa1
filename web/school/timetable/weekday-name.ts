import { dayAfter, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The name of a weekday of the wire in the language; 1 November 2026 is a Sunday. */
export function useWeekdayName() {
  const { language } = useTranslation()
  return (weekday: string) => weekdayName(dayAfter('2026-11-01', weekdays.indexOf(weekday)), language)
}

/** Weekdays in the order of a week that begins on Saturday. */
export const daysInOrder = (days: readonly string[]) =>
  [...days].sort((one, other) => ((weekdays.indexOf(one) + 1) % 7) - ((weekdays.indexOf(other) + 1) % 7))
