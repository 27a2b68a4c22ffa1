/** Of rooms and of versions of the week. */
export const headingsOfTheWeek = {
  roomName: ['Room', 'القاعة'],
  roomKind: ['Kind of room', 'نوع القاعة'],
  seats: ['Seats', 'السعة'],
  timetableName: ['Timetable', 'الجدول'],
  yearName: ['School year', 'العام الدراسي'],
  weeks: ['Weeks of the cycle', 'أسابيع الدورة'],
  anchor: ['First day of a week A', 'أول أيام الأسبوع أ'],
  validFrom: ['Valid from', 'ساري من'],
  validTo: ['Valid until', 'ساري حتى'],
  lessons: ['Lessons', 'الحصص'],
  isValid: ['In force', 'معمول به'],
} as const
