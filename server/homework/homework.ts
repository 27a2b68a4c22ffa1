import { homework } from '#contract/homework/homework.ts'
import { implement } from '#server/call/serve.ts'
import { workOperations } from '#server/class-work/works.ts'

export const homeworkOperations = implement(homework, workOperations('homework', homework))
