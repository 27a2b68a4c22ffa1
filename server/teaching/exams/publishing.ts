import { publishing } from '#contract/teaching/exams/publishing.ts'
import { notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { resultsOfStudents } from '#server/teaching/class-work/results.queries.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import {
  changesOfMark,
  lockedDrafts,
  markSettingOf,
  publishDrafts,
  publishedExams,
  setMarksShown,
} from './publishing.queries.ts'

export const publishingOperations = implement(publishing, {
  async publish({ db, user, school, input }) {
    const examIds = [...new Set(input.items.map(({ examId }) => examId))]
    const drafts = await lockedDrafts(db, school.id, examIds)
    const published = drafts.length > 0 ? await publishDrafts(db, school.id, drafts, user.id) : []
    const exams = published.filter(({ studentIds }) => studentIds.length > 0)
    await publish(
      db,
      {
        event: 'marks published',
        schoolId: school.id,
        actorId: user.id,
        payload: { exams: exams.map(({ examId, studentIds }) => ({ examId, studentIds })) },
      },
      exams.length > 0,
    )
    await signalChanges(
      db,
      published.map(({ examId, version }) => ({ topic: 'exam', id: examId, studentId: null, version })),
    )
    return publishedExams(db, school.id, examIds)
  },

  setting: ({ db, school }) => markSettingOf(db, school.id),

  async changeSetting({ db, school, audit, input: { marksShown } }) {
    if (await setMarksShown(db, school.id, marksShown)) await audit('school', school.id)
    return markSettingOf(db, school.id)
  },

  async history({ db, school, reach, input: { id, studentId }, readsStudent }) {
    const [row] = await resultsOfStudents(db, 'exam', { schoolId: school.id, reach }, id, [studentId])
    if (!row) throw notFound()
    readsStudent(studentId)
    return changesOfMark(db, id, studentId)
  },
})
