import type { RegisterColumn } from '#contract/results/results/register-columns.ts'
import type { classSheets } from '#contract/results/results/sheets.ts'

type Words = readonly [en: string, ar: string]

export const titles: Record<(typeof classSheets)[number], Words> = {
  register: ['Register of marks and absence', 'سجل الدرجات والغياب'],
  classSheet: ['Class result sheet', 'كشف نتيجة الفصل'],
  topTen: ['The first ten', 'العشرة الأوائل'],
  failed: ['Not passed, by course', 'الراسبون حسب المادة'],
  bands: ['Statistics by band', 'إحصاء التقديرات'],
}

/** The number of the issue follows. */
export const closedWords: Words = ['Closed, issue', 'مغلقة، الإصدار']
export const openWords: Words = ['Not closed yet: every figure may still change', 'لم تُغلق بعد: كل رقم قابل للتغيير']

export const registerWords: Record<Exclude<RegisterColumn, 'parts'>, Words> = {
  nth: ['No.', 'م'],
  code: ['Student code', 'كود الطالب'],
  seatNumber: ['Seat number', 'رقم الجلوس'],
  name: ['Student', 'اسم الطالب'],
  total: ['Total', 'المجموع'],
  percent: ['Percent', 'النسبة المئوية'],
  band: ['Band', 'التقدير'],
  outcome: ['Result', 'النتيجة'],
  absent: ['Absent days', 'أيام الغياب'],
  excused: ['Excused days', 'غياب بعذر'],
  late: ['Late', 'مرات التأخر'],
  notes: ['Notes', 'ملاحظات'],
}

export const sheetWords = {
  place: ['Place', 'الترتيب'],
  classRoom: ['Class', 'الفصل'],
  course: ['Course', 'المادة'],
  students: ['Students', 'عدد الطلاب'],
  passedCount: ['Passed', 'ناجح'],
  failedCount: ['Not passed', 'راسب'],
  openCount: ['Undecided', 'لم يُحسم'],
  share: ['Passed, percent', 'نسبة النجاح'],
  mean: ['Mean percent', 'متوسط النسبة'],
  highest: ['Highest percent', 'أعلى نسبة'],
  lowest: ['Lowest percent', 'أدنى نسبة'],
  all: ['All courses', 'كل المواد'],
  missing: ['Marks to pass', 'الفارق عن النجاح'],
  passMark: ['Passed from', 'درجة النجاح'],
  full: ['Full mark', 'الدرجة العظمى'],
} satisfies Record<string, Words>

export const outcomeWords = {
  passed: ['Passed', 'ناجح'],
  failed: ['Not passed', 'راسب'],
  secondRound: ['Second round', 'دور ثانٍ'],
  open: ['Undecided', 'لم يُحسم'],
} satisfies Record<string, Words>

/** The letters that registers show in place of a number. */
export const stateLetters: Record<string, Words> = {
  absent: ['A', 'غ'],
  excused: ['E', 'ع'],
  exempt: ['X', 'معفى'],
  withheld: ['W', 'محجوبة'],
}
