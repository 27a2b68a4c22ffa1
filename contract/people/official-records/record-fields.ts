import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { BaseVersion, Id, kept, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { roundTrip } from '#contract/language/wire-names.ts'

export const fieldKinds = ['text', 'number', 'day', 'choice'] as const

/** The most fields of its own that a school may have. */
export const fieldsAtMost = 20

/** One of the school's own fields in the official record. `choices`: the values of a choice field, one per line. */
export const RecordField = z.object({
  id: z.string(),
  schoolId: z.string(),
  fieldName: z.string(),
  kind: z.string(),
  choices: z.nullable(z.string()),
  version: z.number(),
})

const name = Text(1, 60)
const choices = optional(Text(0, 2000, { lines: true }))

export const NewRecordField = z.strictObject({ schoolId: Id, fieldName: name, kind: OneOf(fieldKinds), choices })

export const RecordFieldChange = roundTrip(
  z.strictObject({
    schoolId: Id,
    recordFieldId: Id,
    fieldName: kept(name),
    kind: kept(OneOf(fieldKinds)),
    choices,
    baseVersion: BaseVersion,
  }),
  RecordField,
)

const access = staff(allOf('EditStudentRecord', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the school's own fields in the official record. */
export const recordFields = {
  list: operation({
    path: 'RecordField/GetFields',
    access: staff(['ViewStudentRecord', 'EditStudentRecord'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(RecordField),
    paging: 'whole',
  }),

  add: operation({ path: 'RecordField/AddField', access, input: NewRecordField, output: RecordField, writes: true }),

  /** The kind cannot be changed, because the entered values are of that kind. */
  update: operation({
    path: 'RecordField/UpdateField',
    access,
    input: RecordFieldChange,
    output: RecordField,
    writes: true,
    equal: ['kind'],
  }),

  remove: operation({
    path: 'RecordField/RemoveField',
    access,
    input: z.strictObject({ schoolId: Id, recordFieldId: Id }),
    output: Done,
    writes: true,
  }),
}
