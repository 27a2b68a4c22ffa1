import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Bool, Id, List, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** The records of a student that go along in a merge. */
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
  'remarks',
  'proposals',
] as const

/** Two marks for the same work, of which one must be chosen. */
const TwoMarks = z.object({
  workId: z.string(),
  kind: z.enum(['exam', 'homework', 'activity']),
  courseName: z.string(),
  date: z.string(),
  result: z.nullable(z.number()),
  otherResult: z.nullable(z.number()),
})

/**
 * What a merge would do: for each part, how many rows of the other student move to the kept one, and how many stay because the kept one
 * already has the same. `marks`: work in which both have a mark.
 */
export const MergePlan = z.object({
  studentId: z.string(),
  studentName: z.string(),
  otherId: z.string(),
  otherName: z.string(),
  parts: z.array(z.object({ part: z.enum(partsOfStudent), moves: z.number(), stays: z.number() })),
  marks: z.array(TwoMarks),
})

/** Two merged students. `hindrance`: the sentence why it can no longer be undone; null if it can be, or already is. */
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

/** Further operations (api.md §16): merging two entries of one student. `studentId` is the one who is kept. */
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

  /** Restores every row as it was, as long as none of them has been changed since. */
  undo: operation({
    path: 'StudentMerge/UndoMerge',
    access: merging,
    input: z.strictObject({ studentId: Id, mergeId: Id }),
    output: StudentMerge,
    writes: true,
  }),
}
