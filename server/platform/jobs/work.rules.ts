import type { Db } from '#server/db/db.ts'
import type { TakenJob } from './taken-job.queries.ts'

export type Portion = {
  now: Date
  /** The maximum number of rows in one portion. */
  atOnce: number
  /** Stores the progress of a long portion over another connection. Throws if the worker must stop. */
  report: (save: (db: Db) => Promise<unknown>) => Promise<void>
}

/**
 * One kind of long work (decision 033). The process can end at any moment. Therefore a portion is either not done at all, or
 * done together with the note that it is done; the next process continues from there.
 */
export type LongWork<Taken extends TakenJob = TakenJob> = {
  name: string
  /** Takes the next job of any school; undefined if there is none or other processes have taken all of them. */
  take(db: Db): Promise<Taken | undefined>
  /** Does the next portion of a job, or ends the job. The transaction sees only the job's school. */
  portion(db: Db, job: Taken, portion: Portion): Promise<unknown>
  /** Ends a job of which one portion failed too often. */
  giveUp(db: Db, job: Taken): Promise<unknown>
}
