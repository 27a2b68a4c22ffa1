import { StudentWorkList } from '#web/class-work/StudentWorkList.tsx'
import { homeworkKind } from './homework-kind.ts'

/** The homework of one student. */
export const StudentHomeworkList = ({ studentId }: { studentId: string }) => (
  <StudentWorkList kind={homeworkKind} studentId={studentId} />
)
