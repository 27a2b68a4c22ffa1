/** Of covers and their counts. */
export const headingsOfCovers = {
  coverClasses: ['Class', 'الفصل'],
  absentName: ['Absent teacher', 'المعلم الغائب'],
  coveringName: ['Covered by', 'معلم الاحتياط'],
  coverWay: ['Way', 'الطريقة'],
  withinLoad: ['Within the weekly load', 'ضمن النصاب'],
  weekLoad: ['Lessons a week', 'حصص الأسبوع'],
  givenMonth: ['Covered others this month', 'أخذ من حصص الاحتياط هذا الشهر'],
  takenMonth: ['Was covered this month', 'غُطّي غيابه هذا الشهر'],
  givenYear: ['Covered others this year', 'أخذ من حصص الاحتياط هذا العام'],
  takenYear: ['Was covered this year', 'غُطّي غيابه هذا العام'],
  coversOwed: ['Owes', 'عليه'],
  coversDue: ['Is owed', 'له'],
  coversDeclined: ['Declined', 'اعتذر'],
} as const
