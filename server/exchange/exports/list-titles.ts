import type { Heading } from './headings.ts'

/** Titles of files and sheets, by a part of the list's path. */
const titles: [part: RegExp, title: Heading][] = [
  [/^Audit/i, ['Audit log', 'سجل العمليات']],
  [/^Paper\/GetClassList/i, ['Class list', 'كشف أسماء الفصل']],
  [/^Paper/i, ['Papers', 'الشهادات والأوراق']],
  [/^Remark/i, ['Remarks on report cards', 'ملاحظات الشهادات']],
  [/^Promotion/i, ['Move into the next year', 'الانتقال إلى العام القادم']],
  [/^SchoolPaymentRequest/i, ['Payment requests', 'طلبات الدفع']],
  [/^PaymentTransaction/i, ['Payments', 'المدفوعات']],
  [/^(Role|User)?Permission/i, ['Permissions', 'الصلاحيات']],
  [/Role/i, ['Roles', 'الأدوار']],
  [/^Excuse/i, ['Excuses', 'أعذار الغياب']],
  [/^Conduct/i, ['Conduct', 'السلوك']],
  [/^OfficialRecord\/(Count|GetMove)/i, ['Statistics of the record', 'إحصاءات السجل']],
  [/^OfficialRecord/i, ['Official records', 'ملفات الطلاب']],
  [/^StudentGuardian/i, ['Guardians', 'أولياء الأمور']],
  [/^Student\//i, ['Students', 'الطلاب']],
  [/Parent/i, ['Parents', 'أولياء الأمور']],
  [/^Attendance/i, ['Attendance', 'الحضور']],
  [/TeacherCourse/i, ['Courses of teachers', 'مواد المعلمين']],
  [/Teacher/i, ['Teachers', 'المعلمون']],
  [/Assignment/i, ['Homework', 'الواجبات']],
  [/RateHeader/i, ['Weights', 'أوزان الدرجات']],
  [/Exam/i, ['Exams', 'الامتحانات']],
  [/Activit/i, ['Activities', 'الأنشطة']],
  [/Note/i, ['Notes', 'الملاحظات']],
  [/^ClassRoom/i, ['Classes', 'الفصول']],
  [/Cources/i, ['Courses', 'المواد']],
  [/^Grade/i, ['Grades', 'الصفوف']],
  [/Contact/i, ['Contacts', 'وسائل التواصل']],
  [/Language/i, ['Languages', 'اللغات']],
  [/Month/i, ['Months', 'الشهور']],
  [/Year/i, ['School years', 'الأعوام الدراسية']],
  [/School/i, ['Schools', 'المدارس']],
]

export const titleOf = (path: string): Heading => titles.find(([part]) => part.test(path))?.[1] ?? ['List', 'قائمة']
