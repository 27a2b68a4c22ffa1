import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { oddities } from './remark-oddities.ts'
import { longestRemark } from './remark-settings.ts'
import { BandName, remarkLanguages, TermClosing } from './results.ts'

export const remarkStates = ['draft', 'approved', 'change'] as const
export const bankAtMost = 100

/**
 * What is written about a student, of the class (`courseId` null) or of a course. `state` `change`: who reads the proofs asked for a
 * change, in the words of `asked`; such a remark is not closed. `authorName`: who wrote it last.
 */
const Remark = z.object({
  id: z.string(),
  body: z.nullable(z.string()),
  state: z.enum(remarkStates),
  asked: z.nullable(z.string()),
  authorName: z.string(),
  /** Who wrote it before somebody else changed it. */
  formerAuthorName: z.nullable(z.string()),
  checkedByName: z.nullable(z.string()),
  modifiedAt: z.string(),
  version: z.number(),
})

/** The students of a class with what a remark is about: their result and days of absence. In a closed term, `remark` is what was closed. */
export const RemarksOfClass = z.object({
  classRoomId: z.string(),
  courseId: z.nullable(z.string()),
  termId: z.string(),
  language: z.enum(remarkLanguages),
  closing: z.nullable(TermClosing),
  students: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      /** As in the passport; null where it was not entered. */
      latinName: z.nullable(z.string()),
      code: z.string(),
      imageUrl: z.nullable(z.string()),
      firstName: z.string(),
      /** `male`, `female` or null: the record does not say. */
      sex: z.nullable(z.string()),
      total: z.nullable(z.number()),
      fullMark: z.nullable(z.number()),
      band: BandName,
      absent: z.number(),
      remark: z.nullable(Remark),
    }),
  ),
  /** How many characters a remark may have here. */
  longest: z.number(),
  may: z.object({ save: z.boolean() }),
})

/** A student of a class with the remark, as a table for a spreadsheet. */
const RemarkOfStudent = z.object({
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  latinName: z.nullable(z.string()),
  total: z.nullable(z.number()),
  outOf: z.nullable(z.number()),
  absentDays: z.number(),
  body: z.nullable(z.string()),
  state: z.nullable(z.enum(remarkStates)),
  authorName: z.nullable(z.string()),
})

/** A remark of a grade for who reads the proofs, with what may be wrong with it. */
const ProofOfRemark = z.object({
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  courseId: z.nullable(z.string()),
  courseName: z.nullable(z.string()),
  language: z.enum(remarkLanguages),
  ...Remark.shape,
  odd: z.array(z.enum(oddities)),
})

/**
 * `own`: of the person alone; otherwise of the school. `bodyF`: the same of a girl, where the language needs it. `courseId` and `band`: for
 * remarks of this course, and for students in the band of this name alone.
 */
const BankEntry = z.object({
  id: z.string(),
  own: z.boolean(),
  body: z.string(),
  bodyF: z.nullable(z.string()),
  courseId: z.nullable(z.string()),
  band: z.nullable(z.string()),
})

const Body = Text(0, longestRemark, { lines: true })
const ofClass = { classRoomId: Id, courseId: optional(Id), termId: Id, language: OneOf(remarkLanguages) }
const ofGrade = { schoolId: Id, termId: Id, gradeId: Id }
const marking = ['ViewExams', 'ManageResults'] as const
const proofs = staff('ManageResults', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): remarks of teachers on report cards. */
export const remarks = {
  /** Without a course only for who supervises the class and staff of the whole school. */
  ofClass: operation({
    path: 'Remark/GetClass',
    access: staff(marking, { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject(ofClass),
    output: RemarksOfClass,
  }),

  /** The same as a list, to be taken as a file. */
  listOfClass: operation({
    path: 'Remark/GetList',
    access: staff(marking, { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({ ...ofClass, ...paging }),
    output: z.array(RemarkOfStudent),
    paging: 'whole',
  }),

  /** All or none. An empty `body` empties the remark. What was approved has to be read again once it is changed. */
  save: operation({
    path: 'Remark/Save',
    access: staff(['RateExam', 'ManageResults'], { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({
      ...ofClass,
      remarks: List(
        z.strictObject({
          studentId: Id,
          body: optional(Body),
          /** 0: there was none. */
          baseVersion: Int(0, 1_000_000),
        }),
        1,
        60,
      ),
    }),
    output: RemarksOfClass,
    writes: true,
  }),

  /** All remarks of a grade that are not empty, those that look odd first. */
  proofs: operation({
    path: 'Remark/GetForProof',
    access: proofs,
    input: z.strictObject({ ...ofGrade, ...paging }),
    output: z.array(ProofOfRemark),
    paging: 'whole',
  }),

  approve: operation({
    path: 'Remark/Approve',
    access: proofs,
    input: z.strictObject({
      ...ofGrade,
      items: List(z.strictObject({ remarkId: Id, baseVersion: Int(1, 1_000_000) }), 1, 500),
    }),
    output: Done,
    writes: true,
  }),

  askChange: operation({
    path: 'Remark/AskChange',
    access: proofs,
    input: z.strictObject({ ...ofGrade, remarkId: Id, baseVersion: Int(1, 1_000_000), asked: Text(1, 300) }),
    output: Done,
    writes: true,
  }),

  /** What a person writes again and again, and what the school offers to all. */
  bank: operation({
    path: 'Remark/GetBank',
    access: staff(marking, { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, language: OneOf(remarkLanguages) }),
    output: z.array(BankEntry),
  }),

  /** Replaces the person's own entries, or with `ofSchool` (ManageResults) those of the school. */
  saveBank: operation({
    path: 'Remark/SaveBank',
    access: staff(marking, { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      schoolId: Id,
      language: OneOf(remarkLanguages),
      ofSchool: optional(Bool),
      entries: List(
        z.strictObject({
          body: Text(1, longestRemark),
          bodyF: optional(Text(0, longestRemark)),
          courseId: optional(Id),
          band: optional(Text(0, 60)),
        }),
        0,
        bankAtMost,
      ),
    }),
    output: z.array(BankEntry),
    writes: true,
  }),
}
