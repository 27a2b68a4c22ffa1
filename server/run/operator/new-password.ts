import { randomInt } from 'node:crypto'
import { idByPhone } from '#server/platform/identity/administrator.queries.ts'
import { readPassword } from '#server/platform/identity/administrator.ts'
import { phoneHashOf } from '#server/platform/identity/codes.ts'
import { commonPasswords } from '#server/platform/identity/guessable-passwords.ts'
import { passwordHash } from '#server/platform/identity/passwords.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { inTransaction } from '#server/db/migrate.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner, secretsOfDatabase } from './as-owner.ts'
import { type Command, phoneTyped } from './command.ts'
import { insertPasswordLine, replacePassword } from './operator.queries.ts'

export const newPassword: Command = {
  usage: '[PHONE] [--print]',
  summary: 'Gives a person a new password',
  help: 'Asks for it twice, without showing it; --print makes one and prints it once. All sessions of the person end, and no device of theirs gets notices before it signs in again.',
  options: { print: 'yes' },
  words: 1,
  async run({ words: [typed], options, ask }) {
    const phone = phoneTyped(typed ?? (await ask('Phone number of the person: ')))
    return asOwner(async (client, config) => {
      const id = await idByPhone(connected(client), phone)
      if (!id) throw new CannotStart(`There is no account with the phone number ${phone}.`)
      const phoneHash = phoneHashOf(await secretsOfDatabase(client, config), phone)
      const password = options.print
        ? randomPassword()
        : readPassword(
            await ask('New password: ', true),
            await ask('The same password again: ', true),
            commonPasswords(config.commonPasswords),
          )
      const hash = await passwordHash(password)
      await inTransaction(client, async () => {
        await replacePassword(client, { id, hash, phoneHash })
        await insertPasswordLine(client, id)
      })
      const done = `The account ${phone} has a new password, and all its sessions have ended.`
      return options.print ? `${done}\nThe password, shown this once: ${password}` : done
    })
  },
}

/** Without letters and digits that look alike. 14 of these 54 characters give 80 bits. */
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const randomPassword = () => Array.from({ length: 14 }, () => signs[randomInt(signs.length)]).join('')
