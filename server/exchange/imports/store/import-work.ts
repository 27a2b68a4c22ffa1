import type { LongWork } from '#server/platform/jobs/work.rules.ts'
import { stopImport, storePortion } from './portions.ts'
import { type ImportJob, nextImport, settle } from './store.queries.ts'
import { undoImport } from './undo.ts'

/** Imports are stored in portions; an undo is one transaction (decision 033). */
export const importWork: LongWork<ImportJob> = {
  name: 'import',
  take: nextImport,
  portion: (db, job, portion) => (job.state === 'undoing' ? undoImport : storePortion)(db, job, portion),
  giveUp: (db, job) =>
    job.state === 'undoing'
      ? settle(db, job, 'done', { reason: 'Something went wrong' })
      : stopImport(db, job, 'Something went wrong'),
}
