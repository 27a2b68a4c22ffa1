import { dayAfter, firstWeekday, isCivilDay, shownDay, weekdayName } from '#web/lib/days.ts'
import type { Item } from '#web/ui/Dropdown.tsx'
import type { Narrowing } from './filters.ts'

/** The options of each filter with options. A filter without options is not offered. */
export type Choices = { classRoomId?: Item[]; courseId: Item[]; supervisorId?: Item[] }

export type FiltersOf = {
  schoolId: string
  /** The year whose months are offered; without it, the current one. */
  yearId?: string | undefined
  choices: Choices
  /** Whether the options have been loaded. Until then, their places are reserved. */
  known: boolean
  /** The label of the filter by person: the person who set the work (default), or who wrote it. */
  author?: 'supervisorId' | 'writer'
} & Narrowing

/** A filter in words: the number of chosen options, the name of a single one, a day, or the typed text. */
export const filterInWords = (value: string | string[], items: Item[] = []) => {
  if (typeof value !== 'string') return String(value.length)
  const known = items.find((item) => item.value === value)?.label
  return known ?? (isCivilDay(value) ? shownDay(value) : value)
}

/** The weekdays in the order of the language. The server identifies them by their English names. */
export const weekdays = (language: string): Item[] =>
  Array.from({ length: 7 }, (_, i) => dayAfter('2026-02-01', firstWeekday(language) + i)).map((day) => ({
    value: weekdayName(day, 'en'),
    label: weekdayName(day, language),
  }))
