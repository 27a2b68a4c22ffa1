import { importantADay } from '#contract/messages/posts/posts.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { civilDay } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { addressReaders } from './audience.queries.ts'
import { importantOn, instantOf } from './writing.queries.ts'

type School = { id: string; timeZone: string }
type Hour = { publishDay?: string | null | undefined; publishTime?: string | null | undefined }

/** Announcements may be planned at most a year ahead. */
const daysAtMost = 366

/** The moment of a day and time at the school; null without them. Throws 400 if only one is given or the moment cannot be used. */
export async function publishingAt(db: Db, school: School, { publishDay, publishTime }: Hour, now: Date) {
  if (publishDay == null && publishTime == null) return null
  if (publishDay == null || publishTime == null)
    throw invalid('Choose the day and the time', publishDay == null ? 'publishDay' : 'publishTime')
  const at = await instantOf(db, school, publishDay, publishTime)
  if (at <= now || +at > +now + daysAtMost * 86_400_000) throw invalid('This date cannot be used', 'publishDay')
  return at
}

/** The last day for answers must not be over at the moment of publishing. */
export function mustBeAnswerable(school: School, answerBy: string | null | undefined, at: Date) {
  if (answerBy && answerBy < civilDay(at, school.timeZone)) throw invalid('This date cannot be used', 'answerBy')
}

/** Throws 409 if the school already has as many important posts on that day as allowed. */
export async function mustHaveRoomForImportant(db: Db, school: School, at: Date, besides: string | null) {
  if ((await importantOn(db, school, at, besides)) >= importantADay)
    throw conflict(`A school publishes at most ${importantADay} important announcements a day`)
}

/** Throws 409 if the readers of a post were notified again less than a day ago. */
export function mayNotifyAgain(notifiedAgainAt: string | null, now: Date) {
  if (notifiedAgainAt && +now < +new Date(notifiedAgainAt) + 86_400_000)
    throw conflict(
      'Readers of this announcement were notified again less than a day ago; save it without notifying them',
    )
}

type Corrected = { id: string; schoolId: string; important: boolean }

/** Notifies the readers of a corrected post. As important only if the school may have one more important post that day. */
export async function notifyAgain(db: Db, school: School, { id, important }: Corrected, actorId: string, now: Date) {
  const urgent = important && (await importantOn(db, school, now, null)) < importantADay
  await publish(db, { event: 'post', schoolId: school.id, actorId, payload: { postId: id, important: urgent } })
}

type Published = { id: string; schoolId: string; authorId: string; public: boolean; important: boolean }

/** Stores the readers whom the audience reaches now and publishes the post to them. */
export async function publishNow(db: Db, post: Published, actorId: string) {
  const { id, schoolId, important } = post
  if ((await addressReaders(db, post)) === 0 && !post.public)
    throw conflict('Nobody of this audience has an account yet')
  await publish(db, { event: 'post', schoolId, actorId, payload: { postId: id, important } })
}
