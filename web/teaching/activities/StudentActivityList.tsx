import { type StudentWork, StudentWorkList } from '#web/teaching/class-work/StudentWorkList.tsx'
import { activityKind } from './activity-kind.ts'

/** The activities of one student. */
export const StudentActivityList = (student: StudentWork) => <StudentWorkList kind={activityKind} {...student} />
