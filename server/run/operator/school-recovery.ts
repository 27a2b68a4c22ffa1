import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { giveAppRole, idByPhone } from '#server/platform/identity/administrator.queries.ts'
import { inTransaction } from '#server/db/migrate.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { type Command, needed, phoneTyped, readSchool } from './command.ts'
import { insertSchoolLine, makeManager, schoolForUpdate, schoolsWithoutManager } from './operator.queries.ts'

const managers = builtInRoles.schoolManager.id

export const schoolRecovery: Command = {
  usage: '[SCHOOL PHONE]',
  summary: 'Makes a person with an account the administrator of a school that has lost its own',
  help: 'Without words it lists the schools whose administrator is not their manager any more. SCHOOL is the id of a school. It stands in the audit.',
  words: 2,
  async run({ words: [typedSchool, typed] }) {
    if (typedSchool === undefined) return listed(await asOwner((client) => schoolsWithoutManager(client, managers)))
    const school = readSchool(typedSchool)
    const phone = phoneTyped(needed(typed, 'PHONE'))
    return asOwner(async (client) => {
      const personId = await idByPhone(connected(client), phone)
      if (!personId) throw new CannotStart(`There is no account with the phone number ${phone}; it registers first.`)
      let name = ''
      await inTransaction(client, async () => {
        const found = await schoolForUpdate(client, school)
        if (!found) throw new CannotStart(`There is no school with the id ${school}.`)
        name = found.name
        await giveAppRole(connected(client), personId, builtInRoles.standard.id)
        await makeManager(client, school, personId, managers)
        await insertSchoolLine(client, 'operator recovers a school', school, { person: personId })
      })
      return `The account ${phone} is the administrator of ${name} now.`
    })
  },
}

const listed = (schools: { id: string; name: string }[]) =>
  schools.length === 0
    ? 'Every school has an administrator who is its manager.'
    : schools.map(({ id, name }) => `${id}  ${name}`).join('\n')
