import { studentHomework } from '#contract/student-homework.ts'
import { resultOperations } from '#server/result-operations.ts'
import { addForOne } from '#server/results.ts'
import { implement } from '#server/serve.ts'

export const studentHomeworkOperations = implement(studentHomework, {
  ...resultOperations('homework', studentHomework),
  add: (context) => addForOne(context, context.input, { kind: 'homework', rates: ['RateHomework', 'UpdateHomework'] }),
})
