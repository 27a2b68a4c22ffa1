import { today } from '#contract/overviews/today/today.ts'
import { weekDayOf } from '#server/base/days.ts'
import { unreadBy } from '#server/messages/inbox/inbox.queries.ts'
import { implement } from '#server/call/implement.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { meetingsToBook } from './meetings-to-book.queries.ts'
import { newPosts } from './new-posts.queries.ts'
import { childrenToday, examsComing, type Found, homeworkDue, newMarks, newNotes } from './today.queries.ts'

export const todayOperations = implement(today, {
  async get({ db, user, now }) {
    const schools = user.rights.parentSchools
    const ofAll = { unread: unreadBy(user), posts: newPosts(now.toISOString()) }
    if (schools.length === 0) {
      const { unread, posts } = await sideBySide(db, ofAll)
      return { ...withPosts(now, unread, posts), meetings: [], children: [] }
    }
    const { children, homework, exams, marks, notes, meetings, unread, posts } = await sideBySide(db, {
      children: childrenToday(user.id, schools),
      homework: homeworkDue(user.id, schools),
      exams: examsComing(user.id, schools),
      marks: newMarks(user.id, schools),
      notes: newNotes(user.id, schools),
      meetings: meetingsToBook(user.id, schools, now.toISOString()),
      ...ofAll,
    })

    return {
      ...withPosts(now, unread, posts),
      meetings,
      children: children.map((child) => ({
        ...child,
        weekDay: weekDayOf(child.today),
        unread: unread.find(({ studentId }) => studentId === child.studentId)?.unread ?? 0,
        ...of(child.studentId, homework, 'homework', 'homeworkCount'),
        ...of(child.studentId, exams, 'exams', 'examCount'),
        ...of(child.studentId, marks, 'marks', 'markCount'),
        ...of(child.studentId, notes, 'notes', 'noteCount'),
      })),
    }
  },
})

/** The parts of the day that do not belong to a single child. */
const withPosts = <Post extends { inAll: number }>(now: Date, unread: { unread: number }[], posts: Post[]) => ({
  asOf: now.toISOString(),
  unread: unread.reduce((sum, one) => sum + one.unread, 0),
  posts,
  postCount: posts[0]?.inAll ?? 0,
})

/** The rows of a child in one list, and their total number, with the names of the answer. */
function of<Row, Rows extends string, Count extends string>(
  studentId: string,
  found: Found<Row>[],
  rows: Rows,
  count: Count,
) {
  const own = found.filter((row) => row.studentId === studentId)
  return { [rows]: own, [count]: own[0]?.inAll ?? 0 } as Record<Rows, Found<Row>[]> & Record<Count, number>
}
