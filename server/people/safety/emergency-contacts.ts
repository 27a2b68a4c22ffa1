import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { found } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import { changeRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { contactListsOf, emergencyContactsOf, lockContacts } from './emergency-contacts.queries.ts'

export const emergencyContactOperations = implement(emergencyContacts, {
  async own({ db, user, input: { studentId } }) {
    const { schoolId } = found(await childOf(db, user, studentId))
    return emergencyContactsOf(db, { schoolId, studentId, givenBy: user.id })
  },

  async saveOwn({ db, user, input }) {
    const { schoolId } = found(await childOf(db, user, input.studentId))
    return saved(db, { schoolId, givenBy: user.id }, input)
  },

  ofStudent({ db, school, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    return contactListsOf(db, school.id, studentId)
  },

  save: ({ db, school, input }) => saved(db, { schoolId: school.id, givenBy: null }, input),
})

type Sent = {
  studentId: string
  contacts: { name: string; relation?: string | null | undefined; phone: string; hours?: string | null | undefined }[]
  baseVersion?: number | null | undefined
}

async function saved(
  db: Db,
  of: { schoolId: string; givenBy: string | null },
  { studentId, contacts, baseVersion }: Sent,
) {
  const whose = { ...of, studentId }
  await lockUnmerged(db, of.schoolId, studentId)
  const { id, version } = await lockContacts(db, whose)
  await mustBeCurrent(baseVersion, version, () => emergencyContactsOf(db, whose))
  const list = contacts.map(({ name, relation, phone, hours }) => ({
    name,
    relation: relation || null,
    phone,
    hours: hours || null,
  }))
  await changeRow(db, { table: 'emergencyContacts', schoolId: of.schoolId, id }, { contacts: JSON.stringify(list) })
  return emergencyContactsOf(db, whose)
}
