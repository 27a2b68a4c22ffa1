import { type postWriting as contract, postWriting } from '#contract/messages/posts/posts.ts'
import type { ReadInputOf as InputOf } from '#contract/language/operation.ts'
import { attach } from '#server/platform/attachments/attachments.rules.ts'
import { mayIn } from '#server/access/may.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { lockRow } from '#server/db/change-row.ts'
import { beyondReach, classesOfWriter, isForAll, mustHold, mustStillReach, type Reaching } from './post-reach.rules.ts'
import { countAudience, namesIn, outsideOf, type Part, storeAudience } from './audience.queries.ts'
import {
  mayNotifyAgain,
  mustBeAnswerable,
  mustHaveRoomForImportant,
  notifyAgain,
  publishingAt,
  publishNow,
} from './publishing.ts'
import {
  countAsUnread,
  insertPost,
  reportCounts,
  reportRows,
  remindUnread,
  takePostBack,
  writtenPost,
  writtenPosts,
} from './writing.queries.ts'

export const postWritingOperations = implement(postWriting, {
  async written(call) {
    const { db, user, school, may, input, page } = call
    const writer = { authorId: may('ManagePosts') ? null : user.id, classesOf: classesOfWriter(call) }
    const { rows, total } = await writtenPosts(db, school.id, writer, input, page)
    return { rows: rows.map(postWithMay(call)), total }
  },

  async count(call) {
    const { db, school, input } = call
    await mustBeInReach(call, input.audience)
    const counted = await countAudience(db, school.id, input.audience)
    const words = input.public ? [input.title, input.body].filter(Boolean).join('\n') : ''
    return { ...counted, namesOfStudents: words ? await namesIn(db, school.id, words) : [] }
  },

  async add(call) {
    const { db, user, school, input } = call
    const post = { ...(await validated(call, input, null)), schoolId: school.id, authorId: user.id }
    const id = await insertPost(db, post)
    await storeAudience(db, school.id, id, input.audience)
    await attach(db, school.id, { postId: id }, input.attachmentIds, user.id)
    if (post.publishedAt) await publishNow(db, { ...post, id }, user.id)
    return (await answered(call, id))!
  },

  async saveDraft(call) {
    const { db, user, school, input } = call
    const { id, baseVersion } = input
    await lockRow(db, { table: 'posts', schoolId: school.id, id })
    const { authorId, takenBack, publishedAt } = await ownPost(call, id)
    if (takenBack) throw conflict('This announcement was taken back')
    if (publishedAt) throw conflict('This announcement is published already')
    const changes = await validated(call, input, id)
    const saved = await edited(db, postWriting.saveDraft, {
      table: 'posts',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, refusedAt: null },
      async further() {
        await storeAudience(db, school.id, id, input.audience)
        await attach(db, school.id, { postId: id }, input.attachmentIds, user.id)
        return 1
      },
      read: () => answered(call, id),
    })
    if (!changes.publishedAt) return saved
    await publishNow(db, { ...changes, id, schoolId: school.id, authorId }, user.id)
    return (await answered(call, id))!
  },

  async update(call) {
    const { db, user, school, now, input } = call
    const { id, baseVersion, notifyAgain: wanted, ...words } = input
    await lockRow(db, { table: 'posts', schoolId: school.id, id })
    const before = await ownPost(call, id)
    mustStillReach(call, before)
    // A planned post is published with the rights of the person who planned it, not of the person who edits it.
    if (before.publishAt !== null) mustStillReach(call, { ...before, publishedAt: before.publishAt })
    const again = wanted === true && before.publishedAt !== null
    const corrected = differs(words.title, before.title) || differs(words.body, before.body)
    // In the same statement as the texts, so that the former ones are stored once.
    const changedAt = corrected && before.publishedAt ? now.toISOString() : undefined
    return edited(db, postWriting.update, {
      table: 'posts',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...words, changedAt, notifiedAgainAt: again ? now.toISOString() : undefined },
      validate(stored) {
        if (stored.takenBack) throw conflict('This announcement was taken back')
        if (again) mayNotifyAgain(before.notifiedAgainAt, now)
        if (words.answerBy && !stored.answers) throw invalid('Write the answers to choose from', 'answers')
        const at = !stored.publishedAt && stored.publishAt ? new Date(stored.publishAt) : now
        if (words.answerBy && words.answerBy !== stored.answerBy) mustBeAnswerable(school, words.answerBy, at)
      },
      async further() {
        if (!again) return 0
        await countAsUnread(db, id)
        await notifyAgain(db, school, before, user.id, now)
        return 1
      },
      read: () => answered(call, id),
    })
  },

  async takeBack(call) {
    const { db, user, school, now, audit, input } = call
    mustStillReach(call, await ownPost(call, input.postId))
    const changed = await takePostBack(db, school.id, input.postId, user.id, now)
    if (changed > 0) await audit('post', input.postId)
    return { done: true as const, changed }
  },

  async report(call) {
    const { db, school, input, page } = call
    const { takenBack } = await ownPost(call, input.postId)
    const { rows, total } = await reportRows(db, school.id, input.postId, input.state ?? null, page)
    return { rows: takenBack ? rows.map((row) => ({ ...row, answer: null })) : rows, total }
  },

  async reportCounts(call) {
    await ownPost(call, call.input.postId)
    return reportCounts(call.db, call.school.id, call.input.postId)
  },

  async remind(call) {
    const { db, user, school, now, input } = call
    const post = await ownPost(call, input.postId)
    mustStillReach(call, post)
    if (post.takenBack) throw conflict('This announcement was taken back')
    const personIds = await remindUnread(db, school.id, input.postId, now)
    if (personIds.length > 0)
      await publish(db, {
        event: 'post reminded',
        schoolId: school.id,
        actorId: user.id,
        payload: { postId: input.postId, personIds },
      })
    return { done: true as const, changed: personIds.length }
  },
})

