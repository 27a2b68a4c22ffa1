import { StudentWorkList } from '#web/class-work/StudentWorkList.tsx'
import { activityKind } from './activity-kind.ts'

/** The activities of one student. */
export const StudentActivityList = ({ studentId }: { studentId: string }) => (
  <StudentWorkList kind={activityKind} studentId={studentId} />
)
