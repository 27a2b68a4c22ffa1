import { fieldsAtMost, recordFields } from '#contract/people/official-records/record-fields.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { choicesIn } from './own-values.rules.ts'
import { countFields, fieldOf, fieldsOfSchool, insertField, removeField } from './record-fields.queries.ts'

export const recordFieldOperations = implement(recordFields, {
  list: ({ db, school, page }) => fieldsOfSchool(db, school.id, page),

  async add({ db, school, audit, input: { fieldName: name, kind, choices = null } }) {
    mustHaveChoices(kind, choices)
    if ((await countFields(db, school.id)) >= fieldsAtMost) throw conflict('A school has at most 20 fields of its own')
    const id = await insertField(db, { schoolId: school.id, name, kind, choices: kind === 'choice' ? choices : null })
    await audit('recordField', id)
    return found(await fieldOf(db, school.id, id))
  },

  async update({ db, school, audit, input }) {
    const { recordFieldId: id, baseVersion, kind, fieldName: name, choices } = input
    const read = () => fieldOf(db, school.id, id)
    const { kind: present } = found(await read())
    let before = 0
    const field = await edited(db, recordFields.update, {
      table: 'recordFields',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { name, choices: present === 'choice' ? choices : undefined },
      equal: { kind },
      validate(stored) {
        before = stored.version
        mustHaveChoices(stored.kind, choices === undefined ? stored.choices : choices)
      },
      read,
    })
    if (field.version > before) await audit('recordField', id)
    return field
  },

  async remove({ db, user, school, audit, input: { recordFieldId: id } }) {
    if (!(await removeField(db, school.id, id, user.id))) throw notFound()
    await audit('recordField', id)
    return { done: true as const, changed: 1 }
  },
})

function mustHaveChoices(kind: string, choices: string | null) {
  if (kind === 'choice' && choicesIn(choices).length < 2)
    throw invalid('Write at least two choices, one a line', 'choices')
}
