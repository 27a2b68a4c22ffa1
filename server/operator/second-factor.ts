import { systemClock } from '#server/clock.ts'
import { asOwner, withOperator } from './operator.ts'
import { installationKey, secretsOf } from '#server/secrets.ts'
import { readPhone } from '#server/identity/administrator.ts'
import { enrol, unenrol } from '#server/identity/second-factor-enrolment.ts'

/** The dialogue of `npm run second-factor [phone]`, with `-- --remove` to take it away. */
export const enrolDialogue = (words: string[]) =>
  withOperator(async (ask) => {
    const removes = words.includes('--remove')
    const typed = words.find((word) => !word.startsWith('-'))
    const phone = readPhone(typed ?? (await ask('Phone number of the person of the platform: ')))
    return asOwner(async (client, config) => {
      if (removes)
        return (await unenrol(client, phone))
          ? `The account ${phone} signs in without a second factor from now on.`
          : `The account ${phone} has no second factor.`

      const by = { secrets: secretsOf(installationKey(config)), clock: systemClock }
      await enrol(client, by, phone, ({ secret, uri }) => {
        console.log(`\nFor the authenticator app, shown this once:\n\n  ${uri}\n\n  or typed: ${secret}\n`)
        return ask('The code that the app shows now: ')
      })
      return `The account ${phone} needs a code of its authenticator to sign in from now on.`
    })
  })
