type Month = { id: string; startDate: string | null; endDate: string | null }

/**
 * The month that contains a day. If no month is dated, the last one, because months are activated when they begin. Otherwise
 * none.
 */
export function monthOn(months: readonly Month[], day: string): string {
  const dated = months.filter(({ startDate, endDate }) => startDate && endDate)
  if (dated.length === 0) return months.at(-1)?.id ?? ''
  return dated.find(({ startDate, endDate }) => startDate! <= day && day <= endDate!)?.id ?? ''
}
