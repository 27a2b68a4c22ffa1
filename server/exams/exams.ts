import { wholeSchoolKey } from '#contract/access.ts'
import { exams, type NewExam } from '#contract/exams.ts'
import { judgeWork, resetWork, setWork } from '#server/class-work.ts'
import { removeResults } from '#server/class-work.queries.ts'
import { courseOf } from '#server/courses/courses.queries.ts'
import type { Db } from '#server/db/db.ts'
import { lockRow } from '#server/db/edit.ts'
import { eachOf, edited } from '#server/edit.ts'
import { conflict, notFound } from '#server/errors.ts'
import { announce } from '#server/outbox.ts'
import { wholeSchool } from '#server/reach.ts'
import { type Context, implement } from '#server/serve.ts'
import { classChoices, openMonths, settableCourses, teachersAndSupervisors } from './exam-form.queries.ts'
import { examOf, examsIn, heldMonth, insertExam, removeExam } from './exams.queries.ts'
import type * as z from 'zod/mini'

const kind = 'exam'

export const examOperations = implement(exams, {
  formData: async ({ db, user, school, reach, may }) => ({
    supervisors: await teachersAndSupervisors(db, school.id),
    classRooms: await classChoices(db, school.id, reach),
    courses: await settableCourses(db, school.id, user.id, may(wholeSchoolKey)),
    courseMonths: await openMonths(db, school.id),
  }),

  list: ({ db, reach, input, page }) => examsIn(db, reach, input, page),

  async get({ db, school, reach, input: { examId } }) {
    const exam = await examOf(db, school.id, reach, examId)
    if (!exam) throw notFound()
    return exam
  },

  async add(context) {
    const { exam, studentIds } = await stored(context, context.input)
    await tell(context, [{ examId: exam.id, studentIds }])
    return exam
  },

  async addSeveral(context) {
    const all = await eachOf(context.db, context.input.items, (item) => stored(context, item))
    await tell(
      context,
      all.map(({ exam, studentIds }) => ({ examId: exam.id, studentIds })),
    )
    return all.map(({ exam }) => exam)
  },

  async update(context) {
    const { db, school, input } = context
    const { id, baseVersion, classRoomId, studentIds, date, ...changes } = input
    if (changes.courseId) await mustHaveCourse(db, school.id, changes.courseId)
    if (changes.monthId && !(await heldMonth(db, school.id, changes.monthId))) throw notFound()

    return edited(db, exams.update, {
      table: 'exams',
      id,
      baseVersion,
      changes: { ...changes, examDate: date },
      equal: { classRoomId },
      async judge(exam) {
        const { courseId } = changes
        await judgeWork(context, { kind, workId: id, classRoomId: exam.classRoomId, courseId, day: date, studentIds })
        await mustBeOpen(db, school.id, exam.monthId)
        if (changes.monthId && changes.monthId !== exam.monthId) await mustBeUsable(db, school.id, changes.monthId)
      },
      further: ({ rate }) => resetWork(context, { kind, workId: id, studentIds, rate: changes.rate ?? rate }),
      read: () => examOf(db, school.id, wholeSchool, id),
    })
  },

  async remove({ db, user, school, audit, input: { examId } }) {
    await lockRow(db, 'exams', examId)
    const exam = await examOf(db, school.id, wholeSchool, examId)
    if (!exam) throw notFound()
    await mustBeOpen(db, school.id, exam.monthId)

    const results = await removeResults(db, kind, examId, user.id)
    await removeExam(db, examId, user.id)
    await audit('exam', examId)
    return { done: true as const, changed: results + 1 }
  },
})

type Adding = Pick<Context<typeof exams.add>, 'db' | 'user' | 'school' | 'may'>

/** Stores an exam and sets it for its students. */
async function stored(context: Adding, sent: z.output<typeof NewExam>) {
  const { db, user, school } = context
  const { classRoomId, courseId, date: day, studentIds } = sent
  const work = { kind, workId: null, classRoomId, courseId, day, studentIds } as const
  await mustHaveCourse(db, school.id, courseId)
  if (!(await heldMonth(db, school.id, sent.monthId))) throw notFound()
  await judgeWork(context, work)
  await mustBeUsable(db, school.id, sent.monthId)

  const id = await insertExam(db, { ...sent, schoolId: school.id, supervisorId: user.id })
  const setFor = await setWork(context, work, id)
  return { exam: (await examOf(db, school.id, wholeSchool, id))!, studentIds: setFor }
}

async function mustHaveCourse(db: Db, schoolId: string, courseId: string) {
  if (!(await courseOf(db, schoolId, courseId))) throw notFound()
}

/** An exam of a completed year, and its results, are final. */
async function mustBeOpen(db: Db, schoolId: string, monthId: string) {
  const month = await heldMonth(db, schoolId, monthId)
  if (month?.completed) throw conflict('A completed year cannot be changed')
}

/** Exams are set in active months of years that are not completed. */
async function mustBeUsable(db: Db, schoolId: string, monthId: string) {
  await mustBeOpen(db, schoolId, monthId)
  const month = await heldMonth(db, schoolId, monthId)
  if (!month?.isActive) throw conflict('This month is not active', { field: 'monthId' })
}

/** One event a call, however many exams it sets. */
const tell = ({ db, user, school }: Adding, set: { examId: string; studentIds: string[] }[]) =>
  announce(db, { event: kind, schoolId: school.id, actorId: user.id, payload: { exams: set } })
