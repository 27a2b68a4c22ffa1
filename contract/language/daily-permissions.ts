/** Keys of a school's daily work: its calendar, covers, absences and conduct. */
export const dailyPermissions = [
  { key: 'ViewCalendar', name: 'View the calendar setting', nameAr: 'عرض إعداد التقويم المدرسي', scope: 'school' },
  { key: 'ManageCalendar', name: 'Manage the calendar', nameAr: 'إدارة التقويم المدرسي', scope: 'school' },
  { key: 'ManageTimetable', name: 'Manage the timetable', nameAr: 'إدارة الجدول الدراسي', scope: 'school' },
  { key: 'ManageCover', name: 'Cover absent teachers', nameAr: 'توزيع حصص الاحتياط', scope: 'school' },
  { key: 'ViewStaffAbsence', name: 'See why teachers are absent', nameAr: 'عرض أسباب غياب المعلمين', scope: 'school' },
  { key: 'HandleAbsence', name: 'Handle absences', nameAr: 'متابعة الغياب', scope: 'school' },
  { key: 'DecideExcuses', name: 'Decide on excuses', nameAr: 'البت في أعذار الغياب', scope: 'school' },
  { key: 'ManageAbsence', name: 'Set the rules of absence', nameAr: 'ضبط قواعد الغياب', scope: 'school' },
  { key: 'RecordConduct', name: 'Record conduct', nameAr: 'تسجيل السلوك', scope: 'school' },
  { key: 'DecideConduct', name: 'Decide on conduct', nameAr: 'البت في سجلات السلوك', scope: 'school' },
  { key: 'ManageConduct', name: 'Set the kinds of conduct', nameAr: 'ضبط أنواع السلوك', scope: 'school' },
  { key: 'ViewCounsellorNotes', name: 'Notes of counsellors', nameAr: 'ملاحظات الأخصائي', scope: 'school' },
] as const
