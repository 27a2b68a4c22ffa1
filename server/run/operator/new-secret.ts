import { insertAuditLine } from '#server/platform/identity/administrator.queries.ts'
import { inTransaction } from '#server/db/migrate.ts'
import { acceptInstead, agreesOn } from '#server/db/signing.ts'
import { installationKey, secretsOf } from '#server/base/secrets.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { type Command, counted } from './command.ts'
import { dropSealed, isServed, letPasswordsOpen } from './operator.queries.ts'

export const secretReplacement: Command = {
  usage: '',
  summary: 'Lets the database be used with a new SECRET, after the former one was lost or became known',
  help: [
    'Set the new SECRET first, and stop Kashkool. Where the former one is known, run "verify audit" with it before.',
    'Authenticators are removed, because nobody can open them any more: enrol them again with "second-factor".',
    'Schools enter the secrets of their providers of sign-in again; until then no provider is required, so that passwords open.',
    'The seals of the audit are removed, and its lines are sealed anew: a seal that was noted earlier is not found any more.',
    'Asks whether that is meant.',
  ].join('\n'),
  words: 0,
  run: ({ ask }) =>
    asOwner(async (client, config) => {
      const secrets = secretsOf(installationKey(config))
      if (await agreesOn(client, secrets)) throw new CannotStart('The database is used with this SECRET already.')
      const typed = await ask('Authenticators and the seals of the audit will be removed. Type "new secret" to go on: ')
      if (typed.trim() !== 'new secret') throw new CannotStart('Nothing was changed.')
      if (await isServed(client))
        throw new CannotStart('Kashkool serves this database; stop it first. Nothing was changed.')
      let [factors, opened] = [0, 0]
      await inTransaction(client, async () => {
        await acceptInstead(client, secrets)
        factors = await dropSealed(client)
        opened = await letPasswordsOpen(client)
        await insertAuditLine(connected(client), 'operator replaces the secret', null)
      })
      return `The database is used with this SECRET from now on. ${counted(factors, 'authenticator was', 'authenticators were')} removed; the audit is sealed anew at the next start.${opened > 0 ? ` ${counted(opened, 'provider of sign-in is', 'providers of sign-in are')} not required any more.` : ''}`
    }),
}
