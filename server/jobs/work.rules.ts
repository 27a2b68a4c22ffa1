import type { Db } from '#server/db/db.ts'
import type { TakenJob } from './taken-job.queries.ts'

export type Portion = {
  now: Date
  /** How many rows one portion may take. */
  atOnce: number
  /** Shows the progress of a portion that lasts, by another connection. Throws when the worker is to stop. */
  report: (save: (db: Db) => Promise<unknown>) => Promise<void>
}

/**
 * One kind of long work (decision 033). A portion leaves everything as it was, or done with the note that it was done: the
 * process can end at any moment, and the next one goes on from there.
 */
export type LongWork<Taken extends TakenJob = TakenJob> = {
  name: string
  /** Takes the next job, of whichever school; undefined when none waits or others have them all. */
  take(db: Db): Promise<Taken | undefined>
  /** Does the next portion of a job, or ends it. The transaction sees the job's school only. */
  portion(db: Db, job: Taken, portion: Portion): Promise<unknown>
  /** Ends a job of which one portion failed again and again. */
  giveUp(db: Db, job: Taken): Promise<unknown>
}
