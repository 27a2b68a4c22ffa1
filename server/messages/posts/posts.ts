import { posts } from '#contract/messages/posts/posts.ts'
import type { Caller } from '#server/access/caller.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { markPostItemsAsRead } from '#server/messages/inbox/inbox.queries.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { answerable, markPostsRead, postsOfReader, publicPosts, storeAnswer } from './reading.queries.ts'

export const postOperations = implement(posts, {
  list: ({ db, user, input, page }) => postsOfReader(db, readerOf(user), input, page),

  public: ({ db, input: { schoolId }, page }) => publicPosts(db, schoolId, page),

  async markRead({ db, user, input: { postIds } }) {
    const changed = await markPostsRead(db, postIds, user.onlySchool)
    if (changed > 0) await readInInbox(db, user.id, postIds)
    return { done: true as const, changed }
  },

  async answer({ db, user, now, input: { postId, answer } }) {
    const { answers, answerBy, takenBack, today } = found(await answerable(db, readerOf(user), postId, now))
    if (takenBack) throw conflict('This announcement was taken back')
    if (!answers) throw conflict('This announcement asks for no answer')
    if (answerBy && answerBy < today) throw conflict('The day to answer has passed')
    if (!answers.includes(answer)) throw invalid('Choose one of the answers', 'answer')
    await storeAnswer(db, postId, answer)
    await readInInbox(db, user.id, [postId])
    return { done: true as const, changed: 1 }
  },
})

/** Posts that were read on the page of announcements are also marked as read in the inbox, and their notices are cancelled. */
async function readInInbox(db: Db, personId: string, postIds: readonly string[]) {
  await markPostItemsAsRead(db, personId, postIds)
  await signalChanges(db, [{ topic: 'inbox', id: personId, studentId: null, version: 0 }])
}

/** `schools`: those whose announcements may concern a person: where they work, and those of their children. */
const readerOf = ({ id, onlySchool, rights }: Pick<Caller, 'id' | 'onlySchool' | 'rights'>) => ({
  id,
  onlySchool,
  schools: [...new Set([...rights.schools.map((school) => school.id), ...rights.parentSchools])],
})
