import { dayRuleOperations as contract, triedRows } from '#contract/teaching/lessons/day-rules.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { daysFrom } from '#server/base/days.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { gradesWithRules, hasTakenLessons, lockGrade, storeRule, timetableRow, tryRule } from './day-rules.queries.ts'

type School = { id: string; today: string }

/** How many days a trial looks back. */
const triedBack = 30

export const dayRulesOperations = implement(contract, {
  get: ({ db, school }) => stored(db, school),

  async save({ db, user, school, input: { gradeId, fromDay, dayRule, share = null, baseVersion } }) {
    mustFit(dayRule, share)
    if (fromDay < school.today) throw invalid('Earlier days do not change; choose today or a later day', 'fromDay')
    await lockGrade(db, school.id, gradeId)
    const { grades } = await stored(db, school)
    const grade = grades.find((one) => one.gradeId === gradeId)!
    await mustBeCurrent(baseVersion, grade.version, () => stored(db, school))
    const isSame = grade.dayRule === dayRule && grade.share === share
    if (fromDay === school.today && !isSame && (await hasTakenLessons(db, school.id, gradeId, fromDay)))
      throw conflict('Lessons of today are taken already; choose a later day', { field: 'fromDay' })
    if (dayRule !== 'day' && !(await timetableRow(school.id, fromDay).execute(db)).rows[0]!.has)
      throw conflict('Publish a timetable first; lessons are taken by it')
    const rule = { dayRule, share, fromDay, version: grade.version + 1 }
    await storeRule(db, { schoolId: school.id, gradeId, madeBy: user.id, ...rule })
    await signalChanges(db, [schoolChanged(school.id)])
    return stored(db, school)
  },

  async test({ db, school, input: { gradeId, dayRule, share = null } }) {
    mustFit(dayRule, share)
    const span = { from: daysFrom(school.today, -triedBack), to: school.today }
    const none = { days: 0, changed: 0, rows: [] }
    const tried =
      dayRule === 'day'
        ? none
        : await tryRule(db, { schoolId: school.id, gradeId, ...span }, { dayRule, share }, triedRows)
    return { dateFrom: span.from, dateTo: span.to, ...tried }
  },
})

function mustFit(dayRule: string, share: number | null) {
  if (dayRule === 'share' && share === null) throw invalid('Say which share of the lessons makes a day', 'share')
  if (dayRule !== 'share' && share !== null) throw invalid('Only the rule of a share has a share', 'share')
}

async function stored(db: Db, { id: schoolId, today }: School) {
  const read = await sideBySide(db, {
    grades: gradesWithRules(schoolId, today),
    timetable: timetableRow(schoolId, today),
  })
  return {
    schoolId,
    today,
    hasTimetable: read.timetable[0]!.has,
    grades: read.grades.map(({ now, ...grade }) => ({
      ...grade,
      dayRule: now?.dayRule ?? ('day' as const),
      share: now?.share ?? null,
      fromDay: now?.fromDay ?? null,
    })),
  }
}
