import { doneAtOnce, type SeveralDone } from '#contract/platform/jobs/job-shapes.ts'
import type * as z from 'zod/mini'
import { actAs, rightsOf } from '#server/access/authorise.queries.ts'
import { mustDiffer, notFound } from '#server/base/errors.ts'
import { civilDay } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { insertJob } from './jobs.queries.ts'
import { mayStart } from './kinds.rules.ts'
import {
  advanceJob,
  endJob,
  nextJob,
  nextStudents,
  noteOutcome,
  startedJob,
  type StudentJob,
} from './portions.queries.ts'
import { studentNames } from './student-names.queries.ts'
import type { LongWork } from './work.rules.ts'
import type { JobKind } from './taken-job.queries.ts'

export type Acting = { schoolId: string; actorId: string; today: string }

/** The outcomes for some students: changed, already as wanted, and not possible, with the reason. */
export type Outcomes = { changed: readonly string[]; same: readonly string[]; notDone: ReadonlyMap<string, string> }

/** Work on several students, which is done in the call or in portions of a job (decision 042). */
export type StudentWork<Settings extends object> = {
  kind: JobKind
  /** Does the work for some students, all of this school. */
  run: (db: Db, by: Acting, settings: Settings, studentIds: readonly string[]) => Promise<Outcomes>
}

type Call = { db: Db; user: { id: string }; school: { id: string; today: string } }

/** Does the work in the call. If there are many students, starts a job instead, so that nobody has to wait. */
export async function doneOrStarted<Settings extends object>(
  { db, user, school }: Call,
  { kind, run }: StudentWork<Settings>,
  settings: Settings,
  studentIds: readonly string[],
): Promise<z.output<typeof SeveralDone>> {
  mustDiffer(studentIds, 'A student is listed twice', 'studentIds')
  const names = await studentNames(db, school.id, studentIds)
  if (names.size < studentIds.length) throw notFound()

  const by = { schoolId: school.id, actorId: user.id, today: school.today }
  if (studentIds.length > doneAtOnce) {
    const job = { schoolId: school.id, kind, settings, startedOn: school.today, startedBy: user.id }
    return { done: false, changed: 0, notDone: [], jobId: await insertJob(db, job, studentIds) }
  }
  const { changed, notDone } = await run(db, by, settings, studentIds)
  const listed = [...notDone].map(([studentId, reason]) => ({ studentId, studentName: names.get(studentId)!, reason }))
  return { done: true, changed: changed.length, notDone: listed, jobId: null }
}

/** The same in portions. Before each portion, the rights of the person who started it are read again. */
export const inPortions = <Settings extends object>({ kind, run }: StudentWork<Settings>): LongWork<StudentJob> => ({
  name: kind,
  take: (db) => nextJob(db, kind),
  async portion(db, job, { now, atOnce }) {
    const { actingBy, settings, timeZone } = await startedJob<Settings>(db, job)
    await actAs(db, actingBy)
    if (!mayStart({ id: actingBy, rights: await rightsOf(db, actingBy) }, kind, job.schoolId))
      return endJob(db, job, 'The person who started this may no longer do it', unreached)
    if (settings.ends) return endJob(db, job, 'This work was ended by hand', unreached)

    const studentIds = await nextStudents(db, job, atOnce)
    if (studentIds.length === 0) return endJob(db, job, null, unreached)
    const by = { schoolId: job.schoolId, actorId: actingBy, today: civilDay(now, timeZone) }
    const outcome = await run(db, by, settings, studentIds)
    await noteOutcomes(db, job, outcome)
    return advanceJob(db, job, { handled: studentIds.length, changed: outcome.changed.length, coins: 0 })
  },
  giveUp: (db, job) => endJob(db, job, 'Something went wrong', unreached),
})

const unreached = 'The work ended before this student'

async function noteOutcomes(db: Db, job: StudentJob, { changed, same, notDone }: Outcomes) {
  await noteOutcome(db, job, changed, 'done')
  await noteOutcome(db, job, same, 'same')
  for (const reason of new Set(notDone.values())) {
    const those = [...notDone].filter(([, one]) => one === reason).map(([id]) => id)
    await noteOutcome(db, job, those, 'left', reason)
  }
}
