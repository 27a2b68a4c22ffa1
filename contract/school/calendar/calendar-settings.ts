import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Day, field, Id, Int, List, optional, refuse, Weekday } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { operation } from '#contract/language/operation.ts'
import { CalendarSaved, CalendarVersion } from './calendar.ts'

/** A time of day, `HH:MM`, in any digits. */
export const ClockTime = field<string>({ type: 'string', format: 'time' }, (raw) => {
  const time = typeof raw === 'string' ? asciiDigits(raw.trim()) : ''
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : refuse('Invalid time')
})

const Weekdays = List(Weekday, 1, 7)

export const NewTerm = z.strictObject({ name: NameOf(1, 100), startDate: Day, endDate: Day })

export const NewPeriod = z.strictObject({
  name: NameOf(1, 60),
  starts: ClockTime,
  minutes: Int(1, 300),
  isBreak: optional(Bool),
})

export const NewHoursSet = z.strictObject({ id: optional(Id), name: NameOf(1, 60), periods: List(NewPeriod, 1, 30) })

const access = staff('ManageCalendar', { school: 'schoolId' }, 'wholeSchool')
const write = { access, output: CalendarSaved, writes: true, whileInactive: true } as const
const of = { schoolId: Id, baseVersion: CalendarVersion }

/** Further operations (api.md §16): the settings of a calendar besides its days. Each call replaces what was stored. */
export const calendarSettings = {
  terms: operation({
    ...write,
    path: 'Calendar/SaveTerms',
    input: z.strictObject({ ...of, yearId: Id, terms: List(NewTerm, 0, 20) }),
  }),

  week: operation({
    ...write,
    path: 'Calendar/SaveWeek',
    input: z.strictObject({
      ...of,
      openWeekdays: Weekdays,
      grades: List(z.strictObject({ gradeId: Id, openWeekdays: Weekdays }), 0, 100),
    }),
  }),

  hours: operation({
    ...write,
    path: 'Calendar/SaveHours',
    input: z.strictObject({ ...of, sets: List(NewHoursSet, 0, 10) }),
  }),

  wishes: operation({
    ...write,
    path: 'Calendar/SaveWishes',
    input: z.strictObject({ ...of, showsHijri: Bool }),
  }),
}
