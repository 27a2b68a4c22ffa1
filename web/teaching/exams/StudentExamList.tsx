import { type StudentWork, StudentWorkList } from '#web/teaching/class-work/StudentWorkList.tsx'
import { examKind } from './exam-kind.ts'

/** The exams of one student. */
export const StudentExamList = (student: StudentWork) => <StudentWorkList kind={examKind} {...student} />
