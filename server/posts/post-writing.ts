import { type postWriting as contract, importantADay, postWriting } from '#contract/posts/posts.ts'
import { wholeSchoolKey } from '#contract/language/access.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { mayIn, type Holder } from '#server/access/may.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/call/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { addressReaders, countAudience, namesIn, outsideOf, type Part } from './audience.queries.ts'
import {
  importantToday,
  insertPost,
  noteCorrection,
  reportRows,
  remindUnread,
  takePostBack,
  writtenPost,
  writtenPosts,
} from './writing.queries.ts'

export const postWritingOperations = implement(postWriting, {
  async written({ db, user, school, may, input, page }) {
    const { rows, total } = await writtenPosts(db, school.id, may('ManagePosts') ? null : user.id, input, page)
    return { rows: rows.map(postWithMay(user)), total }
  },

  async count(call) {
    const { db, school, input } = call
    await mustBeInReach(call, input.audience)
    const counted = await countAudience(db, school.id, input.audience)
    return { ...counted, namesOfStudents: input.public && input.body ? await namesIn(db, school.id, input.body) : [] }
  },

  async add(call) {
    const { db, user, school, now, input } = call
    const { schoolId, title, body, audience, answers = null, answerBy = null } = input
    await mustBeInReach(call, audience)
    if (input.public) mustHold(call.may, 'AddSchoolPost')
    if (answerBy && !answers) throw invalid('Write the answers to choose from', 'answers')
    if (answerBy && answerBy < school.today) throw invalid('This date cannot be used', 'answerBy')
    const important = input.important === true
    if (important && (await importantToday(db, school)) >= importantADay)
      throw conflict(`A school publishes at most ${importantADay} important announcements a day`)

    const post = {
      schoolId,
      authorId: user.id,
      title,
      body,
      public: input.public === true,
      important,
      answers,
      answerBy,
    }
    const id = await insertPost(db, post, now)
    if ((await addressReaders(db, { ...post, id }, audience)) === 0 && !post.public)
      throw conflict('Nobody of this audience has an account yet')
    await publish(db, { event: 'post', schoolId, actorId: user.id, payload: { postId: id, important } })
    return postWithMay(user)((await writtenPost(db, schoolId, id))!)
  },

  async update(call) {
    const { db, user, school, now, input } = call
    const { id, baseVersion, notifyAgain, ...changes } = input
    const before = await ownPost(call, id)
    return edited(db, postWriting.update, {
      table: 'posts',
      id,
      baseVersion,
      changes,
      validate: (stored) => {
        if (stored.takenBack) throw conflict('This announcement was taken back')
        if (changes.answerBy && !stored.answers) throw invalid('Write the answers to choose from', 'answers')
        if (changes.answerBy && changes.answerBy !== stored.answerBy && changes.answerBy < school.today)
          throw invalid('This date cannot be used', 'answerBy')
      },
      async further() {
        const corrected = differs(changes.title, before.title) || differs(changes.body, before.body)
        if (!corrected && !notifyAgain) return 0
        await noteCorrection(db, school.id, id, now, notifyAgain === true)
        if (notifyAgain)
          await publish(db, {
            event: 'post',
            schoolId: school.id,
            actorId: user.id,
            payload: { postId: id, important: before.important },
          })
        return 1
      },
      read: async () => postWithMay(user)(found(await writtenPost(db, school.id, id))),
    })
  },

  async takeBack(call) {
    const { db, user, school, now, audit, input } = call
    await ownPost(call, input.postId)
    const changed = await takePostBack(db, school.id, input.postId, user.id, now)
    if (changed > 0) await audit('post', input.postId)
    return { done: true as const, changed }
  },

  async report(call) {
    const { db, school, input, page } = call
    await ownPost(call, input.postId)
    return reportRows(db, school.id, input.postId, input.state ?? null, page)
  },

  async remind(call) {
    const { db, user, school, now, input } = call
    const { takenBack } = await ownPost(call, input.postId)
    if (takenBack) throw conflict('This announcement was taken back')
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

type Call = Pick<Context<typeof contract.count>, 'db' | 'user' | 'school' | 'may'>

/** Families of one's own classes; everybody else by keys that show the whole school and write to it. */
async function mustBeInReach({ db, user, school, may }: Call, audience: readonly Part[]) {
  const personId = may(wholeSchoolKey) ? null : user.id
  if (await outsideOf(db, school.id, audience, personId)) throw notFound()
  if (audience.some(({ kind }) => kind === 'school' || kind === 'staff' || kind === 'grade'))
    mustHold(may, 'AddSchoolPost')
}

function mustHold(may: (key: Permission) => boolean, key: Permission) {
  if (!may(key)) throw forbidden('Only people who may write to the whole school do this')
}

/** A post of one's own, or any with the key of all posts. */
async function ownPost({ db, user, school, may }: Call, id: string) {
  const post = found(await writtenPost(db, school.id, id))
  if (post.authorId !== user.id && !may('ManagePosts')) throw notFound()
  return post
}

const differs = (sent: string | undefined, stored: string) => sent !== undefined && sent !== stored

/** A post with what the person may do to it. */
const postWithMay =
  (person: Holder) =>
  <Post extends { schoolId: string; authorId: string; takenBack: boolean }>(post: Post) => {
    const open = !post.takenBack && (post.authorId === person.id || manages(person, post.schoolId))
    return {
      ...post,
      may: {
        update: open && mayIn(person, postWriting.update, post.schoolId),
        remove: open && mayIn(person, postWriting.takeBack, post.schoolId),
      },
    }
  }

const manages = ({ rights }: Holder, schoolId: string) =>
  rights.schools.some(({ id, keys }) => id === schoolId && keys.includes('ManagePosts'))
