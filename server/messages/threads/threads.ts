import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { closedBy, isLate, closedSentences, writesAs } from './members.rules.ts'
import { peopleWithHours } from './people.ts'
import { messageSettingsOf, timesOf } from './settings.queries.ts'
import {
  aboutOf,
  actsOfThread,
  insertRead,
  markThreadItemsAsRead,
  sidesOfTexts,
  takeTextBack,
  textById,
  textsOf,
  textsToday,
} from './texts.queries.ts'
import {
  handThread,
  insertThreadAct,
  markReported,
  ownThreads,
  type Side,
  type StoredThread,
  threadById,
  turnThread,
} from './threads.queries.ts'
import { inOrder } from './lines.rules.ts'
import { memberOf, mustBeMeant, storeText } from './writing.ts'

/** Lines of a thread in one answer. */
const most = 40

export const threadOperations = implement(threads, {
  list: ({ db, user, input, page }) => ownThreads(db, { ...input, onlySchool: user.onlySchool }, page),

  async get({ db, user, now, input: { threadId, before }, readsStudent }) {
    const member = await memberOf(db, user, threadId)
    const { schoolId, studentId, side, today } = member
    const thread = found(await threadById(db, schoolId, threadId))
    const hidesNight = side === 'asker' && studentId !== null
    const texts = await textsOf(db, { schoolId, threadId, before: before ?? null, most: most + 1, hidesNight, at: now })
    const shown = texts.slice(0, most)
    const earlier = texts.length > most
    const from = earlier ? shown.at(-1)!.number : 0
    const acts = await actsOfThread(db, schoolId, threadId, from, before ?? null)
    if (side !== 'asker' && studentId) readsStudent(studentId, schoolId)
    return {
      ...(await headOf(db, thread, { side, today, now })),
      earlier,
      lines: inOrder(shown, acts, user.id),
    }
  },

  async write({ db, user, now, input: { threadId, sendNow, ...words } }) {
    const { schoolId, side, today } = await memberOf(db, user, threadId)
    const thread = found(await threadById(db, schoolId, threadId, true))
    const settings = await messageSettingsOf(db, schoolId)
    const many = await textsToday(db, schoolId, threadId, today)
    const closed = closedBy({ side, thread, settings, today, textsToday: many })
    if (closed) throw conflict(closedSentences[closed])
    mustBeMeant(words, settings)
    const by = { side: writesAs(side), authorId: user.id }
    const text = await storeText(db, { thread, ...by, words, sendNow: sendNow === true, settings, today, now })
    await insertRead(db, { ...place(thread), personId: user.id, upTo: thread.texts + 1, at: now })
    return text
  },

  async takeBack({ db, user, now, input: { threadId, textId } }) {
    const { schoolId } = await memberOf(db, user, threadId)
    const thread = found(await threadById(db, schoolId, threadId, true))
    const text = found(await textById(db, schoolId, threadId, textId))
    if (text.authorId !== user.id || text.takenBack) throw notFound()
    if (text.isRead) throw conflict('This text was read already')
    if (+now - +new Date(text.sentAt) > threadLimits.takeBackMinutes * 60_000)
      throw conflict('A text can be taken back for five minutes')
    await takeTextBack(db, schoolId, textId, now)
    const [last, ...before] = await sidesOfTexts(db, schoolId, threadId)
    const row = before.findIndex((bySchool) => bySchool !== last)
    const turn = turnAfter(last)
    await turnThread(db, schoolId, threadId, {
      turn,
      inRow: last === undefined ? 0 : 1 + (row < 0 ? before.length : row),
      texts: thread.texts,
      lastAt: null,
      answerBy: turn === 'school' ? thread.answerBy : null,
    })
    return { done: true as const, changed: 1 }
  },

  async read({ db, user, now, input: { threadId, upTo } }) {
    const { schoolId, studentId, side } = await memberOf(db, user, threadId)
    if (side === 'review') return { done: true as const, changed: 0 }
    const last = found(await threadById(db, schoolId, threadId)).texts
    const read = { schoolId, threadId, studentId, personId: user.id, upTo: Math.min(upTo, last), at: now }
    const isNew = await insertRead(db, read)
    await markThreadItemsAsRead(db, user.id, threadId)
    if (isNew) await signalChanges(db, [{ topic: 'inbox', id: user.id, studentId: null, version: 0 }])
    return { done: true as const, changed: Number(isNew) }
  },

  async done({ db, user, now, input: { threadId } }) {
    const { schoolId, side } = await memberOf(db, user, threadId)
    const thread = found(await threadById(db, schoolId, threadId, true))
    if (side === 'review') throw conflict(closedSentences.reads)
    if (thread.turn === 'done') return { done: true as const, changed: 0 }
    await turnThread(db, schoolId, threadId, { ...ended, texts: thread.texts })
    await insertThreadAct(db, { ...place(thread), kind: 'done', byId: user.id, after: thread.texts, at: now })
    return { done: true as const, changed: 1 }
  },

  async colleagues({ db, user, now, input: { threadId } }) {
    const { schoolId, studentId, side, today } = await memberOf(db, user, threadId)
    const thread = found(await threadById(db, schoolId, threadId))
    if (!handsOver(side, thread, today) || studentId === null) return []
    const settings = await messageSettingsOf(db, schoolId)
    const people = await peopleWithHours(db, schoolId, studentId, settings, now)
    return people.filter(({ personId }) => personId !== thread.responsibleId)
  },

  async handOver({ db, user, now, input: { threadId, toId = null } }) {
    const { schoolId, studentId, side, today } = await memberOf(db, user, threadId)
    const thread = found(await threadById(db, schoolId, threadId, true))
    if (!handsOver(side, thread, today) || studentId === null) throw conflict(closedSentences.reads)
    const settings = await messageSettingsOf(db, schoolId)
    const people = await peopleWithHours(db, schoolId, studentId, settings, now)
    const isThere = people.some(({ personId }) => personId === toId)
    if (!isThere || toId === thread.responsibleId) throw notFound()
    await handThread(db, schoolId, threadId, toId)
    await insertThreadAct(db, { ...place(thread), kind: 'handed', byId: user.id, toId, after: thread.texts, at: now })
    const { id: lastId } = (await lastOfAsker(db, thread)) ?? {}
    if (lastId && thread.turn === 'school')
      await publish(db, { event: 'message', schoolId, actorId: user.id, payload: { threadId, textId: lastId } })
    return { done: true as const, changed: 1 }
  },

  async report({ db, user, now, input: { threadId, textId, reason = null } }) {
    const { schoolId, side } = await memberOf(db, user, threadId)
    if (side === 'review') throw conflict(closedSentences.reads)
    const thread = found(await threadById(db, schoolId, threadId, true))
    const text = found(await textById(db, schoolId, threadId, textId))
    if (text.takenBack || text.authorId === user.id) throw notFound()
    await markReported(db, schoolId, threadId, true)
    await insertThreadAct(db, {
      ...place(thread),
      kind: 'reported',
      byId: user.id,
      textId,
      reason,
      after: thread.texts,
      at: now,
    })
    await publish(db, { event: 'message reported', schoolId, actorId: user.id, payload: { threadId } })
    return { done: true as const, changed: 1 }
  },
})

