import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { withDatabase } from './as-owner.ts'
import { copyNow } from './backups.ts'
import type { Command } from './command.ts'

export const migration: Command = {
  usage: '[--without-copy]',
  summary: 'Brings the database up to this version, after a copy of it',
  help: '--without-copy: because you made a copy yourself. Starting Kashkool does the same, with a copy before where BACKUP_DIR is set. The version before still runs on the new tables.',
  options: { 'without-copy': 'yes' },
  words: 0,
  run: ({ options }) =>
    withDatabase(
      async (database, config) => {
        const { applied, pending } = await pendingMigrations(database.owner)
        if (pending.length === 0) return 'The database is of this version already.'
        let copy = ''
        let notRemoved: string | null = null
        if (!options['without-copy'] && applied > 0) {
          if (!config.backup)
            throw new CannotStart(
              database.embedded
                ? 'There is no BACKUP_DIR for a copy before. Set it, or make a copy in another way and say --without-copy.'
                : 'Copy the database of DATABASE_URL with its own tools (docs/operations.md), then say --without-copy.',
            )
          const made = await copyNow(database, config)
          copy = `, after the copy ${made.base.id}`
          notRemoved = made.notRemoved
        }
        await migrate(database.owner)
        return [`${pending.length} migrations, functions and views were applied${copy}.`, notRemoved]
          .filter(Boolean)
          .join('\n')
      },
      { begins: true },
    ),
}
