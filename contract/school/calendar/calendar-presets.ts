import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { CalendarSaved, CalendarVersion, dayKinds } from './calendar.ts'

export const presetKeys = ['egypt-2026', 'egypt-2025', 'saudi-1447', 'emirates-2025'] as const

export type PresetKey = (typeof presetKeys)[number]

/**
 * How certain an entry is: `published`, or `suggested` (to be confirmed): it depends on the moon, the plan is not published yet, or no
 * publication was found.
 */
export const certainties = ['published', 'suggested'] as const

/** One entry of a preset, for selection. `stored`: the calendar already has it. */
export const PresetEntry = z.object({
  key: z.string(),
  kind: z.enum([...dayKinds, 'term', 'week']),
  nameEn: z.string(),
  nameAr: z.string(),
  fromDay: z.nullable(z.string()),
  toDay: z.nullable(z.string()),
  openWeekdays: z.nullable(z.array(z.string())),
  certainty: z.enum(certainties),
  stored: z.boolean(),
})

export const Preset = z.object({
  key: z.enum(presetKeys),
  nameEn: z.string(),
  nameAr: z.string(),
  year: z.string(),
  sources: z.array(z.string()),
  noteEn: z.nullable(z.string()),
  noteAr: z.nullable(z.string()),
  entries: z.array(PresetEntry),
})

const access = staff('ManageCalendar', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): calendars of ministries as data, with year and source. None applies automatically. */
export const calendarPresets = {
  list: operation({
    path: 'Calendar/GetPresets',
    access,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(Preset),
  }),

  apply: operation({
    path: 'Calendar/ApplyPreset',
    access,
    input: z.strictObject({
      schoolId: Id,
      preset: OneOf(presetKeys),
      entries: List(Text(1, 60), 1, 100),
      yearId: optional(Id),
      language: OneOf(['ar', 'en'] as const),
      baseVersion: CalendarVersion,
    }),
    output: CalendarSaved,
    writes: true,
    whileInactive: true,
  }),
}
