import { homework } from '#contract/homework/homework.ts'
import { implement } from '#server/call/implement.ts'
import { workOperations } from '#server/class-work/works.ts'
import { studentHomeworkOperations } from './student-homework.ts'

const homeworkOfClasses = implement(homework, workOperations('homework', homework))

export const homeworkOperations = [homeworkOfClasses, studentHomeworkOperations]
