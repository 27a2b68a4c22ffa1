import { inTransaction } from '#server/db/migrate.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { asOwner } from './as-owner.ts'
import { type Command, counted, readSchool } from './command.ts'
import { insertSchoolLine, letPasswordsOpen, schoolForUpdate, schoolsWithoutPasswords } from './operator.queries.ts'

export const signInOpening: Command = {
  usage: '[SCHOOL]',
  summary:
    'Lets the staff of a school sign in with their passwords again, where its provider was required and does not work',
  help: [
    'Without a word it lists the schools that require their provider. SCHOOL is the id of a school. It stands in the audit.',
    'The provider stays as it is; the school can require it again under Settings, Connections.',
  ].join('\n'),
  words: 1,
  async run({ words: [typed] }) {
    if (typed === undefined) return listed(await asOwner(schoolsWithoutPasswords))
    const school = readSchool(typed)
    return asOwner(async (client) => {
      let [name, changed] = ['', 0]
      await inTransaction(client, async () => {
        const found = await schoolForUpdate(client, school)
        if (!found) throw new CannotStart(`There is no school with the id ${school}.`)
        name = found.name
        changed = await letPasswordsOpen(client, school)
        if (changed > 0) await insertSchoolLine(client, 'operator opens a school to passwords', school)
      })
      return changed === 0
        ? `${name} requires no provider; its staff sign in with their passwords already.`
        : `The staff of ${name} sign in with their passwords again (${counted(changed, 'provider is', 'providers are')} not required any more).`
    })
  },
}

const listed = (schools: { id: string; name: string }[]) =>
  schools.length === 0 ? 'No school requires its provider.' : schools.map(({ id, name }) => `${id}  ${name}`).join('\n')
