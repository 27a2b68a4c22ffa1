import { weekdayName } from '#web/lib/days.ts'

type Hours = { weekday: string; from: string; to: string }

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The name of a weekday; the first of these days was a Sunday. */
export const nameOfWeekday = (weekday: string, language: string) =>
  weekdayName(`2026-11-0${weekdays.indexOf(weekday as (typeof weekdays)[number]) + 1}`, language)

/** Hours with the days on which they are the same: Sunday–Thursday 12:00–14:00. */
export function hoursInWords(hours: readonly Hours[], language: string) {
  const groups: { first: number; last: number; from: string; to: string }[] = []
  for (const { weekday, from, to } of hours) {
    const nth = weekdays.indexOf(weekday as (typeof weekdays)[number])
    const before = groups.at(-1)
    if (before && before.last === nth - 1 && before.from === from && before.to === to) before.last = nth
    else groups.push({ first: nth, last: nth, from, to })
  }
  return groups.map(({ first, last, from, to }) => {
    const [begin, end] = [nameOfWeekday(weekdays[first]!, language), nameOfWeekday(weekdays[last]!, language)]
    return { days: first === last ? begin : `${begin}–${end}`, from, to }
  })
}
