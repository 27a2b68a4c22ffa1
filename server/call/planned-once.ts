/**
 * The calls of a school morning. Their statements have good plans for any values, because each names the school and few rows. PostgreSQL would
 * plan each of them six times in each connection before it decides that, and some at every call: a quarter of its work in the first minute.
 */
export const plannedOnce: ReadonlySet<string> = new Set([
  'API/Identity/Me',
  'Parent/GetToday',
  'Home/GetSchoolHome',
  'Inbox/GetUnread',
  'Live/Events',
  'ClassRoom/GetClassById',
  'Student/GetClassRoomStudents',
  'Attendance/GetRoll',
  'Attendance/SaveAttendance',
])
