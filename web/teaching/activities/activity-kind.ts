import { activities, NewActivity } from '#contract/teaching/activities/activities.ts'
import { NewStudentActivity, studentActivities } from '#contract/teaching/activities/student-activities.ts'
import type { Kind } from '#web/teaching/class-work/kind.ts'

export const activityKind: Kind = {
  name: 'activity',
  topic: 'activity',
  work: activities,
  results: studentActivities,
  byId: (id) => ({ id }),
  schema: NewActivity,
  schemaForOne: NewStudentActivity,
  hasMonths: false,
  filters: ['courseId', 'supervisorId', 'fromDate', 'toDate', 'rate', 'details'],
  resultFilters: ['fromDate', 'toDate'],
}
