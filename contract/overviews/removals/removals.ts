import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** What can be put back after it was removed, taken back or withdrawn. */
export const removableKinds = [
  'exam',
  'homework',
  'activity',
  'note',
  'conduct',
  'post',
  'calendarDay',
  'contact',
  'recordField',
  'resultScheme',
] as const

export type RemovableKind = (typeof removableKinds)[number]

/** For how many days something can be put back. */
export const removedForDays = 30

/**
 * What goes with a removal. `readers`: the parents who have opened the notice of the marks, or read the note or the announcement.
 * `registers`: of days that become days of school again.
 */
export const RemovalEffect = z.object({
  students: z.number(),
  marks: z.number(),
  readers: z.number(),
  answers: z.number(),
  files: z.number(),
  registers: z.number(),
})

/** Something that was removed. `marks`: the marks that went with it. */
export const RemovedThing = z.object({
  id: z.string(),
  kind: z.enum(removableKinds),
  /** Its text or name; null if it has none. */
  thingName: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  courseName: z.nullable(z.string()),
  day: z.nullable(z.string()),
  marks: z.number(),
  removedAt: z.string(),
  removedByName: z.nullable(z.string()),
  keptUntil: z.string(),
})

/** Everybody who may remove something; each kind needs the key with which it is removed. */
const removing = staff(
  [
    'UpdateExam',
    'UpdateHomework',
    'UpdateActivity',
    'EditNote',
    'DecideConduct',
    'AddPost',
    'ManagePosts',
    'ManageCalendar',
    'UpdateSchoolContact',
    'EditStudentRecord',
    'ManageResults',
  ],
  { school: 'schoolId' },
  'classReach',
)

const things = { schoolId: Id, kind: OneOf(removableKinds), ids: List(Id, 1, 200) }

/** Further operations (api.md §16): what a removal takes with it, and the way back. */
export const removals = {
  /** Refuses like the removal itself. */
  effect: operation({
    path: 'Removal/GetEffect',
    access: removing,
    input: z.strictObject(things),
    output: RemovalEffect,
  }),

  list: operation({
    path: 'Removal/GetRemoved',
    access: removing,
    input: z.strictObject({
      schoolId: Id,
      kind: optional(OneOf(removableKinds)),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(RemovedThing),
    paging: 'paged',
  }),

  /** Notifies nobody. What is back already stays as it is and is not counted. */
  putBack: operation({
    path: 'Removal/PutBack',
    access: removing,
    input: z.strictObject(things),
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}
