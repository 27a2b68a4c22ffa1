import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { isDataThere } from '#server/db/embedded/place.ts'
import { isLost } from '#server/db/lost.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { agreesOn } from '#server/db/signing.ts'
import { installationKey, type Secrets, secretsOf } from '#server/base/secrets.ts'
import { CannotStart, DataInUse, otherSecret } from '#server/base/cannot-start.ts'
import { type Config, readConfig } from '#server/run/start/config.ts'
import { type Database, openDatabase } from '#server/run/start/database.ts'

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
  let began = false
  // Another command may be starting or stopping the embedded database just now. It can be used, or started, a moment later.
  for (const until = performance.now() + 30_000; ; await pause(200))
    try {
      return await onceOpened(config, (database) => {
        began = true
        return work(database, config)
      })
    } catch (problem) {
      const isPassing = isLost(problem) || problem instanceof DataInUse
      if (began || config.databaseUrl || !isPassing || performance.now() > until) throw problem
    }
}

async function onceOpened<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { beside: true })
  try {
    // Kept open, because a command that began earlier and started the database waits for it before it stops the database.
    return await withClient(database.owner, () => work(database))
  } finally {
    await database.stop()
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
