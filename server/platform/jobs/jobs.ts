import { jobs } from '#contract/platform/jobs/jobs.ts'
import { conflict, found } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { askToEnd, jobOf, jobsOf, lockedJob, notDoneOf, sendBack } from './jobs.queries.ts'
import { kindsOf } from './kinds.rules.ts'

export const jobOperations = implement(jobs, {
  list: (context) => jobsOf(context.db, seen(context), context.school.today, context.page),

  get: shown,

  async notDone(context) {
    await shown(context)
    const { db, school, input, page } = context
    return notDoneOf(db, school.id, input.jobId, page)
  },

  async end(context) {
    await shown(context)
    const { db, school, input } = context
    if (await lockedJob(db, school.id, input.jobId, 'running')) await askToEnd(db, school.id, input.jobId)
    return shown(context)
  },

  async undo(context) {
    await shown(context)
    const { db, user, school, audit, input } = context
    const isEnded = await lockedJob(db, school.id, input.jobId, 'ended')
    const job = await shown(context)
    if (!isEnded || !job.undoable) throw conflict('This work cannot be undone any more')
    await sendBack(db, school.id, input.jobId, user.id)
    await audit('job', input.jobId)
    return shown(context)
  },
})

type One = Context<typeof jobs.get>

/** The jobs of the kinds that the caller may start. */
const seen = ({ user, school }: Pick<One, 'user' | 'school'>) => ({
  schoolId: school.id,
  kinds: kindsOf(user, school.id),
})

/** The current state of the job. */
async function shown(context: Pick<One, 'db' | 'user' | 'school'> & { input: { jobId: string } }) {
  return found(await jobOf(context.db, seen(context), context.school.today, context.input.jobId))
}
