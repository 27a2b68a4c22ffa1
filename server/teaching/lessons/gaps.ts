import { lessonGaps, notifiedOutcomes } from '#contract/teaching/lessons/gaps.ts'
import { conflict, found } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { lockStudents } from '#server/platform/payments/seats.queries.ts'
import { gapOf, gapsIn, storeGap } from './gaps.queries.ts'

export const lessonGapOperations = implement(lessonGaps, {
  list: ({ db, school, reach, input: { date, state, search }, page }) =>
    gapsIn(db, { schoolId: school.id, reach, date: date ?? school.today, state, search }, page),

  async settle({ db, user, school, reach, input }) {
    const { studentId, date, number, outcome = null, baseVersion } = input
    const key = { schoolId: school.id, studentId, date, number }
    await lockStudents(db, school.id, [studentId])
    const stored = await gapOf(db, reach, key)
    if (!stored) throw conflict('The registers no longer show this gap')
    await mustBeCurrent(baseVersion, stored.version, () => stored)
    if (stored.outcome === outcome) return stored

    const gapId = await storeGap(db, key, user.id, outcome)
    const [was, is] = [stored.outcome, outcome].map((one) => one !== null && notifiedOutcomes.has(one))
    if (was || is)
      await publish(db, {
        event: 'lesson missed',
        schoolId: school.id,
        actorId: user.id,
        payload: { gapId, studentId, missed: is! },
      })
    await signalChanges(db, [schoolChanged(school.id)])
    return found(await gapOf(db, reach, key))
  },
})