/** Whose turn it is after a text of the school, of the other side, or of nobody. */
function turnAfter(bySchool: boolean | undefined) {
  if (bySchool === undefined) return 'done'
  return bySchool ? 'asker' : 'school'
}

const ended = { turn: 'done', inRow: 0, lastAt: null, answerBy: null } as const

const place = ({ schoolId, id: threadId, studentId }: StoredThread) => ({ schoolId, threadId, studentId })

/** Who is responsible hands a thread over, and who reviews it once it is late. */
const handsOver = (side: Side, thread: StoredThread, today: string) =>
  side === 'school' || (side === 'review' && isLate(thread, today))

/** The last text of the family, if it is the last of the thread. */
async function lastOfAsker(db: Db, { schoolId, id: threadId }: StoredThread) {
  const all = { before: null, most: 1, hidesNight: false, at: new Date(0) }
  const [last] = await textsOf(db, { schoolId, threadId, ...all })
  return last && !last.bySchool && !last.takenBack ? last : undefined
}

type Reading = { side: Side; today: string; now: Date }

async function headOf(db: Db, thread: StoredThread, { side, today, now }: Reading) {
  const {
    schoolId,
    studentId,
    aboutKind,
    aboutId,
    isAtSchool: _,
    askerId: __,
    responsibleId,
    inRow: ___,
    texts: ____,
    ...row
  } = thread
  const settings = await messageSettingsOf(db, schoolId)
  const many = await textsToday(db, schoolId, thread.id, today)
  const times = await timesOf(db, schoolId, responsibleId, now)
  const quoted = aboutKind && aboutId ? await aboutOf(db, { schoolId, studentId, kind: aboutKind, id: aboutId }) : null
  const { answerBy, ...shown } = row
  return {
    ...shown,
    schoolId,
    studentId,
    studentName: thread.studentName || null,
    side,
    quoted: aboutKind ? { aboutKind, about: quoted?.about ?? null, aboutDay: quoted?.aboutDay ?? null } : null,
    late: isLate({ turn: thread.turn, answerBy }, today),
    closedBy: closedBy({ side, thread, settings, today, textsToday: many }),
    readsAt: side === 'asker' && times.staffAt > now ? times.staffAt.toISOString() : null,
    night: side !== 'asker' && studentId !== null && times.familyAt > now,
    handsOver: handsOver(side, thread, today) && studentId !== null,
  }
}
