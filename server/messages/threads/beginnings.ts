import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import { beginnings } from '#contract/messages/threads/threads.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { conflict, found, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { isAtSchool, officePhones, parentsApart, parentsWhoSee, unreachedGuardians } from './family.queries.ts'
import { closedSentences } from './members.rules.ts'
import { peopleWithHours } from './people.ts'
import { messageSettingsOf, type StoredSettings, timesOf } from './settings.queries.ts'
import { insertRead, threadsThisWeek } from './texts.queries.ts'
import { insertThread, type ThreadSubject, threadById } from './threads.queries.ts'
import { mustBeMeant, mustConcern, storeText } from './writing.ts'

export const beginningOperations = implement(beginnings, {
  async reachable({ db, user, now, input: { studentId } }) {
    const { schoolId, today } = found(await childOf(db, user, studentId))
    const settings = await messageSettingsOf(db, schoolId)
    const { apart, others } = await parentsApart(db, schoolId, studentId, user.id, today)
    return {
      people: await peopleWithHours(db, schoolId, studentId, settings, now),
      bothParents: !apart,
      hasOtherParent: others,
      answerDays: settings.answerDays,
      officePhones: await officePhones(db, schoolId),
      left: Math.max(0, threadLimits.threadsAWeek - (await threadsThisWeek(db, schoolId, user.id, now))),
    }
  },

  async begin({ db, user, now, input }) {
    const { studentIds, toId = null, subject, bothParents, aboutKind, aboutId, attachmentIds, ...words } = input
    mustDiffer(studentIds, 'Invalid input', 'studentIds')
    const written: Written[] = []
    for (const studentId of studentIds) {
      const { schoolId, today } = found(await childOf(db, user, studentId))
      await lockUnmerged(db, schoolId, studentId)
      const settings = await messageSettingsOf(db, schoolId)
      mustBeOpen(settings)
      const people = await peopleWithHours(db, schoolId, studentId, settings, now)
      if (!people.some(({ personId }) => personId === toId)) throw notFound()
      if ((await threadsThisWeek(db, schoolId, user.id, now)) >= threadLimits.threadsAWeek)
        throw conflict('You have begun ten threads in these seven days; go on in one of them')
      mustBeMeant(words, settings)
      const about = await mustConcern(db, schoolId, studentId, { aboutKind, aboutId }, true)
      const begun = { schoolId, studentId, askerId: user.id, bothParents, subject, ...about, responsibleId: toId }
      // The files are stored once, with the thread of the first child.
      const files = written.length === 0 ? attachmentIds : null
      const by = { begunBySchool: false, userId: user.id, sendNow: false, settings, today, now }
      written.push(await beginThread(db, begun, { ...words, attachmentIds: files }, by))
    }
    return written
  },

  async family({ db, school, now, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    const settings = await messageSettingsOf(db, school.id)
    const { familyAt } = await timesOf(db, school.id, null, now)
    return {
      open: settings.opens.length > 0 && (await isAtSchool(db, school.id, studentId)),
      night: familyAt > now,
      parents: await parentsWhoSee(db, school.id, studentId),
      unreached: await unreachedGuardians(db, school.id, studentId, school.today),
    }
  },

  async writeToParents({ db, user, school, now, input }) {
    const { studentId, parentId = null, subject, sendNow, aboutKind, aboutId, ...words } = input
    await lockUnmerged(db, school.id, studentId)
    const settings = await messageSettingsOf(db, school.id)
    mustBeOpen(settings)
    if (!(await isAtSchool(db, school.id, studentId))) throw conflict(closedSentences.left)
    const parents = (await parentsWhoSee(db, school.id, studentId)).filter(({ personId }) => personId !== user.id)
    if (parentId ? !parents.some(({ personId }) => personId === parentId) : parents.length === 0)
      throw parentId ? notFound() : conflict('No parent of this child has an account; write a letter')
    mustBeMeant(words, settings)
    const about = await mustConcern(db, school.id, studentId, { aboutKind, aboutId }, false)
    const begun = { schoolId: school.id, studentId, askerId: parentId, bothParents: !parentId, subject, ...about }
    const by = { begunBySchool: true, userId: user.id, sendNow: sendNow === true, settings, today: school.today, now }
    return beginThread(db, { ...begun, responsibleId: user.id }, words, by)
  },

  async writeToOffice({ db, user, school, now, input: { schoolId, subject, ...words } }) {
    const settings = await messageSettingsOf(db, schoolId)
    if (!settings.opens.includes('office')) throw conflict(closedSentences.off)
    mustBeMeant(words, settings)
    const nothing = { studentId: null, aboutKind: null, aboutId: null, responsibleId: null }
    const begun = { schoolId, askerId: user.id, bothParents: false, subject, ...nothing }
    const by = { begunBySchool: false, userId: user.id, sendNow: false, settings, today: school.today, now }
    return beginThread(db, begun, words, by)
  },
})

function mustBeOpen({ opens }: StoredSettings) {
  if (opens.length === 0) throw conflict(closedSentences.off)
}

type Written = Awaited<ReturnType<typeof storeText>>

type Begun = {
  schoolId: string
  studentId: string | null
  askerId: string | null
  bothParents: boolean
  subject: ThreadSubject
  aboutKind: 'note' | 'post' | 'excuse' | 'absenceStep' | null
  aboutId: string | null
  responsibleId: string | null
}

type By = {
  begunBySchool: boolean
  userId: string
  sendNow: boolean
  settings: StoredSettings
  today: string
  now: Date
}

async function beginThread(db: Db, begun: Begun, words: Parameters<typeof mustBeMeant>[0], by: By) {
  const { begunBySchool, userId, sendNow, settings, today, now } = by
  const id = await insertThread(db, { ...begun, begunBy: userId, begunBySchool, lastAt: now })
  const thread = found(await threadById(db, begun.schoolId, id))
  const side = begunBySchool ? ('school' as const) : ('asker' as const)
  const text = await storeText(db, { thread, side, authorId: userId, words, sendNow, settings, today, now })
  const { schoolId, studentId } = begun
  await insertRead(db, { schoolId, threadId: id, studentId, personId: userId, upTo: 1, at: now })
  return text
}
