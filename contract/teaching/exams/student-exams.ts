import * as z from 'zod/mini'
import { staff, staffOrParent, staffOrParents } from '#contract/language/access.ts'
import {
  namedByServer,
  rating,
  resultDays,
  resultRange,
  resultsOf,
  studentResult,
} from '#contract/teaching/class-work/class-work.ts'
import { BaseVersion, Bool, Day, FullMark, Id, List, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const workId = { workId: 'examId' } as const
const tookPart = { tookPart: 'isAttend' } as const
const formerPart = { formerTookPart: 'formerIsAttend' } as const

/**
 * The publication of a mark: parents do not see a draft. `correctedAt`: when it was last changed after publication, and its value before.
 */
const publication = {
  isDraft: z.boolean(),
  correctedAt: z.nullable(z.string()),
  formerResult: z.nullable(z.number()),
  formerTookPart: z.nullable(z.boolean()),
}

const ofExam = { monthId: z.string(), monthName: z.string(), ...publication }

/** A student's result in an exam. `tookPart`: the student was there. */
export const StudentExam = wireNames(z.object({ ...studentResult, ...ofExam }), {
  ...workId,
  date: 'examDate',
  details: 'examDetails',
  monthName: 'month',
  classRoomName: 'classRoom',
  rate: ['examRate', 'rate'],
  result: ['totalResults', 'totalResult'],
  ...tookPart,
  ...formerPart,
})

/** An exam for one student only, with its result if there is one. */
export const NewStudentExam = ignoring(
  wireNames(
    z.strictObject({
      classRoomId: Id,
      courseId: Id,
      monthId: Id,
      studentId: Id,
      date: Day,
      details: optional(Text(0, 4000, { lines: true })),
      rate: FullMark,
      ...rating,
    }),
    { date: 'examDate', details: 'examDetails', rate: ['rate', 'examRate'], result: 'totalResult', ...tookPart },
  ),
  namedByServer,
)

const marked = { studentId: Id, ...rating, baseVersion: BaseVersion }
const mark = { result: ['totalResult', 'totalResults'], ...tookPart } as const

const reading = ['ViewExams', 'ViewExamsSetting'] as const

export const studentExams = {
  list: operation({
    path: 'ClassRoomStudentExam/GetStudentExamsList',
    access: staffOrParents(reading, { student: 'studentId', exam: 'workId' }, 'studentId'),
    input: wireNames(
      z.strictObject({
        ...resultsOf,
        ...resultRange,
        tookPart: optional(Bool),
        months: optional(List(Id, 0, 200)),
        courseId: optional(Id),
        ...resultDays,
      }),
      { ...workId, ...tookPart, resultFrom: 'totalResultFrom', resultTo: 'totalResultTo' },
    ),
    output: z.array(StudentExam),
    paging: 'paged',
  }),

  get: operation({
    path: 'ClassRoomStudentExam/GetStudentExam',
    access: staffOrParent(reading, { exam: 'workId' }, 'studentId'),
    input: wireNames(z.strictObject({ workId: Id, studentId: Id }), workId),
    output: StudentExam,
  }),

  add: operation({
    path: 'ClassRoomStudentExam/AddStudentExam',
    access: staff(['AddExam', 'AddMultipleExams'], { classRoom: 'classRoomId' }, 'classReach'),
    input: NewStudentExam,
    output: StudentExam,
    writes: true,
  }),

  /** Adds a student to an existing exam. A student who was removed from it comes back with their result. */
  assign: operation({
    path: 'ClassRoomStudentExam/AssignStudentToExam',
    access: staff('UpdateExam', { exam: 'workId' }, 'classReach'),
    input: wireNames(z.strictObject({ studentId: Id, workId: Id }), workId),
    output: StudentExam,
    writes: true,
  }),

  rate: operation({
    path: 'ClassRoomStudentExam/UpdateStudentExam',
    access: staff('RateExam', { exam: 'workId' }, 'classReach'),
    input: roundTrip(wireNames(z.strictObject({ workId: Id, ...marked }), { ...workId, ...mark }), StudentExam),
    output: StudentExam,
    writes: true,
  }),

  /** Further operation (api.md §16): saves the results of one exam for several students, all or none; returns them in the order sent. */
  rateSeveral: operation({
    path: 'ClassRoomStudentExam/UpdateStudentExams',
    access: staff('RateExam', { exam: 'workId' }, 'classReach'),
    input: wireNames(
      z.strictObject({ workId: Id, items: List(wireNames(z.strictObject(marked), mark), 1, 200) }),
      workId,
    ),
    output: z.array(StudentExam),
    writes: true,
    sheet: ['workId'],
  }),
}
