import { homework } from '#contract/homework/homework.ts'
import { studentHomework } from '#contract/homework/student-homework.ts'
import { implement } from '#server/call/implement.ts'
import { workOperations } from '#server/class-work/works.ts'
import { studentHomeworkOperations } from './student-homework.ts'

const homeworkOfClasses = implement(homework, workOperations('homework', homework, studentHomework))

export const homeworkOperations = [homeworkOfClasses, studentHomeworkOperations]
