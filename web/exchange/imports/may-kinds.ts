import { useHolds } from '#web/lib/session.ts'
import type { ImportKind } from './import.ts'

/** The kinds that a person may import: those that they may do by hand. */
export function useMayKinds(): Record<ImportKind, boolean> {
  const holds = useHolds()
  return {
    students: true,
    guardians: holds('LinkParentToStudent') || holds('UpdateStudentInfo'),
    staff: holds('LinkTeacherToSchool') && holds('LinkTeacherToCourse&Class'),
    courses: holds('AddCourse') || holds('AddMultipleCourses'),
    balances: holds('ManageFees'),
    marks: holds('ManageResults'),
    attendance: holds('AttendanceAction'),
  }
}
