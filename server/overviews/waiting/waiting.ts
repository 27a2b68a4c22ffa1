import { decidedForDays } from '#contract/overviews/waiting/queue.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { implement } from '#server/call/implement.ts'
import { emptyPage } from '#server/db/page.ts'
import { rowsOfKinds } from './rows.ts'
import { countQueued, decidedSince, queued } from './waiting.queries.ts'
import { queueOf } from './waiting.rules.ts'

export const waitingOperations = implement(waiting, {
  async list(call) {
    const { db, now, input, page } = call
    const queue = queueOf(call, input.kind)
    if (queue.kinds.length === 0) return emptyPage
    const since = new Date(+now - decidedForDays * 24 * 3_600_000)
    const { rows, total } = await (input.decided ? decidedSince(db, queue, since, page) : queued(db, queue, page))
    return { rows: await rowsOfKinds(call, rows), total }
  },

  counts: (call) => countQueued(call.db, queueOf(call)),
})
