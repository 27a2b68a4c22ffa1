import { inbox, itemKinds, type ItemKind, type Topic, topicOf } from '#contract/messages/inbox/inbox.ts'
import { found, invalid } from '#server/base/errors.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { implement } from '#server/call/implement.ts'
import { answerInvitations } from '#server/people/parents/invitations.rules.ts'
import { answerRole } from '#server/people/teachers/invited-roles.rules.ts'
import { answerTeaching } from '#server/people/teachers/teachers.rules.ts'
import { type InboxRow, invitationOf, itemsOf, markAsRead, unreadBy } from './inbox.queries.ts'
import { targetOf } from './targets.ts'

export const inboxOperations = implement(inbox, {
  async items({ db, user, input: { unread, studentId, topic }, page }) {
    const query = { personId: user.id, onlySchool: user.onlySchool, unread, studentId, kinds: kindsOf(topic) }
    const { rows, total } = await itemsOf(db, query, page)
    return { rows: rows.map(answered), total }
  },

  unread: async ({ db, user }) => ({ unread: sum((await unreadBy(user).execute(db)).rows) }),

  async markRead({ db, user, input: { ids, upTo, studentId, topic } }) {
    if ((ids == null) === (upTo == null)) throw invalid(ids == null ? 'Required' : 'Invalid input')

    const changed = await markAsRead(db, {
      personId: user.id,
      onlySchool: user.onlySchool,
      ids,
      upTo,
      studentId,
      kinds: kindsOf(topic),
    })
    if (changed > 0) await signalChanges(db, [{ topic: 'inbox', id: user.id, studentId: null, version: 0 }])
    return { changed, unread: sum((await unreadBy(user).execute(db)).rows) }
  },

  async answer({ db, user, input: { itemId, accept }, audit }) {
    const { kind, schoolId } = found(await invitationOf(db, user.id, itemId))
    await answers[kind as keyof typeof answers](db, schoolId!, user.id, accept)
    await audit('person', user.id, schoolId)
    return { done: true as const, changed: 1 }
  },
})

const answers = { teacherInvited: answerTeaching, roleInvited: answerRole, parentInvited: answerInvitations }

const kindsOf = (topic: Topic | null | undefined) => topic && itemKinds.filter((kind) => topicOf[kind] === topic)

const sum = (counts: { unread: number }[]) => counts.reduce((all, { unread }) => all + unread, 0)

/** Details are included only if an item is about a single thing. */
function answered(item: InboxRow) {
  const { kind, readAt, things, workId, isOn, ...row } = item
  const isWork = things > 0 && kind !== 'attendance'
  return {
    ...row,
    kind: kind as ItemKind,
    topic: topicOf[kind as ItemKind],
    read: readAt !== null,
    workId: isWork && things === 1 ? workId : null,
    count: Math.max(things, 1),
    on: isOn,
    link: targetOf(item),
  }
}
