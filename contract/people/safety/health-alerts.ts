import * as z from 'zod/mini'
import { allOf, orCovering, signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, OneOf, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

export const healthAlertKinds = ['allergy', 'asthma', 'diabetes', 'epilepsy', 'other'] as const

/**
 * What those who have a child in front of them must know. `shown`: the parents agree that registers show that there is something. They show
 * neither kind nor text.
 */
export const HealthAlert = z.object({
  id: z.string(),
  studentId: z.string(),
  alertKind: z.enum(healthAlertKinds),
  toDo: z.string(),
  shown: z.boolean(),
  byParent: z.boolean(),
  enteredByName: z.string(),
  modifiedAt: z.string(),
  version: z.number(),
})

const saved = {
  studentId: Id,
  alertKind: OneOf(healthAlertKinds),
  toDo: Text(2, 500, { lines: true }),
  shown: Bool,
  baseVersion: BaseVersion,
}
const one = { studentId: Id, alertKind: OneOf(healthAlertKinds) }
const office = allOf('EditStudentRecord', 'ViewStudentHealth')

export const SavedAlert = z.strictObject(saved)

/** Further operations (api.md §16): health alerts of a student, at most one of each kind (decision 122). */
export const healthAlerts = {
  /** Those of a child, as its parents read and change them. */
  ofChild: operation({
    path: 'HealthAlert/GetOwn',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(HealthAlert),
  }),

  saveOwn: operation({
    path: 'HealthAlert/SaveOwn',
    access: signedIn('linkedChildren'),
    input: SavedAlert,
    output: HealthAlert,
    writes: true,
  }),

  removeOwn: operation({
    path: 'HealthAlert/RemoveOwn',
    access: signedIn('linkedChildren'),
    input: z.strictObject(one),
    output: Done,
    writes: true,
  }),

  ofStudent: operation({
    path: 'HealthAlert/GetStudentAlerts',
    access: orCovering(staff('ViewStudentHealth', { student: 'studentId' }, 'classReach')),
    input: z.strictObject({ studentId: Id }),
    output: z.array(HealthAlert),
  }),

  save: operation({
    path: 'HealthAlert/Save',
    access: staff(office, { student: 'studentId' }, 'classReach'),
    input: SavedAlert,
    output: HealthAlert,
    writes: true,
  }),

  remove: operation({
    path: 'HealthAlert/Remove',
    access: staff(office, { student: 'studentId' }, 'classReach'),
    input: z.strictObject(one),
    output: Done,
    writes: true,
  }),
}
