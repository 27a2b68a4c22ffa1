import { idByPhone, insertAuditLine, reportLost } from '#server/platform/identity/administrator.queries.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { type Command, phoneTyped } from './command.ts'

export const numberLost: Command = {
  usage: '[PHONE]',
  summary: 'Notes that a number belongs to somebody else now: its account opens nothing before a second proof',
  help: 'The person is signed out everywhere. Their school hands them a code, or changes the number.',
  words: 1,
  async run({ words: [typed], ask }) {
    const phone = phoneTyped(typed ?? (await ask('Phone number that is no longer theirs: ')))
    await asOwner(async (client) => {
      const personId = await idByPhone(connected(client), phone)
      if (personId === null) throw new CannotStart(`There is no account with the phone number ${phone}.`)
      await connected(client)
        .transaction()
        .execute(async (tx) => {
          await reportLost(tx, personId)
          await insertAuditLine(tx, 'operator reports a number as lost', personId)
        })
    })
    return `The account ${phone} opens nothing before a second proof.`
  },
}
