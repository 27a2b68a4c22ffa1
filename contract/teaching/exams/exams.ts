import * as z from 'zod/mini'
import { anySchoolOrParent, staff, staffOrParentOfSome } from '#contract/language/access.ts'
import { listedWork, namedByServer, studentIds, work, workChange } from '#contract/teaching/class-work/class-work.ts'
import { Day, FullMark, Id, kept, List, Mark, optional, paging, Text, Weekday } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { several } from '#contract/language/several.ts'
import { ClassItem, Done, Item } from '#contract/language/shapes.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const named = { date: 'examDate', details: 'examDetails' } as const
const answered = { ...named, monthName: 'month', classRoomName: 'classRoom' } as const
const ofMonth = { monthId: z.string(), monthName: z.string() }

/** When parents see the marks: not while they are drafts; `atOnce`: each one as soon as it is stored; or since a person published them. */
export const markStates = ['draft', 'atOnce', 'published'] as const

const publication = {
  marksState: z.enum(markStates),
  publishedAt: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
}

/** An exam of a class in a course, in a month of a school year. `rate` is the full mark. */
export const Exam = wireNames(z.object({ ...work, ...ofMonth, ...publication }), answered)

export const ListedExam = wireNames(z.object({ ...listedWork, ...ofMonth, ...publication }), answered)

/** The choices of the exam form; months are the active ones of the current year, in order. */
export const ExamFormData = wireNames(
  z.object({
    supervisors: z.array(Item),
    classRooms: z.array(ClassItem),
    courses: z.array(Item),
    courseMonths: z.array(Item),
  }),
  { courseMonths: 'coursesMonthes' },
)

const details = Text(0, 4000, { lines: true })

export const NewExam = ignoring(
  wireNames(
    z.strictObject({
      classRoomId: Id,
      courseId: Id,
      monthId: Id,
      date: Day,
      details: optional(details),
      rate: FullMark,
      studentIds,
    }),
    { ...named, studentIds: ['studentsIds', 'studentIds'] },
  ),
  namedByServer,
)

const { id, courseId, ...rest } = workChange

export const ExamChange = roundTrip(
  ignoring(
    wireNames(z.strictObject({ id, courseId, monthId: kept(Id), ...rest, details: optional(details) }), {
      ...named,
      studentIds: ['studentsIds', 'studentIds'],
    }),
    namedByServer,
  ),
  ListedExam,
)

const reading = ['ViewExams', 'ViewExamsSetting'] as const

export const exams = {
  formData: operation({
    path: 'Exams/GetInitailData',
    access: staff(['AddExam', 'AddMultipleExams', 'UpdateExam', ...reading], { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id }),
    output: ExamFormData,
  }),

  list: operation({
    path: 'Exams/GetExams',
    access: anySchoolOrParent(reading, { classRoom: 'classRoomId', school: 'schoolId' }, ['ViewExamsSetting']),
    input: z.strictObject({
      months: optional(List(Id, 0, 200)),
      fromDate: optional(Day),
      toDate: optional(Day),
      yearId: optional(Id),
      weekDay: optional(Weekday),
      classRoomId: optional(Id),
      supervisorId: optional(Id),
      courseId: optional(Id),
      rate: optional(Mark),
      schoolId: optional(Id),
      ...paging,
    }),
    output: z.array(ListedExam),
    paging: 'paged',
  }),

  get: operation({
    path: 'Exams/GetExamById',
    access: staffOrParentOfSome(reading, { exam: 'examId' }, ['ViewExamsSetting']),
    input: z.strictObject({ examId: Id }),
    output: Exam,
  }),

  add: operation({
    path: 'Exams/AddNewExam',
    access: staff(['AddExam', 'AddMultipleExams'], { classRoom: 'classRoomId' }, 'classReach'),
    input: NewExam,
    output: Exam,
    writes: true,
  }),

  addSeveral: operation({
    path: 'Exams/AddExams',
    access: staff('AddMultipleExams', { classRoom: 'items' }, 'classReach'),
    input: several(NewExam),
    output: z.array(Exam),
    writes: true,
  }),

  update: operation({
    path: 'Exams/UpdateExam',
    access: staff('UpdateExam', { exam: 'id' }, 'classReach'),
    input: ExamChange,
    output: Exam,
    writes: true,
    equal: ['classRoomId'],
  }),

  remove: operation({
    path: 'Exams/RemoveExam',
    access: staff('UpdateExam', { exam: 'examId' }, 'classReach'),
    input: z.strictObject({ examId: Id }),
    output: Done,
    writes: true,
  }),
}
