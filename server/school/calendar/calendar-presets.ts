import { calendarPresets, presetKeys } from '#contract/school/calendar/calendar-presets.ts'
import { found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { calendarStored, shownYear } from './calendar.queries.ts'
import { changeCalendar } from './changing.rules.ts'
import { allTerms, storeDays, storeSchoolWeek, termsOfYear } from './changes.queries.ts'
import { type EntryData, presets } from './presets.ts'
import { mustBeTermsOf, type NamedTerm, overlap, saveTerms } from './terms.rules.ts'
import { bitsOf, everyWeekday } from './weekdays.ts'

export const calendarPresetOperations = implement(calendarPresets, {
  async list({ db, school }) {
    const stored = await storedOf(db, school.id)
    return presetKeys.map((key) => {
      const { entries, openWeekdays, certaintyOfWeek, ...preset } = presets[key]
      const week = {
        key: 'week',
        kind: 'week' as const,
        nameEn: 'Weekdays open',
        nameAr: 'أيام الدراسة في الأسبوع',
        fromDay: null,
        toDay: null,
        openWeekdays,
        certainty: certaintyOfWeek,
        stored: stored.week === bitsOf(openWeekdays),
      }
      return {
        ...preset,
        key,
        entries: [week, ...entries.map((entry) => ({ ...entry, openWeekdays: null, stored: stored.has(entry) }))],
      }
    })
  },

  async apply(call) {
    const { db, school, audit, input } = call
    const { entries, openWeekdays } = presets[input.preset]
    const ticked = new Set(input.entries)
    const chosen = entries.filter(({ key }) => ticked.delete(key))
    const takesWeek = ticked.delete('week')
    if (ticked.size > 0) throw invalid('Invalid input', 'entries')
    const named = (entry: EntryData) => (input.language === 'ar' ? entry.nameAr : entry.nameEn)

    const terms = chosen
      .filter(({ kind }) => kind === 'term')
      .map((term) => ({ name: named(term), startDate: term.fromDay, endDate: term.toDay }))
    const year = terms.length > 0 ? found(await shownYear(db, school.id, input.yearId ?? null)).id : null
    if (year) await mustBeTermsOf(db, school.id, year, terms)
    const before = await storedOf(db, school.id)
    const days = chosen.filter((entry) => entry.kind !== 'term' && !before.has(entry))

    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => {
        if (takesWeek) await storeSchoolWeek(db, school.id, bitsOf(openWeekdays))
        if (year) await saveTerms(db, school.id, year, await withOthers(db, school.id, year, terms))
        if (days.length === 0) return []
        return storeDays(
          db,
          school.id,
          days.map((day) => ({ ...day, name: named(day) })),
        )
      },
    })
    await audit('calendar', school.id)
    return saved
  },
})

/** The terms of a preset, together with the terms of the year that it does not change. */
async function withOthers(db: Db, schoolId: string, yearId: string, terms: readonly NamedTerm[]) {
  const others = (await termsOfYear(db, schoolId, yearId)).filter(
    (stored) => !terms.some((term) => overlap(stored, term)),
  )
  return [...others, ...terms]
}

/** What the calendar already contains. Entries of the same kind on the same days are the same. */
async function storedOf(db: Db, schoolId: string) {
  const stored = await calendarStored(db, schoolId, null, '1900-01-01', '9999-12-31')
  const terms = (await allTerms(db, schoolId)).map((days) => ({ kind: 'term', ...days }))
  const known = new Set(
    [...(stored?.days ?? []), ...terms].map(({ kind, fromDay, toDay }) => `${kind} ${fromDay} ${toDay}`),
  )
  const week = stored?.weeks.find(({ gradeId }) => gradeId === null)?.openWeekdays ?? everyWeekday
  return { week, has: ({ kind, fromDay, toDay }: EntryData) => known.has(`${kind} ${fromDay} ${toDay}`) }
}
