import { lazy } from 'react'
import { exams, NewExam } from '#contract/teaching/exams/exams.ts'
import { NewStudentExam, studentExams } from '#contract/teaching/exams/student-exams.ts'
import type { Kind } from '#web/teaching/class-work/kind.ts'
import { part } from '#web/ui/part.tsx'

const DraftsOfList = lazy(part(async () => (await import('./DraftsOfList.tsx')).DraftsOfList, '.marks'))
const ExamState = lazy(part(async () => (await import('./ExamState.tsx')).ExamState, '.marks'))
const MarkHistory = lazy(part(async () => (await import('./MarkHistory.tsx')).MarkHistory, '.marks'))

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
