import { homework, NewHomework } from '#contract/homework/homework.ts'
import { NewStudentHomework, studentHomework } from '#contract/homework/student-homework.ts'
import type { Kind } from '#web/class-work/kind.ts'

export const homeworkKind: Kind = {
  name: 'homework',
  topic: 'homework',
  work: homework,
  results: studentHomework,
  byId: (id) => ({ id }),
  schema: NewHomework,
  schemaForOne: NewStudentHomework,
  hasMonths: false,
  filters: ['courseId', 'supervisorId', 'fromDate', 'toDate', 'rate', 'details'],
  resultFilters: ['courseId', 'fromDate', 'toDate'],
}
