import { homework } from '#contract/homework.ts'
import { implement } from '#server/serve.ts'
import { workOperations } from '#server/works.ts'

export const homeworkOperations = implement(homework, workOperations('homework', homework))
