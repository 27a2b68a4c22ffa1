type Weeks = { startOf: (day: string) => string; after: (day: string, days: number) => string }

/**
 * Where days stand in a calendar with a column a week. Weekdays on which nothing ever was are left out, and so is what
 * lies before the first day and after the last. Days are in order.
 */
export function placesOf(days: readonly string[], { startOf, after }: Weeks) {
  const starts = [...new Set(days.map(startOf))]
  const first = starts[0]!
  const weekOf = (start: string) => Math.round((Date.parse(start) - Date.parse(first)) / (7 * 86_400_000))
  const weekdayOf = (day: string) => (Date.parse(day) - Date.parse(startOf(day))) / 86_400_000
  const weekdays = [...new Set(days.map(weekdayOf))].toSorted((one, other) => one - other)
  const months = days.flatMap((day, nth) =>
    nth === 0 || day.slice(0, 7) !== days[nth - 1]!.slice(0, 7) ? [{ day, week: weekOf(startOf(day)) }] : [],
  )
  return {
    weeks: weekOf(starts.at(-1)!) + 1,
    weekdays,
    /** Some day of each row, to name it by. */
    dayOfRow: weekdays.map((weekday) => after(first, weekday)),
    // A name needs three weeks; the one of a month that hardly began gives way to the next.
    months: months.filter(({ week }, nth) => (months[nth + 1]?.week ?? week + 3) - week > 2),
    of: days.map((day) => ({ week: weekOf(startOf(day)), row: weekdays.indexOf(weekdayOf(day)) })),
  }
}
