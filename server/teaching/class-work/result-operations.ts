import type { Operation } from '#contract/language/operation.ts'
import type { studentExams } from '#contract/teaching/exams/student-exams.ts'
import type { WorkTable } from '#server/db/work-tables.ts'
import { notFound } from '#server/base/errors.ts'
import { type RatingOfStudent, rateOne, rateSeveral } from './results.ts'
import { type ResultFilter, resultsIn, resultsOfStudents } from './results.queries.ts'
import type { Context } from '#server/call/implement.ts'
import { workOf } from './works.queries.ts'

type Reading = Omit<Context<typeof studentExams.list>, 'input'>
type Writing = Omit<Context<typeof studentExams.rate>, 'input'>

/** The operations that read and rate results of students. They are the same for each kind of work. */
export const resultOperations = (kind: WorkTable, family: { rate: Operation; rateSeveral: Operation }) => ({
  async list({ db, school, reach, input, page, readsStudent }: Reading & { input: ResultFilter }) {
    const { studentId, workId } = input
    // The access of staff was already checked for the work. The access of parents was checked only for their child.
    const isUnseen = reach.of === 'children' && workId && !(await workOf(db, kind, school.id, reach, workId))
    if (isUnseen) throw notFound()
    if (studentId) readsStudent(studentId)
    return resultsIn(db, kind, { schoolId: school.id, reach }, input, page)
  },

  async get(context: Reading & { input: { workId: string; studentId: string } }) {
    const { db, school, reach, input, readsStudent } = context
    const [row] = await resultsOfStudents(db, kind, { schoolId: school.id, reach }, input.workId, [input.studentId])
    if (!row) throw notFound()
    readsStudent(input.studentId)
    return row
  },

  rate: (context: Writing & { input: RatingOfStudent & { workId: string } }) =>
    rateOne(context, { kind, workId: context.input.workId, output: family.rate.output }, context.input),

  rateSeveral: (context: Writing & { input: { workId: string; items: RatingOfStudent[] } }) =>
    rateSeveral(
      context,
      { kind, workId: context.input.workId, output: family.rateSeveral.output },
      context.input.items,
    ),
})
