import type { Permission } from '#contract/language/permissions.ts'
import { type Holder, seesWhole } from '#server/access/may.ts'
import { type Reach, wholeSchool } from '#server/db/reach.ts'

/** Whose attendance in a school a person sees; null: nobody's. The list itself may show more students. */
export const attendanceReach = (user: Holder, schoolId: string, may: (key: Permission) => boolean): Reach | null => {
  if (!may('ViewAttendanceList')) return null
  return seesWhole(user, schoolId) ? wholeSchool : { of: 'classes', personId: user.id }
}
