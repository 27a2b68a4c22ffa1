import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { attach } from '#server/platform/attachments/attachments.rules.ts'
import { hurts, unanswered } from './members.rules.ts'
import { openDayAfter, type StoredSettings, timesOf } from './settings.queries.ts'
import { aboutOf, insertText, readsPost } from './texts.queries.ts'
import { type AboutKind, sideOf, type StoredThread, turnThread } from './threads.queries.ts'

type Words = { body: string; attachmentIds?: string[] | null | undefined; confirmed?: boolean | null | undefined }

type Text = {
  thread: Pick<
    StoredThread,
    'id' | 'schoolId' | 'studentId' | 'responsibleId' | 'turn' | 'inRow' | 'texts' | 'answerBy'
  >
  side: 'asker' | 'school'
  authorId: string
  words: Words
  sendNow: boolean
  settings: StoredSettings
  today: string
  now: Date
}

/** The acting person's side of a thread. From here on the call sees only its school, and a parent only the child. Throws 404 for others. */
export async function memberOf(db: Db, { onlySchool }: Pick<Caller, 'onlySchool'>, threadId: string) {
  const { schoolId, studentId, side, today, byProvider } = found(await sideOf(db, threadId))
  if (side === null) throw notFound()
  // A session of a school's provider opens what staff write there, and nothing that a parent writes.
  const asParent = side === 'asker' && studentId !== null
  if (onlySchool !== null && (schoolId !== onlySchool || asParent)) throw notFound()
  if (onlySchool === null && byProvider && !asParent) throw notFound()
  await seeOnly(db, { schools: [schoolId], children: side === 'asker' && studentId ? [studentId] : [] })
  return { schoolId, studentId, side, today }
}

/** Throws 409 for a word that the school asks to confirm. */
export function mustBeMeant({ body, confirmed }: Words, { words }: StoredSettings) {
  if (!confirmed && hurts(body, words)) throw conflict('A word of this text may hurt; send it again if you mean it')
}

/**
 * Stores a text of a locked thread. Without its hours the other side is notified later: who is responsible in their hours, the family not in
 * the night unless the school sends it now.
 */
export async function storeText(db: Db, { thread, side, authorId, words, sendNow, settings, today, now }: Text) {
  const { id: threadId, schoolId, studentId } = thread
  const times = await timesOf(db, schoolId, thread.responsibleId, now)
  const toFamily = sendNow || studentId === null ? now : times.familyAt
  const waits = side === 'asker' ? times.staffAt : toFamily
  const visibleFrom = waits > now ? waits : now
  const number = thread.texts + 1
  const text = { schoolId, threadId, studentId, number, authorId, bySchool: side === 'school', body: words.body }
  const textId = await insertText(db, { ...text, sentAt: now, visibleFrom })
  await attach(db, schoolId, { textId }, words.attachmentIds?.slice(0, threadLimits.files), authorId)
  const answerBy =
    side === 'school' ? null : (thread.answerBy ?? (await openDayAfter(db, schoolId, today, settings.answerDays)))
  await turnThread(db, schoolId, threadId, {
    turn: side === 'school' ? 'asker' : 'school',
    inRow: unanswered(thread, side) + 1,
    texts: number,
    lastAt: now,
    answerBy,
  })
  const isNow = visibleFrom <= now
  await publish(db, { event: 'message', schoolId, actorId: authorId, payload: { threadId, textId } }, isNow)
  return { threadId, textId, visibleFrom: visibleFrom.toISOString() }
}

type About = { aboutKind?: AboutKind | null | undefined; aboutId?: string | null | undefined }

/** What a new thread is about, if it concerns the child and exists. Throws 404 otherwise. */
export async function mustConcern(
  db: Db,
  schoolId: string,
  studentId: string,
  { aboutKind, aboutId }: About,
  isParent: boolean,
) {
  if (aboutKind == null && aboutId == null) return { aboutKind: null, aboutId: null }
  if (aboutKind == null || aboutId == null) throw notFound()
  found(await aboutOf(db, { schoolId, studentId, kind: aboutKind, id: aboutId }))
  if (isParent && aboutKind === 'post' && !(await readsPost(db, aboutId))) throw notFound()
  return { aboutKind, aboutId }
}
