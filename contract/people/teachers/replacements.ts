import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Day, Id, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

const text = z.nullable(z.string())

/** What passes from one teacher to the other: courses in classes, and the supervised classes. */
const Plan = z.object({
  fromDay: z.string(),
  links: z.array(
    z.object({
      courseId: z.string(),
      courseName: z.string(),
      classRoomId: z.string(),
      classRoomName: z.string(),
      gradeName: z.string(),
      /** The year of the class, unless it is the current one. */
      otherYearName: text,
      had: z.boolean(),
    }),
  ),
  coursesCount: z.number(),
  classesCount: z.number(),
  supervised: z.array(z.string()),
})

/** A replacement: planned for its day, done, or ended. */
export const TeacherReplacement = z.object({
  id: z.string(),
  schoolId: z.string(),
  fromTeacherId: z.string(),
  fromTeacherName: z.string(),
  toTeacherId: z.string(),
  toTeacherName: z.string(),
  fromDay: z.string(),
  requestedByName: z.string(),
  linksCount: z.number(),
  supervisedCount: z.number(),
  doneAt: text,
  endedAt: text,
  outcome: text,
  /** Lessons of the passing courses that the published week still gives to the former teacher. */
  lessonsLeft: z.number(),
  /** Whether the caller may undo it or cancel it. */
  may: z.object({ undo: z.boolean() }),
})

export const Replacement = z.strictObject({ schoolId: Id, fromTeacherId: Id, toTeacherId: Id, fromDay: Day })

const access = staff(
  allOf('LinkTeacherToCourse&Class', 'UnlinkTeacherToCourse&Class', 'UpdateClass'),
  { school: 'schoolId' },
  'wholeSchool',
)

/** Further operations (api.md §16): one teacher takes over from another from a day on. */
export const replacements = {
  plan: operation({ path: 'TeacherReplacement/GetPlan', access, input: Replacement, output: Plan }),

  replace: operation({
    path: 'TeacherReplacement/Replace',
    access,
    input: Replacement,
    output: TeacherReplacement,
    writes: true,
  }),

  list: operation({
    path: 'TeacherReplacement/GetReplacements',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(TeacherReplacement),
    paging: 'paged',
  }),

  undo: operation({
    path: 'TeacherReplacement/Undo',
    access,
    input: z.strictObject({ schoolId: Id, replacementId: Id }),
    output: Done,
    writes: true,
  }),
}
