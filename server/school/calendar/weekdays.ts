/** Weekdays as bits, as in the database: bit 0 is Sunday. */
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const everyWeekday = 127

export const bitsOf = (weekdays: readonly string[]) =>
  weekdays.reduce((bits, name) => bits | (1 << names.findIndex((one) => one === name)), 0)

export const weekdaysIn = (bits: number): string[] => names.filter((_, at) => (bits >> at) & 1)
