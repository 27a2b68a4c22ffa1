import { CannotStart } from '#server/cannot-start.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, withClient } from '#server/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { dialogue } from '#server/dialogue.ts'
import { installationKey, secretsOf } from '#server/secrets.ts'
import { readPhone } from './administrator.ts'
import { enrol, unenrol } from './second-factor-enrolment.ts'

/** The dialogue of `npm run second-factor [phone]`, with `-- --remove` to take it away. */
export async function secondFactorOf(words: string[]) {
  const removes = words.includes('--remove')
  const { ask, close } = dialogue()
  try {
    const typed = words.find((word) => !word.startsWith('-'))
    const phone = readPhone(typed ?? (await ask('Phone number of the person of the platform: ')))
    const config = readConfig()
    const database = await openDatabase(config)
    try {
      await migrate(database.owner)
      console.log(
        await withClient(database.owner, async (client) => {
          if (removes)
            return (await unenrol(client, phone))
              ? `The account ${phone} signs in without a second factor from now on.`
              : `The account ${phone} has no second factor.`

          await enrol(client, secretsOf(installationKey(config)), phone, ({ secret, uri }) => {
            console.log(`\nFor the authenticator app, shown this once:\n\n  ${uri}\n\n  or typed: ${secret}\n`)
            return ask('The code that the app shows now: ')
          })
          return `The account ${phone} needs a code of its authenticator to sign in from now on.`
        }),
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
