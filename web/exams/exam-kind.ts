import { lazy } from 'react'
import { exams, NewExam } from '#contract/exams/exams.ts'
import { NewStudentExam, studentExams } from '#contract/exams/student-exams.ts'
import type { Kind } from '#web/class-work/kind.ts'
import { withTexts } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'

const DraftsOfList = lazy(
  part(async () => {
    const [parts] = await Promise.all([import('./DraftsOfList.tsx'), withTexts('.marks')])
    return parts.DraftsOfList
  }),
)
const ExamState = lazy(
  part(async () => {
    const [parts] = await Promise.all([import('./ExamState.tsx'), withTexts('.marks')])
    return parts.ExamState
  }),
)
const MarkHistory = lazy(
  part(async () => {
    const [parts] = await Promise.all([import('./MarkHistory.tsx'), withTexts('.marks')])
    return parts.MarkHistory
  }),
)

export const examKind: Kind = {
  name: 'exams',
  topic: 'exam',
  work: exams,
  results: studentExams,
  byId: (examId) => ({ examId }),
  schema: NewExam,
  schemaForOne: NewStudentExam,
  hasMonths: true,
  filters: ['months', 'classRoomId', 'courseId', 'supervisorId', 'weekDay', 'fromDate', 'toDate', 'rate'],
  resultFilters: ['months', 'courseId', 'fromDate', 'toDate'],
  publishing: { OfList: DraftsOfList, OfWork: ExamState, History: MarkHistory },
}
