import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { fitsFrame, numberedHours, weekdayNames } from './hours.rules.ts'
import { lateThreads, threadsOfStudent } from './review.queries.ts'
import {
  hoursOf,
  lockPerson,
  lockMessageSettings,
  openWeekdays,
  personSettings,
  saveHours,
  savePerson,
  saveMessageSettings,
  messageSettingsOf,
  staffOf,
} from './settings.queries.ts'
import { insertThreadAct, markReported, threadById } from './threads.queries.ts'

export const threadReviewOperations = implement(threadReview, {
  late: ({ db, user, school, page }) =>
    lateThreads(db, { schoolId: school.id, today: school.today, personId: user.id }, page),

  ofStudent: ({ db, user, school, input: { studentId }, page, readsStudent }) => {
    readsStudent(studentId)
    return threadsOfStudent(db, { schoolId: school.id, today: school.today, personId: user.id }, studentId, page)
  },

  async open({ db, user, school, now, input: { threadId, reason }, audit }) {
    const { studentId, texts } = found(await threadById(db, school.id, threadId, true))
    const place = { schoolId: school.id, threadId, studentId }
    await insertThreadAct(db, { ...place, kind: 'opened', byId: user.id, reason, after: texts, at: now })
    await audit('thread', threadId)
    return { done: true as const, changed: 1 }
  },

  async settle({ db, user, school, now, input: { threadId }, audit }) {
    const { studentId, texts, reported } = found(await threadById(db, school.id, threadId, true))
    if (!reported) throw conflict('Nothing is reported here any more')
    await markReported(db, school.id, threadId, false)
    const place = { schoolId: school.id, threadId, studentId }
    await insertThreadAct(db, { ...place, kind: 'settled', byId: user.id, after: texts, at: now })
    await audit('thread', threadId)
    return { done: true as const, changed: 1 }
  },

  settings: ({ db, school }) => settings(db, school.id),

  async saveSettings({ db, school, input: { schoolId: _, baseVersion, ...to }, audit }) {
    const version = await lockMessageSettings(db, school.id)
    await mustBeCurrent(baseVersion, version, () => settings(db, school.id))
    mustDiffer(to.opens, 'Invalid input', 'opens')
    mustDiffer(to.officeIds, 'Invalid input', 'officeIds')
    if (to.frameFrom >= to.frameTo) throw invalid('The hours end before they begin', 'frameTo')
    if (to.nightFrom <= to.nightTo) throw invalid('The night begins in the evening and ends in the morning', 'nightTo')
    const staff = new Set((await staffOf(db, school.id)).map(({ personId }) => personId))
    if (!to.officeIds.every((id) => staff.has(id))) throw notFound()
    await saveMessageSettings(db, school.id, { ...to, words: [...new Set(to.words)] })
    await audit('school', school.id)
    return settings(db, school.id)
  },

  hours: ({ db, user, school }) => hours(db, school.id, user.id),

  async saveHours({
    db,
    user,
    school,
    input: { own, awayFrom = null, awayUntil = null, standInId = null, baseVersion },
  }) {
    const version = await lockPerson(db, school.id, user.id)
    await mustBeCurrent(baseVersion, version, () => hours(db, school.id, user.id))
    mustDiffer(
      own.map(({ weekday }) => weekday),
      'Invalid input',
      'own',
    )
    const frame = await messageSettingsOf(db, school.id)
    if (!own.every((day) => fitsFrame(day, frame))) throw invalid('These hours are outside those of the school', 'own')
    if ((awayFrom === null) !== (awayUntil === null)) throw invalid('Required', awayFrom ? 'awayUntil' : 'awayFrom')
    if (awayFrom && awayUntil && awayUntil < awayFrom) throw invalid('The last day is before the first', 'awayUntil')
    const staff = await staffOf(db, school.id)
    if (standInId && (standInId === user.id || !staff.some(({ personId }) => personId === standInId))) throw notFound()
    await savePerson(db, school.id, user.id, { awayFrom, awayUntil, standInId })
    await saveHours(db, school.id, user.id, numberedHours(own))
    return hours(db, school.id, user.id)
  },
})

const settings = async (db: Db, schoolId: string) => ({
  schoolId,
  ...(await messageSettingsOf(db, schoolId)),
  staff: await staffOf(db, schoolId),
})

async function hours(db: Db, schoolId: string, personId: string) {
  const { opens, frameFrom, frameTo } = await messageSettingsOf(db, schoolId)
  const named = (weekday: number) => weekdayNames[weekday]!
  return {
    schoolId,
    open: opens.length > 0,
    frameFrom,
    frameTo,
    openWeekdays: (await openWeekdays(db, schoolId)).map(named),
    own: (await hoursOf(db, schoolId, personId)).map((day) => ({ ...day, weekday: named(day.weekday) })),
    ...(await personSettings(db, schoolId, personId)),
    colleagues: (await staffOf(db, schoolId)).filter((one) => one.personId !== personId),
  }
}
