import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { resultOperations } from '#server/teaching/class-work/result-operations.ts'
import { addForOne } from '#server/teaching/class-work/results.ts'
import { implement } from '#server/call/implement.ts'

export const studentHomeworkOperations = implement(studentHomework, {
  ...resultOperations('homework', studentHomework),
  add: (context) => addForOne(context, context.input, { kind: 'homework', rates: ['RateHomework', 'UpdateHomework'] }),
})
