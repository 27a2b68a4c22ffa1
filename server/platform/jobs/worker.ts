import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Clock } from '#server/base/clock.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import { type Db, openDb } from '#server/db/db.ts'
import type { Sign } from '#server/db/signing.ts'
import { newSignal } from '#server/outbox/signal.ts'
import { awayLog } from '#server/outbox/away.ts'
import type { DeliveryOptions } from '#server/outbox/worker.ts'
import { listeningTo, ping } from '#server/db/listening.ts'
import { isLockedByOthers, isLost } from '#server/db/lost.ts'
import { takeTime } from '#server/db/patience.ts'
import type { LongWork } from './work.rules.ts'
import type { TakenJob } from './taken-job.queries.ts'

export type Worker = { stop: () => Promise<void> }

/** The rows of one portion; the ms until the next poll, and after a failure; the attempts for one portion. */
export const workerPace = { atOnce: 100, look: 5000, wait: 500, tries: 3 }

/** Nobody waits for the answer of a portion, so its statements may take longer and wait longer for locks. */
const patience = { statement: 120, lock: 20, between: 60 }

type Failure = Error & { code?: string }

/**
 * Does long work in the background until it is stopped: one portion after another, each in its own transaction. Notifications
 * of the database wake it, and several processes may run it at once.
 */
export function workInBackground(
  { connection, owner, sign }: { connection: DatabaseAddress; owner: DatabaseAddress; sign: Sign },
  clock: Clock,
  works: readonly LongWork[],
  { log = console.error, pace = workerPace, away = awayLog(log) }: DeliveryOptions<typeof workerPace> = {},
): Worker {
  const signal = newSignal()
  const line = listeningTo('jobs', owner, () => signal.notify())
  const db = openDb(connection, { max: 2, prepares: false, sign })
  const failures = new Map<string, number>()
  let stopping = false
  const working = goOn()

  async function goOn() {
    while (!stopping) {
      const idle = await round().catch(unreachable)
      if (idle > 0 && !stopping) await signal.wait(idle)
    }
  }

  /** Does one portion of each kind of work. Returns how long to pause, in ms. */
  async function round() {
    // Keeps the connection open that receives the notifications of the database.
    await line.query(ping)
    away.back('Long work')
    let rest = pace.look
    for (const work of works) {
      if (stopping) break
      rest = Math.min(rest, await portionOf(work))
    }
    return rest
  }

  async function portionOf(work: LongWork) {
    let job: TakenJob | undefined
    try {
      await db.transaction().execute(async (tx) => {
        await takeTime(tx, patience)
        job = await work.take(tx)
        if (!job) return
        await seeOnly(tx, { schools: [job.schoolId] })
        await work.portion(tx, job, { now: clock.now(), atOnce: pace.atOnce, report: reporting(job) })
      })
    } catch (problem) {
      // A failure because the database was unreachable does not count as an attempt.
      if (!job || isLost(problem)) throw problem
      await failed(work, job, problem as Failure)
      return pace.wait
    }
    if (job) failures.delete(job.id)
    return job ? 0 : pace.look
  }

  const reporting = (job: TakenJob) => async (save: (tx: Db) => Promise<unknown>) => {
    if (stopping) throw new Error('The worker stops')
    await inSchool(job, save)
  }

  const inSchool = (job: TakenJob, run: (tx: Db) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [job.schoolId] })
      await run(tx)
    })

  async function failed(work: LongWork, job: TakenJob, problem: Failure) {
    if (stopping) return
    const count = (failures.get(job.id) ?? 0) + (isLockedByOthers(problem) ? 0 : 1)
    failures.set(job.id, count)
    log(`${work.name} ${job.id} failed at try ${count}: ${problem.code ?? problem.stack}`)
    if (count < pace.tries) return
    failures.delete(job.id)
    await inSchool(job, (tx) => work.giveUp(tx, job))
  }

  function unreachable(problem: Failure) {
    if (!stopping) away.lost('Long work', problem)
    signal.clear()
    return 1000
  }

  return {
    async stop() {
      stopping = true
      signal.notify()
      await working
      await line.close()
      await db.destroy()
    },
  }
}
