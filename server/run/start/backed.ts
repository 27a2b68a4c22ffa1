import { type Backed, copyAndTidy } from '#server/run/backup/base-backup.ts'
import { systemClock } from '#server/base/clock.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** What is backed up according to the settings; null if nothing is. */
export function backedBy({ owner, files }: Database, { backup, dataDir }: Config): Backed | null {
  if (!backup || !files) return null
  return { owner, ...files, dataDir, folder: backup.folder, key: backup.key(), clock: systemClock }
}

/** Copies a database that is about to be migrated, if copies are made at all. */
export async function copyBeforeMigrating(
  database: Database,
  config: Config,
  failed: (problem: unknown, what: string) => void,
) {
  const backed = backedBy(database, config)
  if (!backed) return
  const { applied, pending } = await pendingMigrations(database.owner)
  if (applied > 0 && pending.length > 0)
    await copyAndTidy(backed, config.backup!.keep, (problem) => failed(problem, 'old backups are not removed'))
}
