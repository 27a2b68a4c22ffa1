import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { isDataThere } from '#server/db/embedded/place.ts'
import { isLost } from '#server/db/lost.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { agreesOn } from '#server/db/signing.ts'
import { installationKey, type Secrets, secretsOf } from '#server/secrets.ts'
import { CannotStart, otherSecret } from '#server/start/cannot-start.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { type Database, openDatabase } from '#server/start/database.ts'

/**
 * Works with the installation's database, whether Kashkool is running or not. With `begins`, an embedded database that is not there yet is
 * made. Throws CannotStart.
 */
export async function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { begins = false } = {},
): Promise<T> {
  const config = readConfig()
  if (!config.databaseUrl && !isDataThere(config.dataDir, config.dataDirNamed)) {
    if (!begins)
      throw new CannotStart(
        `There is no database in ${config.dataDir}, or this account may not look there. Is that the DATA_DIR of Kashkool?`,
      )
    console.error(`A new database is made in ${config.dataDir}.`)
  }
  const database = await opened(config)
  try {
    // Kept open, because a command that began earlier and started the database waits for it before it stops the database.
    return await withClient(database.owner, () => work(database, config))
  } finally {
    await database.stop()
  }
}

/** The process that runs the embedded database may be stopping it just now. It can be started a moment later. */
async function opened(config: Config): Promise<Database> {
  for (const until = performance.now() + 30_000; ; await pause(200))
    try {
      return await openDatabase(config, { beside: true })
    } catch (problem) {
      if (config.databaseUrl || !isLost(problem) || performance.now() > until) throw problem
    }
}

/** Works as the owner of a database of this version. With `begins`, an empty one is migrated first. Throws CannotStart. */
export const asOwner = <T>(
  work: (client: pg.Client, config: Config, owner: pg.ClientConfig) => Promise<T>,
  { begins = false } = {},
): Promise<T> =>
  withDatabase(
    async ({ owner }, config) => {
      const { applied, pending } = await pendingMigrations(owner)
      if (applied === 0 && begins) await migrate(owner)
      else if (applied === 0)
        throw new CannotStart('The database is empty. Run the command "migrate", or start Kashkool, before.')
      else if (pending.length > 0)
        throw new CannotStart(
          'The database is of an older version; run the command "migrate", or start Kashkool, before.',
        )
      return withClient(owner, (client) => work(client, config, owner))
    },
    { begins },
  )

/** The secrets of the installation. Throws CannotStart if the database is used with others, as the start of Kashkool does. */
export async function secretsOfDatabase(client: pg.ClientBase, config: Config): Promise<Secrets> {
  const secrets = secretsOf(installationKey(config))
  if (await agreesOn(client, secrets)) return secrets
  throw otherSecret()
}
