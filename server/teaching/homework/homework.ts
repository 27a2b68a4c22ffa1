import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { implement } from '#server/call/implement.ts'
import { workOperations } from '#server/teaching/class-work/works.ts'
import { studentHomeworkOperations } from './student-homework.ts'

const homeworkOfClasses = implement(homework, workOperations('homework', homework, studentHomework))

export const homeworkOperations = [homeworkOfClasses, studentHomeworkOperations]
