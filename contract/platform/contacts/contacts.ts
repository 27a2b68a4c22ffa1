import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Id, kept, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ContactText } from '#contract/platform/schools/school-fields.ts'
import { SchoolContact } from '#contract/platform/schools/schools.ts'
import { Done } from '#contract/language/shapes.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'

const names = {
  contactTypeId: ['schoolContactTypeId', 'contactTypeId'],
  value: ['value', 'schoolContactValue'],
} as const

export const NewContact = wireNames(z.strictObject({ schoolId: Id, contactTypeId: Id, value: ContactText }), names)

export const ContactChange = roundTrip(
  wireNames(
    z.strictObject({
      id: Id,
      value: kept(ContactText),
      contactTypeId: kept(Id),
      schoolId: optional(Id),
      baseVersion: BaseVersion,
    }),
    names,
  ),
  SchoolContact,
)

/** A school's contacts; their list is public (`schools.contacts`). */
export const contacts = {
  add: operation({
    path: 'SchoolContact/AddContact',
    access: staff('UpdateSchoolContact', { school: 'schoolId' }, 'wholeSchool'),
    input: NewContact,
    output: SchoolContact,
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'SchoolContact/UpdateContact',
    access: staff('UpdateSchoolContact', { contact: 'id' }, 'wholeSchool'),
    input: ContactChange,
    output: SchoolContact,
    writes: true,
    whileInactive: true,
    equal: ['schoolId'],
  }),

  remove: operation({
    path: 'SchoolContact/RemoveContact',
    access: staff('UpdateSchoolContact', { contact: 'contactId' }, 'wholeSchool'),
    input: wireNames(z.strictObject({ contactId: Id }), { contactId: 'schoolContactId' }),
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}
