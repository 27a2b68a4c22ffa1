import { wholeSchoolKey } from '#contract/language/access.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { publishWork } from '#server/teaching/class-work/class-work.ts'
import { eachOf } from '#server/call/concurrent-edit.ts'
import { found } from '#server/base/errors.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { changeWork, dropWork } from '#server/teaching/class-work/works.ts'
import { classChoices, openMonths, settableCourses, teachersAndSupervisors } from './exam-form.queries.ts'
import { mustBeOpen, mustBeUsable, storeExam } from './exam-months.rules.ts'
import { examOf, examsIn, lockedMonth } from './exams.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Holder } from '#server/access/may.ts'
import { listedWithMay, workWithMay } from '#server/teaching/class-work/works.rules.ts'
import { publishingOperations } from './publishing.ts'
import { rateHeaderOperations } from './rate-headers.ts'
import { classMarkOperations } from './class-marks.ts'
import { studentExamOperations } from './student-exams.ts'

const kind = 'exam'

const examsOfClasses = implement(exams, {
  formData: async ({ db, user, school, reach, may }) => ({
    supervisors: await teachersAndSupervisors(db, school.id),
    classRooms: await classChoices(db, school.id, reach),
    courses: await settableCourses(db, school.id, user.id, may(wholeSchoolKey)),
    courseMonths: await openMonths(db, school.id),
  }),

  async list({ db, user, reach, input, page }) {
    const { rows, total } = await examsIn(db, reach, input, page)
    return { rows: rows.map(listedWithMay(user, exams, studentExams)), total }
  },

  get: async ({ db, user, school, reach, input: { examId } }) =>
    workWithMay(user, exams)(found(await examOf(db, school.id, reach, examId))),

  async add(context) {
    const set = await storeExam(context, context.input)
    await publishWork(context, kind, [set])
    return examSeen(context, set.workId)
  },

  async addSeveral(context) {
    const { db, input } = context
    const all = await eachOf(db, input.items, async (item) => {
      const set = await storeExam(context, item)
      return { set, exam: await examSeen(context, set.workId) }
    })
    await publishWork(
      context,
      kind,
      all.map(({ set }) => set),
    )
    return all.map(({ exam }) => exam)
  },

  async update(context) {
    const { db, school, input } = context
    const { monthId } = input
    const month = monthId && found(await lockedMonth(db, school.id, monthId))
    return changeWork(context, kind, exams.update, input, {
      async validate(exam) {
        await mustBeOpen(db, school.id, exam.monthId)
        if (month && monthId !== exam.monthId) mustBeUsable(month)
      },
      read: (id) => examSeen(context, id),
    })
  },

  remove(context) {
    const { db, school, input } = context
    return dropWork(context, kind, input.examId, async () => {
      const exam = await examOf(db, school.id, wholeSchool, input.examId)
      await mustBeOpen(db, school.id, exam!.monthId)
    })
  },
})

/** An exam of a school as the caller sees it. */
const examSeen = async ({ db, user, school }: Seeing, id: string) =>
  workWithMay(user, exams)(found(await examOf(db, school.id, wholeSchool, id)))

type Seeing = { db: Db; user: Holder; school: { id: string } }

export const examOperations = [
  examsOfClasses,
  studentExamOperations,
  classMarkOperations,
  rateHeaderOperations,
  publishingOperations,
]
