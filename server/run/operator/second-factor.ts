import { systemClock } from '#server/base/clock.ts'
import { enrol, unenrol } from '#server/platform/identity/second-factor-enrolment.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner, secretsOfDatabase } from './as-owner.ts'
import { type Command, phoneTyped } from './command.ts'

export const secondFactorEnrolment: Command = {
  usage: '[PHONE] [--remove]',
  summary: 'Enrols a person of the platform for the codes of an authenticator app, or takes that away',
  help: 'Prints the secret once. Needs the SECRET with which Kashkool runs. --remove takes the second factor of a person away.',
  options: { remove: 'yes' },
  words: 1,
  async run({ words: [typed], options, ask }) {
    const phone = phoneTyped(typed ?? (await ask('Phone number of the person of the platform: ')))
    return asOwner(async (client, config) => {
      if (options.remove)
        return (await unenrol(connected(client), phone))
          ? `The account ${phone} signs in without a second factor from now on.`
          : `The account ${phone} has no second factor.`

      const by = { secrets: await secretsOfDatabase(client, config), clock: systemClock }
      await enrol(connected(client), by, phone, ({ secret, uri }) => {
        console.log(`\nFor the authenticator app, shown this once:\n\n  ${uri}\n\n  or typed: ${secret}\n`)
        return ask('The code that the app shows now: ')
      })
      return `The account ${phone} needs a code of its authenticator to sign in from now on.`
    })
  },
}
