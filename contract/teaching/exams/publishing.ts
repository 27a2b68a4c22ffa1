import * as z from 'zod/mini'
import { allOf, staff, staffOrParent } from '#contract/language/access.ts'
import { Id, List, OneOf } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** When parents see the marks of exams that are set from now on: each one when it is stored, or all of an exam after it is published. */
export const showings = ['atOnce', 'whenPublished'] as const

const MarkSetting = z.object({
  schoolId: z.string(),
  marksShown: z.enum(showings),
  /** How many exams of the school are not published yet. */
  drafts: z.number(),
})

/** An exam whose marks parents see, and how many of its students have one. */
const PublishedExam = z.object({
  examId: z.string(),
  marksState: z.enum(['atOnce', 'published']),
  publishedAt: z.nullable(z.string()),
  students: z.number(),
  marked: z.number(),
})

/** A change of a mark from one value to another. `wasDraft`: parents had not seen it. `byName` is null for parents. */
const ChangeOfMark = z.object({
  at: z.string(),
  byName: z.nullable(z.string()),
  wasDraft: z.boolean(),
  formerResult: z.nullable(z.number()),
  formerTookPart: z.nullable(z.boolean()),
  result: z.nullable(z.number()),
  tookPart: z.nullable(z.boolean()),
})

const reading = ['ViewExams', 'ViewExamsSetting'] as const

/** Further operations (api.md §16): drafts of marks, their publication, and former marks. */
export const publishing = {
  /** Cannot be undone; an exam that is already published stays unchanged. */
  publish: operation({
    path: 'Exams/PublishMarks',
    access: staff('RateExam', { exam: 'items' }, 'classReach'),
    input: z.strictObject({ items: List(z.strictObject({ examId: Id }), 1, 100) }),
    output: z.array(PublishedExam),
    writes: true,
  }),

  setting: operation({
    path: 'Exams/GetMarkSetting',
    access: staff(reading, { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: MarkSetting,
  }),

  changeSetting: operation({
    path: 'Exams/UpdateMarkSetting',
    access: staff(allOf('RateExam', 'ViewExamsSetting'), { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, marksShown: OneOf(showings) }),
    output: MarkSetting,
    writes: true,
  }),

  /** Latest change first; parents see only the changes of a published mark. */
  history: operation({
    path: 'Mark/GetHistory',
    access: staffOrParent(reading, { exam: 'id' }, 'studentId'),
    input: z.strictObject({ kind: OneOf(['exam']), id: Id, studentId: Id }),
    output: z.array(ChangeOfMark),
  }),
}
