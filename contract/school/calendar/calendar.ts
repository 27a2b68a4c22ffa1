import * as z from 'zod/mini'
import { memberOrParent, staff } from '#contract/language/access.ts'
import { Day, Id, Int, List, OneOf, optional, paging } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'

/** The kinds of days in a calendar. Only a holiday closes the school. */
export const dayKinds = ['holiday', 'exam', 'remote', 'event', 'otherHours'] as const

export type DayKind = (typeof dayKinds)[number]

/** The most days of one entry, one count and one displayed year. */
export const daysAtMost = 370

/** Days of the calendar; without grades they apply to the whole school. */
export const CalendarDay = z.object({
  id: z.string(),
  kind: z.enum(dayKinds),
  fromDay: z.string(),
  toDay: z.string(),
  name: z.string(),
  gradeIds: z.nullable(z.array(z.string())),
  hoursSetId: z.nullable(z.string()),
})

export const Term = z.object({ id: z.string(), name: z.string(), startDate: z.string(), endDate: z.string() })

/** A named set of periods, such as the usual hours and those of Ramadan. `starts` is a time of day, `HH:MM`. */
export const HoursSet = z.object({
  id: z.string(),
  name: z.string(),
  periods: z.array(z.object({ name: z.string(), starts: z.string(), minutes: z.number(), isBreak: z.boolean() })),
})

const Weekdays = z.array(z.string())
const Named = z.object({ id: z.string(), name: z.string() })

/** The calendar of one school year. `version` is that of the calendar; 0 if the school has none, and then every day is open. */
export const CalendarYear = z.object({
  schoolId: z.string(),
  yearId: z.nullable(z.string()),
  yearName: z.nullable(z.string()),
  firstDay: z.string(),
  lastDay: z.string(),
  today: z.string(),
  version: z.number(),
  showsHijri: z.boolean(),
  /** Whether the person has chosen Hijri dates for themselves (Notice/UpdatePreferences). */
  wishesHijri: z.boolean(),
  terms: z.array(Term),
  days: z.array(CalendarDay),
  openWeekdays: Weekdays,
  /** Grades whose week differs from that of the school. */
  gradeWeeks: z.array(z.object({ gradeId: z.string(), openWeekdays: Weekdays })),
  hours: z.array(HoursSet),
  grades: z.array(Named),
  years: z.array(Named),
  /** Open days of the year for the school, and by grade if grades differ. */
  openDays: z.number(),
  gradeOpenDays: z.array(z.object({ gradeId: z.string(), openDays: z.number() })),
  may: z.object({ manage: z.boolean() }),
})

/** What a change of the calendar did: how many registers no longer count, and how many count again. */
export const CalendarSaved = z.object({
  version: z.number(),
  registersClosed: z.number(),
  registersOpened: z.number(),
  ids: z.array(z.string()),
})

export const CalendarVersion = optional(Int(0, 1_000_000))

export const NewCalendarDay = z.strictObject({
  id: optional(Id),
  kind: OneOf(dayKinds),
  fromDay: Day,
  toDay: Day,
  name: NameOf(1, 100),
  gradeIds: optional(List(Id, 1, 100)),
  hoursSetId: optional(Id),
})

/** One entry of the calendar as a row of a list, for files and printing. */
export const CalendarRow = z.object({
  id: z.string(),
  dayKind: z.enum(dayKinds),
  fromDay: z.string(),
  toDay: z.string(),
  daysCount: z.number(),
  dayName: z.string(),
  gradeNames: z.nullable(z.string()),
})

const managing = staff('ManageCalendar', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): when the school is open, and for whom. */
export const calendar = {
  year: operation({
    path: 'Calendar/GetYear',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, yearId: optional(Id) }),
    output: CalendarYear,
  }),

  days: operation({
    path: 'Calendar/GetDays',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, dateFrom: optional(Day), dateTo: optional(Day), ...paging }),
    output: z.array(CalendarRow),
    paging: 'whole',
  }),

  count: operation({
    path: 'Calendar/CountDays',
    access: memberOrParent({ classRoom: 'classRoomId' }),
    input: z.strictObject({ classRoomId: Id, dateFrom: Day, dateTo: Day }),
    output: z.object({
      openDays: z.number(),
      closedDays: z.array(z.string()),
      nextOpenDay: z.nullable(z.string()),
      /** Without a calendar, every day is open. */
      hasCalendar: z.boolean(),
      /** For people who work in the school: whether the results of the term with the first of the days are closed for the class. */
      resultsClosed: z.boolean(),
    }),
  }),

  saveDays: operation({
    path: 'Calendar/SaveDays',
    access: managing,
    input: z.strictObject({ schoolId: Id, items: List(NewCalendarDay, 1, 200), baseVersion: CalendarVersion }),
    output: CalendarSaved,
    writes: true,
    whileInactive: true,
  }),

  removeDays: operation({
    path: 'Calendar/RemoveDays',
    access: managing,
    input: z.strictObject({ schoolId: Id, dayIds: List(Id, 1, 200), baseVersion: CalendarVersion }),
    output: CalendarSaved,
    writes: true,
    whileInactive: true,
  }),
}
