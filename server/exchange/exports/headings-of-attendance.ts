/** The headings of registers and of the days of students. */
export const headingsOfAttendance = {
  brought: ['From another system', 'من نظام آخر'],
  isBrought: ['From another system', 'من نظام آخر'],
  isAttend: ['Attended', 'حضر'],
  leftAt: ['Left at', 'وقت الانصراف'],
  origin: ['Origin', 'المصدر'],
  minutesLate: ['Minutes late', 'دقائق التأخير'],
  seenIn: ['Seen in lesson', 'حضر الحصة'],
  until: ['Until', 'حتى'],
  handedOverAt: ['Handed over at', 'سُلِّم الساعة'],
  settledByName: ['Settled by', 'سجّله'],
  settledAt: ['Settled at', 'وقت التسجيل'],
  elsewhere: ['With the school', 'في مهمة للمدرسة'],
  groupName: ['Group', 'المجموعة'],
  byName: ['Taken by', 'سجّله'],
  weekDay: ['Day', 'اليوم'],
} as const
