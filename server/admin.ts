import { CannotStart } from '#server/cannot-start.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, withClient } from '#server/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { dialogue } from '#server/dialogue.ts'
import { makeAdministrator, readPassword, readPhone } from '#server/identity/administrator.ts'

/** The dialogue of `npm run admin [phone]`, in a terminal or with its lines from a pipe. */
export async function admin(typed: string | undefined) {
  const { ask, close } = dialogue()
  try {
    const phone = readPhone(typed ?? (await ask('Phone number of the platform administrator: ')))
    const database = await openDatabase(readConfig())
    try {
      await migrate(database.owner)
      const { made, given } = await withClient(database.owner, (client) =>
        makeAdministrator(client, phone, async () =>
          readPassword(await ask('New password: ', true), await ask('The same password again: ', true)),
        ),
      )
      console.log(
        made
          ? `The account ${phone} was made; it is a platform administrator.`
          : `The account ${phone} ${given ? 'is now' : 'already was'} a platform administrator; its password stays as it is.`,
      )
    } finally {
      await database.stop()
    }
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  } finally {
    close()
  }
}
