import { coverFigures } from '#contract/teaching/cover/cover-figures.ts'
import { weekDayOf } from '#server/base/days.ts'
import { mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { lockCovers } from './cover.queries.ts'
import { coverCountsOf, coversGiven, replaceOwnRules, coverRulesOf, storeCoverRules } from './figures.queries.ts'

export const coverFigureOperations = implement(coverFigures, {
  counts: ({ db, school, page, input: { day, search } }) =>
    coverCountsOf(db, school.id, day ?? school.today, search ?? null, page),

  async list({ db, school, page, input: { dateFrom: from, dateTo: to, teacherId = null } }) {
    const { rows, total } = await coversGiven(db, { schoolId: school.id, from, to, teacherId }, page)
    return { rows: rows.map((row) => ({ ...row, weekDay: weekDayOf(row.day) })), total }
  },

  rules: ({ db, school }) => coverRulesOf(db, school.id),

  async saveRules({ db, school, input: { schoolId, baseVersion, teachers, ...rules } }) {
    mustDiffer(
      teachers.map(({ teacherId }) => teacherId),
      'A teacher is listed twice',
      'teachers',
    )
    await lockCovers(db, schoolId)
    const stored = await coverRulesOf(db, schoolId)
    await mustBeCurrent(baseVersion, stored.version, () => stored)
    await storeCoverRules(db, schoolId, rules)
    const own = teachers.map(({ fullLoad = null, standby = [], ...one }) => ({ ...one, fullLoad, standby }))
    if ((await replaceOwnRules(db, schoolId, own)) < teachers.length) throw notFound()
    await signalChanges(db, [schoolChanged(school.id)])
    return coverRulesOf(db, schoolId)
  },
})
