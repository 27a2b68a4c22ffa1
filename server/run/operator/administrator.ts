import { makeAdministrator, readPassword } from '#server/platform/identity/administrator.ts'
import { commonPasswords } from '#server/platform/identity/guessable-passwords.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { type Command, phoneTyped } from './command.ts'

export const administrator: Command = {
  usage: '[PHONE]',
  summary: 'Makes a person an administrator of the platform',
  help: 'Asks for the phone number where it is left out, and, for a new account, twice for a password that is not shown.',
  words: 1,
  async run({ words: [typed], ask }) {
    const phone = phoneTyped(typed ?? (await ask('Phone number of the platform administrator: ')))
    const { made, given } = await asOwner(
      (client, { commonPasswords: list }) =>
        makeAdministrator(connected(client), phone, async () =>
          readPassword(
            await ask('New password: ', true),
            await ask('The same password again: ', true),
            commonPasswords(list),
          ),
        ),
      { begins: true },
    )
    return made
      ? `The account ${phone} was made; it is a platform administrator.`
      : `The account ${phone} ${given ? 'is now' : 'already was'} a platform administrator; its password stays as it is.`
  },
}
