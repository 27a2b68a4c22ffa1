import { jobs } from '#contract/jobs/jobs.ts'
import { conflict, found } from '#server/call/errors.ts'
import { implement } from '#server/call/implement.ts'
import { askToEnd, jobOf, jobsOf, lockedJob, notDoneOf, sendBack } from './jobs.queries.ts'

export const jobOperations = implement(jobs, {
  list: ({ db, school, page }) => jobsOf(db, school.id, school.today, page),

  get: async ({ db, school, input }) => found(await jobOf(db, school.id, school.today, input.jobId)),

  async notDone({ db, school, input, page }) {
    found(await jobOf(db, school.id, school.today, input.jobId))
    return notDoneOf(db, school.id, input.jobId, page)
  },

  async end({ db, school, input: { jobId } }) {
    found(await jobOf(db, school.id, school.today, jobId))
    if (await lockedJob(db, school.id, jobId, 'running')) await askToEnd(db, jobId)
    return found(await jobOf(db, school.id, school.today, jobId))
  },

  async undo({ db, user, school, audit, input: { jobId } }) {
    found(await jobOf(db, school.id, school.today, jobId))
    const isEnded = await lockedJob(db, school.id, jobId, 'ended')
    const job = found(await jobOf(db, school.id, school.today, jobId))
    if (!isEnded || !job.undoable) throw conflict('This work cannot be undone any more')
    await sendBack(db, jobId, user.id)
    await audit('job', jobId)
    return found(await jobOf(db, school.id, school.today, jobId))
  },
})
