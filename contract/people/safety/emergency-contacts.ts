import * as z from 'zod/mini'
import { signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, List, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { PartOfName } from '#contract/language/names.ts'
import { AnyPhone } from '#contract/people/official-records/any-phone.ts'

export const emergencyContactsAtMost = 4

/** Somebody to call if the parents cannot be reached. `hours`: when, in words. */
export const EmergencyContact = z.object({
  name: z.string(),
  relation: z.nullable(z.string()),
  phone: z.string(),
  hours: z.nullable(z.string()),
})

export const NewEmergencyContact = roundTrip(
  z.strictObject({
    name: PartOfName,
    relation: optional(Text(0, 50)),
    phone: AnyPhone,
    hours: optional(Text(0, 100)),
  }),
  EmergencyContact,
)

/** A list in the order of calling. `givenByName` null: of the office. */
export const ContactList = z.object({
  studentId: z.string(),
  givenByName: z.nullable(z.string()),
  contacts: z.array(EmergencyContact),
  version: z.number(),
})

const saved = {
  studentId: Id,
  contacts: List(NewEmergencyContact, 0, emergencyContactsAtMost),
  baseVersion: BaseVersion,
}

/** Further operations (api.md §16): whom to call if the parents of a student cannot be reached (decision 122). */
export const emergencyContacts = {
  /** The caller's own list for a child. */
  own: operation({
    path: 'EmergencyContact/GetOwn',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id }),
    output: ContactList,
  }),

  saveOwn: operation({
    path: 'EmergencyContact/SaveOwn',
    access: signedIn('linkedChildren'),
    input: z.strictObject(saved),
    output: ContactList,
    writes: true,
  }),

  /** The lists of the parents, then that of the office. */
  ofStudent: operation({
    path: 'EmergencyContact/GetStudentContacts',
    access: staff(['ViewStudentRecord', 'EditStudentRecord', 'HandleAbsence'], { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(ContactList),
  }),

  /** Saves the list of the office. */
  save: operation({
    path: 'EmergencyContact/Save',
    access: staff('EditStudentRecord', { student: 'studentId' }, 'classReach'),
    input: z.strictObject(saved),
    output: ContactList,
    writes: true,
  }),
}
