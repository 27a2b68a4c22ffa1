import { studentActivities } from '#contract/student-activities.ts'
import { resultOperations } from '#server/result-operations.ts'
import { addForOne } from '#server/results.ts'
import { implement } from '#server/serve.ts'

export const studentActivityOperations = implement(studentActivities, {
  ...resultOperations('activity', studentActivities),
  add: (context) => addForOne(context, context.input, { kind: 'activity', rates: ['RateActivity', 'UpdateActivity'] }),
})
