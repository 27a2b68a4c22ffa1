import { builtInRoles } from '#contract/roles/built-in-roles.ts'
import { giveAppRole, idByPhone } from '#server/identity/administrator.queries.ts'
import { inTransaction } from '#server/db/migrate.ts'
import { CannotStart } from '#server/start/cannot-start.ts'
import { asOwner } from './as-owner.ts'
import { type Command, WrongUsage, readPhone } from './command.ts'
import { insertSchoolLine, makeManager, schoolForUpdate, schoolsWithoutManager } from './operator.queries.ts'

const managers = builtInRoles.schoolManager.id

export const schoolRecovery: Command = {
  usage: '[SCHOOL PHONE]',
  summary: 'Makes a person with an account the administrator of a school that has lost its own',
  help: 'Without words it lists the schools whose administrator is not their manager any more. SCHOOL is the id of a school. It stands in the audit.',
  words: 2,
  run: ({ words: [school, typed] }) =>
    asOwner(async (client) => {
      if (!school) return listed(await schoolsWithoutManager(client, managers))
      if (!/^[0-9a-f-]{36}$/i.test(school)) throw new WrongUsage(`"${school}" is no id of a school.`)
      if (!typed) throw new WrongUsage('PHONE is missing.')
      const phone = readPhone(typed)
      const personId = await idByPhone(client, phone)
      if (!personId) throw new CannotStart(`There is no account with the phone number ${phone}; it registers first.`)
      let name = ''
      await inTransaction(client, async () => {
        const found = await schoolForUpdate(client, school)
        if (!found) throw new CannotStart(`There is no school with the id ${school}.`)
        name = found.name
        await giveAppRole(client, personId, builtInRoles.standard.id)
        await makeManager(client, school, personId, managers)
        await insertSchoolLine(client, 'operator recovers a school', school, { person: personId })
      })
      return `The account ${phone} is the administrator of ${name} now.`
    }),
}

const listed = (schools: { id: string; name: string }[]) =>
  schools.length === 0
    ? 'Every school has an administrator who is its manager.'
    : schools.map(({ id, name }) => `${id}  ${name}`).join('\n')
