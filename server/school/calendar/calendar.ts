import { calendar, daysAtMost } from '#contract/school/calendar/calendar.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { mayIn } from '#server/access/may.ts'
import { daysBetween, daysFrom } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { preferencesOf } from '#server/platform/live/preferences.queries.ts'
import { allGrades } from '#server/school/grades/grades.queries.ts'
import { calendarStored, daysOf, shownYear, yearChoices } from './calendar.queries.ts'
import { changeCalendar } from './changing.rules.ts'
import { countOwn, type DayToStore, knownDays, removeDays, storeDays } from './changes.queries.ts'
import { countOpenDays, openDaysByGrade } from '#server/school/presence/open-days.queries.ts'
import { everyWeekday, weekdaysIn } from './weekdays.ts'

const nothingStored = { version: 0, showsHijri: false, terms: [], days: [], hours: [], weeks: [] }

export const calendarOperations = implement(calendar, {
  async year({ db, user, school, input: { schoolId, yearId = null } }) {
    const year = await shownYear(db, schoolId, yearId)
    if (yearId) found(year)
    const firstDay = year?.firstDay ?? `${school.today.slice(0, 4)}-01-01`
    const lastDay = year?.lastDay ?? daysFrom(firstDay, 364)
    const stored = await calendarStored(db, schoolId, year?.id ?? null, firstDay, lastDay)
    const counts = await openDaysByGrade(db, schoolId, firstDay, lastDay)
    const grades = await allGrades(db, schoolId)
    const { version, showsHijri, terms, days, hours, weeks } = stored ?? nothingStored
    const weekOf = (gradeId: string | null) => weeks.find((week) => week.gradeId === gradeId)?.openWeekdays
    return {
      schoolId,
      yearId: year?.id ?? null,
      yearName: year?.name ?? null,
      firstDay,
      lastDay,
      today: school.today,
      version,
      showsHijri,
      wishesHijri: (await preferencesOf(db, user.id))?.showsHijri ?? false,
      terms,
      days,
      hours,
      openWeekdays: weekdaysIn(weekOf(null) ?? everyWeekday),
      gradeWeeks: weeks.flatMap(({ gradeId, openWeekdays }) =>
        gradeId ? [{ gradeId, openWeekdays: weekdaysIn(openWeekdays) }] : [],
      ),
      grades: grades.map(({ id, name }) => ({ id, name })),
      years: await yearChoices(db, schoolId),
      openDays: counts.find(({ gradeId }) => gradeId === null)!.openDays,
      gradeOpenDays: counts.flatMap(({ gradeId, openDays }) => (gradeId ? [{ gradeId, openDays }] : [])),
      may: { manage: mayIn(user, calendar.saveDays, schoolId) },
    }
  },

  days: ({ db, input, page }) => daysOf(db, input, page),

  async count({ db, user, school, input: { classRoomId, dateFrom: from, dateTo: to } }) {
    mustBeRange(from, to, 'dateTo')
    const counted = await countOpenDays(db, { schoolId: school.id, classRoomId, from, to })
    // Parents hear of a closed term when it is published.
    return { ...counted, resultsClosed: counted.resultsClosed && mayIn(user, classes.get, school.id) }
  },

  async saveDays(call) {
    const { db, school, audit, input } = call
    for (const [at, day] of input.items.entries()) mustBeDay(day, at)
    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => {
        await mustBeOwn(db, school.id, input.items)
        return storeDays(db, school.id, input.items)
      },
    })
    await audit('calendar', school.id)
    return saved
  },

  async removeDays(call) {
    const { db, user, school, audit, input } = call
    const ids = [...new Set(input.dayIds)]
    const saved = await changeCalendar(call, {
      baseVersion: input.baseVersion,
      store: async () => {
        if ((await knownDays(db, school.id, ids)).size < ids.length) throw notFound()
        await removeDays(db, school.id, ids, user.id)
        return []
      },
    })
    await audit('calendar', school.id)
    return saved
  },
})

function mustBeDay({ kind, fromDay, toDay, hoursSetId }: DayToStore, at: number) {
  mustBeRange(fromDay, toDay, `items[${at}].toDay`)
  if (kind === 'otherHours' && !hoursSetId) throw invalid('Choose the hours of these days', `items[${at}].hoursSetId`)
}

function mustBeRange(from: string, to: string, field: string) {
  if (to < from) throw invalid('Invalid date', field)
  if (daysBetween(from, to) >= daysAtMost) throw invalid('A range has at most 370 days', field)
}

/** Everything that entries refer to must belong to their school. */
async function mustBeOwn(db: Db, schoolId: string, days: readonly DayToStore[]) {
  const ids = days.flatMap(({ id }) => id ?? [])
  mustDiffer(ids, 'Invalid input')
  if ((await knownDays(db, schoolId, ids)).size < ids.length) throw notFound()
  const grades = [...new Set(days.flatMap(({ gradeIds }) => gradeIds ?? []))]
  const sets = [...new Set(days.flatMap(({ hoursSetId }) => hoursSetId ?? []))]
  const own = await countOwn(db, schoolId, grades, sets)
  if (own.grades < grades.length || own.hours < sets.length) throw notFound()
}
