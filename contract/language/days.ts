/** Whether a text is an existing day `YYYY-MM-DD` from 1900 on. */
export function isCivilDay(text: string) {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (!year || !month || !day || year < 1900) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Whether a text is an ISO instant. The last day of the year 9999 is refused, because further east it would be in the year 10000. */
export const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  isCivilDay(text.slice(0, 10)) &&
  text < '9999-12-31' &&
  !Number.isNaN(Date.parse(text))
