import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Bool, Id, List, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** What a student has that goes along in a merge. */
const partsOfStudent = [
  'classes',
  'attendance',
  'excuses',
  'calls',
  'steps',
  'conduct',
  'homework',
  'exams',
  'activities',
  'notes',
  'parents',
  'invitations',
  'record',
  'health',
  'guardians',
  'leavings',
  'seats',
  'pictures',
  'posts',
  'results',
] as const

/** Two marks of the same work, of which one has to be chosen. */
const TwoMarks = z.object({
  workId: z.string(),
  kind: z.enum(['exam', 'homework', 'activity']),
  courseName: z.string(),
  date: z.string(),
  result: z.nullable(z.number()),
  otherResult: z.nullable(z.number()),
})

/**
 * What a merge would do: of each part how many rows of the other student become the kept one's, and how many stay with the other
 * because the kept one has that already. `marks`: work in which both have a mark.
 */
export const MergePlan = z.object({
  studentId: z.string(),
  studentName: z.string(),
  otherId: z.string(),
  otherName: z.string(),
  parts: z.array(z.object({ part: z.enum(partsOfStudent), moves: z.number(), stays: z.number() })),
  marks: z.array(TwoMarks),
})

/** Two students merged. `hindrance`: the sentence why it can no longer be undone; null: it can, or it is undone. */
export const StudentMerge = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  otherId: z.string(),
  otherName: z.string(),
  otherCode: z.string(),
  mergedByName: z.string(),
  createDate: z.string(),
  undone: z.boolean(),
  hindrance: z.nullable(z.string()),
})

const merging = staff(allOf('UpdateStudentInfo', 'ViewSchoolStudentsList'), { student: 'studentId' }, 'wholeSchool')
const two = { studentId: Id, otherId: Id }

/** Further operations (api.md §16): one student who was entered twice. `studentId` is the one who is kept. */
export const studentMerges = {
  list: operation({
    path: 'StudentMerge/GetMerges',
    access: merging,
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(StudentMerge),
    paging: 'whole',
  }),

  plan: operation({
    path: 'StudentMerge/GetPlan',
    access: merging,
    input: z.strictObject(two),
    output: MergePlan,
  }),

  /** `marks`: for each work in which both have a mark, whether the other student's counts. */
  merge: operation({
    path: 'StudentMerge/MergeStudents',
    access: merging,
    input: z.strictObject({
      ...two,
      marks: optional(List(z.strictObject({ workId: Id, ofOther: Bool }), 0, 500)),
    }),
    output: StudentMerge,
    writes: true,
  }),

  /** Gives every row back as it was, as long as none of them was changed since. */
  undo: operation({
    path: 'StudentMerge/UndoMerge',
    access: merging,
    input: z.strictObject({ studentId: Id, mergeId: Id }),
    output: StudentMerge,
    writes: true,
  }),
}
