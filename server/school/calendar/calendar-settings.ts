import type { InputOf } from '#contract/language/operation.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { changeCalendar } from './changing.rules.ts'
import { areHoursApplied, countOwn, hoursInUse, replaceHours, replaceWeek } from './changes.queries.ts'
import { byStart, mustBeTermsOf, saveTerms } from './terms.rules.ts'
import { bitsOf } from './weekdays.ts'

export const calendarSettingOperations = implement(calendarSettings, {
  async terms(call) {
    const { db, school, audit, input } = call
    await mustBeTermsOf(db, school.id, input.yearId, input.terms)
    const terms = input.terms.toSorted(byStart)
    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => (await saveTerms(db, school.id, input.yearId, terms), []),
    })
    await audit('calendar', school.id)
    return saved
  },

  async week(call) {
    const { db, school, audit, input } = call
    const { grades } = input
    const ids = [...new Set(grades.map(({ gradeId }) => gradeId))]
    if (ids.length < grades.length) throw invalid('Invalid input', 'grades')
    const weeks = [{ gradeId: null, openWeekdays: input.openWeekdays }, ...grades]
    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => {
        if ((await countOwn(db, school.id, ids, [])).grades < ids.length) throw notFound()
        await replaceWeek(
          db,
          school.id,
          weeks.map(({ gradeId, openWeekdays }) => ({ gradeId, openWeekdays: bitsOf(openWeekdays) })),
        )
        return []
      },
    })
    await audit('calendar', school.id)
    return saved
  },

  async hours(call) {
    const { db, school, audit, input } = call
    const known = input.sets.flatMap(({ id }) => id ?? [])
    for (const { periods } of input.sets) mustNotOverlap(periods)
    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => {
        if ((await countOwn(db, school.id, [], known)).hours < known.length) throw notFound()
        if ((await hoursInUse(db, school.id, known)) > 0)
          throw conflict('These hours are still used by days of the calendar')
        if (await areHoursApplied(db, school.id, known))
          throw conflict('These hours still apply to a grade or a weekday')
        await replaceHours(
          db,
          school.id,
          input.sets.map((set) => ({ ...set, id: set.id ?? newId() })),
        )
        return []
      },
    })
    await audit('calendar', school.id)
    return saved
  },

  async wishes(call) {
    const { school, audit, input } = call
    const { baseVersion, showsHijri } = input
    const saved = await changeCalendar(call, { baseVersion, showsHijri, store: async () => [] })
    await audit('calendar', school.id)
    return saved
  },
})

type Period = NonNullable<InputOf<typeof calendarSettings.hours>['sets']>[number]['periods'][number]

/** Checks that the periods are in order of time and do not continue after midnight. */
function mustNotOverlap(periods: readonly Pick<Period, 'starts' | 'minutes'>[]) {
  const minute = (starts: string) => Number(starts.slice(0, 2)) * 60 + Number(starts.slice(3))
  const ends = periods.map(({ starts, minutes }) => minute(starts) + Number(minutes))
  for (const [at, { starts }] of periods.entries()) {
    if (at > 0 && minute(starts) < ends[at - 1]!) throw invalid('Two periods overlap', 'sets')
    if (ends[at]! > 24 * 60) throw invalid('Invalid time', 'sets')
  }
}
