import { inbox, type Topic } from '#contract/messages/inbox/inbox.ts'
import { stale, writing } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'

/** The inbox items about a child under these topics count as read, because the parent opens the thing itself. */
export async function seen(studentId: string, topics: readonly Topic[]) {
  const answers = await Promise.all(
    topics.map((topic) => call(inbox.items, { studentId, topic, unread: true, pageSize: 200 })),
  )
  const ids = answers.flat().map(({ id }) => id)
  if (ids.length === 0) return
  await writing(inbox.markRead, { ids: ids.slice(0, 200) })
  await stale(inbox.unread)
}
