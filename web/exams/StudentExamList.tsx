import { StudentWorkList } from '#web/class-work/StudentWorkList.tsx'
import { examKind } from './exam-kind.ts'

/** The exams of one student. */
export const StudentExamList = ({ studentId }: { studentId: string }) => (
  <StudentWorkList kind={examKind} studentId={studentId} />
)
