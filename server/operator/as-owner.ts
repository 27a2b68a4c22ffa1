import type pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { type Config, readConfig } from './config.ts'
import { withClient } from '#server/db/client.ts'
import { openDatabase } from './database.ts'
import { migrate } from '#server/db/migrate.ts'
import { dialogue } from './dialogue.ts'

type Ask = ReturnType<typeof dialogue>['ask']

/**
 * A dialogue with the operator, in a terminal or with lines from a pipe: it ends with a sentence, or with the reason
 * why it cannot.
 */
export async function withOperator(talk: (ask: Ask) => Promise<string>) {
  const { ask, close } = dialogue()
  try {
    console.log(await talk(ask))
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  } finally {
    close()
  }
}

/** Works as the owner of the installation's database, whether Kashkool runs or not; it is brought up to date before. */
export async function asOwner<T>(
  work: (client: pg.Client, config: Config, owner: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const database = await openDatabase(config, { beside: true })
  try {
    await migrate(database.owner)
    return await withClient(database.owner, (client) => work(client, config, database.owner))
  } finally {
    await database.stop()
  }
}
