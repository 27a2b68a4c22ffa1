import { homework, NewHomework } from '#contract/teaching/homework/homework.ts'
import { NewStudentHomework, studentHomework } from '#contract/teaching/homework/student-homework.ts'
import type { Kind } from '#web/teaching/class-work/kind.ts'

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
