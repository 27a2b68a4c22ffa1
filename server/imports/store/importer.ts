import type pg from 'pg'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Clock } from '#server/clock.ts'
import { withClient } from '#server/db/client.ts'
import { type Db, openDb } from '#server/db/db.ts'
import { newSignal } from '#server/outbox/signal.ts'
import { outboxConnection } from '#server/outbox/connection.ts'
import { takeTime } from '#server/imports/imports.queries.ts'
import { storeImport } from './store.ts'
import { type Job, lookAtRows, nextImport, settle, sizeOf, tellProgress } from './store.queries.ts'
import { undoImport } from './undo.ts'

export type Importer = { stop: () => Promise<void> }

/** Rows stored between two reports of progress; ms until the next poll, and after a failure; tries of one import. */
export const importerPace = { atOnce: 250, look: 5000, wait: 500, tries: 3 }

/**
 * Stores and undoes imports in the background, one at a time, each in one transaction, until it is stopped: woken by the
 * database, several processes at once. One that died in the middle leaves nothing behind, and its import waits as before.
 */
export function importInBackground(
  owner: pg.ClientConfig,
  clock: Clock,
  { log = console.error, pace = importerPace }: { log?: (line: string) => void; pace?: typeof importerPace } = {},
): Importer {
  const signal = newSignal()
  const line = outboxConnection(owner, () => signal.notify(), 'imports')
  const db = openDb(owner, { max: 2, prepares: false })
  const failures = new Map<string, number>()
  let stopping = false
  let away = false
  const work = goOn()

  async function goOn() {
    while (!stopping) {
      const idle = await look().catch(unreachable)
      if (idle > 0 && !stopping) await signal.wait(idle)
    }
  }

  /** Works on one import; answers how long to rest, in ms. */
  async function look() {
    // Keeps the line open on which the database calls.
    await line.query((client) => client.query('select 1'))
    away = false
    let job: Job | undefined
    try {
      await db.transaction().execute(async (tx) => {
        job = await nextImport(tx)
        if (job) await done(tx, job)
      })
    } catch (problem) {
      if (!job) throw problem
      await failed(job, problem as Error & { code?: string })
      return pace.wait
    }
    return job ? 0 : pace.look
  }

  async function done(tx: Db, job: Job) {
    await seeOnly(tx, { schools: [job.schoolId] })
    await takeTime(tx, 120)
    if ((await sizeOf(tx, job.id)) > 500) await withClient(owner, lookAtRows)
    const progressOf = { atOnce: pace.atOnce, tell: (rows: number) => progress(job, rows), now: clock.now() }
    return (job.state === 'undoing' ? undoImport : storeImport)(tx, job, progressOf)
  }

  /** By another connection, so that everybody sees it while nothing is stored yet. */
  const progress = async ({ id, schoolId }: Job, rows: number) => {
    // Nothing of it is stored: it starts from the beginning at the next start.
    if (stopping) throw new Error('The worker stops')
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [schoolId] })
      await tellProgress(tx, id, rows)
    })
  }

  /** An import that fails again and again is given back to its caller. */
  async function failed(job: Job, problem: Error & { code?: string }) {
    if (stopping) return
    const count = (failures.get(job.id) ?? 0) + 1
    failures.set(job.id, count)
    log(`import ${job.id} failed at try ${count}: ${problem.code ?? problem.stack}`)
    if (count < pace.tries) return
    failures.delete(job.id)
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [job.schoolId] })
      await settle(tx, job.id, job.state === 'undoing' ? 'done' : 'draft', { reason: 'Something went wrong' })
    })
  }

  function unreachable(problem: Error & { code?: string }) {
    if (!away && !stopping) log(`imports wait for the database: ${problem.code ?? problem.message}`)
    away = true
    signal.clear()
    return 1000
  }

  return {
    async stop() {
      stopping = true
      signal.notify()
      await work
      await line.close()
      await db.destroy()
    },
  }
}
