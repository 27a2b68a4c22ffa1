import { type StudentWork, StudentWorkList } from '#web/teaching/class-work/StudentWorkList.tsx'
import { homeworkKind } from './homework-kind.ts'

/** The homework of one student. */
export const StudentHomeworkList = (student: StudentWork) => <StudentWorkList kind={homeworkKind} {...student} />
