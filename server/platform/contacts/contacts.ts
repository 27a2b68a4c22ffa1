import { contacts } from '#contract/platform/contacts/contacts.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { isListed } from '#server/platform/reference/reference.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { implement } from '#server/call/implement.ts'
import { contactsAtMost } from './contacts.rules.ts'
import { contactOf, countContacts, insertContact, removeContact } from './contacts.queries.ts'

export const contactOperations = implement(contacts, {
  async add({ db, school, audit, input: { contactTypeId, value } }) {
    if (!(await isListed(db, 'schoolContactTypes', contactTypeId))) throw notFound()
    await lockSchool(db, school.id)
    const id = await insertContact(db, { schoolId: school.id, contactTypeId, value })
    if ((await countContacts(db, school.id)) > contactsAtMost) throw conflict('A school has at most 50 contacts')
    await audit('contact', id)
    return (await contactOf(db, school.id, id))!
  },

  async update({ db, school, audit, input: { id, baseVersion, schoolId: _, ...changes } }) {
    const { contactTypeId } = changes
    if (contactTypeId && !(await isListed(db, 'schoolContactTypes', contactTypeId))) throw notFound()
    const read = () => contactOf(db, school.id, id)
    let before = 0
    const row = await edited(db, contacts.update, {
      table: 'schoolContacts',
      schoolId: school.id,
      id,
      baseVersion,
      changes,
      validate: ({ version }) => void (before = version),
      read,
    })
    if (row.version > before) await audit('contact', id)
    return row
  },

  async remove({ db, user, school, audit, input: { contactId } }) {
    const changed = await removeContact(db, school.id, contactId, user.id)
    if (changed === 0) throw notFound()
    await audit('contact', contactId)
    return { done: true as const, changed }
  },
})
