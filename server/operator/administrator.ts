import { makeAdministrator, readPassword, readPhone } from '#server/identity/administrator.ts'
import { commonPasswords } from '#server/identity/guessable-passwords.ts'
import { asOwner, withOperator } from './operator.ts'

/** The dialogue of `npm run admin [phone]`. */
export const admin = (typed: string | undefined) =>
  withOperator(async (ask) => {
    const phone = readPhone(typed ?? (await ask('Phone number of the platform administrator: ')))
    const { made, given } = await asOwner((client, { commonPasswords: list }) =>
      makeAdministrator(client, phone, async () =>
        readPassword(
          await ask('New password: ', true),
          await ask('The same password again: ', true),
          commonPasswords(list),
        ),
      ),
    )
    return made
      ? `The account ${phone} was made; it is a platform administrator.`
      : `The account ${phone} ${given ? 'is now' : 'already was'} a platform administrator; its password stays as it is.`
  })
