import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { resultOperations } from '#server/teaching/class-work/result-operations.ts'
import { addForOne } from '#server/teaching/class-work/results.ts'
import { implement } from '#server/call/implement.ts'

export const studentActivityOperations = implement(studentActivities, {
  ...resultOperations('activity', studentActivities),
  add: (context) => addForOne(context, context.input, { kind: 'activity', rates: ['RateActivity', 'UpdateActivity'] }),
})
