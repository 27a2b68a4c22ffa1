import { studentActivities } from '#contract/activities/student-activities.ts'
import { resultOperations } from '#server/class-work/result-operations.ts'
import { addForOne } from '#server/class-work/results.ts'
import { implement } from '#server/call/implement.ts'

export const studentActivityOperations = implement(studentActivities, {
  ...resultOperations('activity', studentActivities),
  add: (context) => addForOne(context, context.input, { kind: 'activity', rates: ['RateActivity', 'UpdateActivity'] }),
})
