import { exams, NewExam } from '#contract/exams/exams.ts'
import { NewStudentExam, studentExams } from '#contract/exams/student-exams.ts'
import type { Kind } from '#web/class-work/kind.ts'

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
}
