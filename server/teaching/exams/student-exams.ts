import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { validateWork } from '#server/teaching/class-work/class-work.ts'
import { addStudents, hasResultAbove } from '#server/teaching/class-work/class-work.queries.ts'
import { changeRow, lockRow } from '#server/db/change-row.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { resultOperations } from '#server/teaching/class-work/result-operations.ts'
import { addForOne } from '#server/teaching/class-work/results.ts'
import { resultsOfStudents } from '#server/teaching/class-work/results.queries.ts'
import { implement } from '#server/call/implement.ts'
import { mustBeOpen, storeExam } from './exam-months.rules.ts'
import { examOf } from './exams.queries.ts'

const kind = 'exam'

export const studentExamOperations = implement(studentExams, {
  ...resultOperations(kind, studentExams),

  add: (context) =>
    addForOne(context, context.input, {
      kind,
      rates: ['RateExam'],
      store: (exam) => storeExam(context, { ...exam, monthId: context.input.monthId }, { forOne: true }),
    }),

  async assign(context) {
    const { db, school, input } = context
    const { workId, studentId } = input
    await lockRow(db, { table: 'exams', schoolId: school.id, id: workId })
    const exam = await examOf(db, school.id, wholeSchool, workId)
    if (!exam) throw notFound()
    const { classRoomId, monthId, rate } = exam
    await validateWork(context, { kind, workId, classRoomId, studentIds: [studentId], forOne: true })
    await mustBeOpen(db, school.id, monthId)

    const added = await addStudents(db, { kind, schoolId: school.id, workId, studentIds: [studentId] })
    if (added === 0) throw conflict('This student is already assigned to this exam')
    if (await hasResultAbove(db, { kind, schoolId: school.id, workId }, rate))
      throw conflict('A result is above the full mark')
    await changeRow(db, { table: 'exams', schoolId: school.id, id: workId }, {}, true)
    const [row] = await resultsOfStudents(db, kind, { schoolId: school.id, reach: wholeSchool }, workId, [studentId])
    await signalChanges(db, [{ topic: kind, id: workId, studentId, version: row!.version }])
    return row!
  },
})
