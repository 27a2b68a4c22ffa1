import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { CannotStart } from '#server/start/cannot-start.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { type Database, openDatabase } from '#server/start/database.ts'

/** Works with the installation's database, whether Kashkool is running or not. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig()
  const database = await openDatabase(config, { beside: true })
  try {
    return await work(database, config)
  } finally {
    await database.stop()
  }
}

/** Works as the owner of a database of this version; an empty database is migrated first. Throws CannotStart. */
export const asOwner = <T>(
  work: (client: pg.Client, config: Config, owner: pg.ClientConfig) => Promise<T>,
): Promise<T> =>
  withDatabase(async ({ owner }, config) => {
    const { applied, pending } = await pendingMigrations(owner)
    if (applied === 0) await migrate(owner)
    else if (pending.length > 0)
      throw new CannotStart(
        'The database is of an older version; run the command "migrate", or start Kashkool, before.',
      )
    return withClient(owner, (client) => work(client, config, owner))
  })