type Sent = Omit<InputOf<typeof contract.saveDraft>, 'id' | 'baseVersion'>

/** Validates a post before it is stored. `besides`: the id of the post itself, if it is already stored. */
async function validated(call: Call & { now: Date }, sent: Sent, besides: string | null) {
  const { db, user, school, now, may } = call
  const { title, body, answers = null, answerBy = null } = sent
  await mustBeInReach(call, sent.audience)
  if (sent.public) mustHold(may, 'AddSchoolPost')
  if (answerBy && !answers) throw invalid('Write the answers to choose from', 'answers')
  mustDiffer(answers ?? [], 'An answer is listed twice', 'answers')
  const later = sent.draft ? null : await publishingAt(db, school, sent, now)
  mustBeAnswerable(school, answerBy, later ?? now)
  const important = sent.important === true
  if (important && !sent.draft) await mustHaveRoomForImportant(db, school, later ?? now, besides)
  const publishAt = later?.toISOString() ?? null
  const plannedBy = later ? user.id : null
  const publishedAt = later || sent.draft ? null : now.toISOString()
  return { title, body, public: sent.public === true, important, answers, answerBy, publishAt, plannedBy, publishedAt }
}

type Call = Pick<Context<typeof contract.count>, 'db' | 'user' | 'school' | 'may'>

/** Checks the audience: classes and students must be within the caller's reach; the whole school, grades and staff need AddSchoolPost. */
async function mustBeInReach(call: Call, audience: readonly Part[]) {
  const { db, school, may } = call
  if (await outsideOf(db, school.id, audience, classesOfWriter(call))) throw notFound()
  if (isForAll({ public: false, audience })) mustHold(may, 'AddSchoolPost')
}

/** The caller's own post, or any post for a caller with the key for all. */
async function ownPost(call: Call, id: string) {
  const { db, user, school, may } = call
  const post = found(await writtenPost(db, school.id, classesOfWriter(call), id))
  if (post.authorId !== user.id && !may('ManagePosts')) throw notFound()
  return post
}

const differs = (sent: string | undefined, stored: string) => sent !== undefined && sent !== stored

/** A post as the call returns it. */
async function answered(call: Call, id: string) {
  const post = await writtenPost(call.db, call.school.id, classesOfWriter(call), id)
  return post && postWithMay(call)(post)
}

type Written = Reaching & { schoolId: string; authorId: string; takenBack: boolean; notifiedAgainAt: string | null }

/** A post with what the caller may do with it. */
const postWithMay =
  (call: Pick<Call, 'user' | 'may'>) =>
  <Post extends Written>(written: Post) => {
    const { isBeyond: _, notifiedAgainAt: __, ...post } = written
    const { user, may } = call
    const isOwn = written.authorId === user.id || may('ManagePosts')
    const open = !written.takenBack && isOwn && beyondReach(call, written) === null
    return {
      ...post,
      may: {
        update: open && mayIn(user, postWriting.update, written.schoolId),
        remove: open && mayIn(user, postWriting.takeBack, written.schoolId),
      },
    }
  }
