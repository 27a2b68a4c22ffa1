/** The headings of registers and of the days of students. */
export const headingsOfAttendance = {
  brought: ['From another system', 'من نظام آخر'],
  isBrought: ['From another system', 'من نظام آخر'],
  isAttend: ['Attended', 'حضر'],
  leftAt: ['Left at', 'وقت الانصراف'],
  origin: ['Origin', 'المصدر'],
  minutesLate: ['Minutes late', 'دقائق التأخير'],
  weekDay: ['Day', 'اليوم'],
} as const
