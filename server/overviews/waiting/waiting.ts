import { decidedForDays } from '#contract/overviews/waiting/queue.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { emptyPage } from '#server/db/page.ts'
import { remindOfMarks } from '#server/teaching/class-work/mark-reminders.rules.ts'
import { type QueueCall, rowsOfKinds } from './rows.ts'
import { decidedSince, queued } from './waiting.queries.ts'
import { countWaiting, queueOf, seesWork } from './waiting.rules.ts'
import { teachersOwing } from './work.queries.ts'

export const waitingOperations = implement(waiting, {
  async list(call) {
    const { db, now, input, page } = call
    const queue = queueOf(call, input.kind)
    if (queue.kinds.length === 0) return emptyPage
    const since = new Date(+now - decidedForDays * 24 * 3_600_000)
    const { rows, total } = await (input.decided ? decidedSince(db, queue, since, page) : queued(db, queue, page))
    return { rows: await rowsOfKinds(call, rows), total }
  },

  counts: (call) => countWaiting(call),

  async teachersOwing(call) {
    const rows = await owing(call)
    const { limit, offset } = call.page
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  },

  async remindTeachers(call) {
    const { db, user, school, input } = call
    const wanted = input.teacherIds && new Set(input.teacherIds)
    const found = (await owing(call)).flatMap(({ teacherId }) => (!wanted || wanted.has(teacherId) ? teacherId : []))
    if (found.length === 0) throw notFound()
    return remindOfMarks(db, { schoolId: school.id, today: school.today, madeBy: user.id }, found)
  },
})

const owing = ({ db, school, reach, may }: Pick<QueueCall, 'db' | 'school' | 'reach' | 'may'>) =>
  teachersOwing(db, { schoolId: school.id, today: school.today, reach }, seesWork({ may }))
