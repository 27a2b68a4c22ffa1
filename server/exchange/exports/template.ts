import type { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import type { ExportLanguage } from './columns.ts'
import { sheetsToCopy } from './template-sheets.rules.ts'

type ImportKind = (typeof importKinds)[number]
type Names = { classes: { name: string; gradeName: string }[]; relations: string[] }

/** The columns that each kind of import knows, in both languages. */
const columns: Record<ImportKind, readonly (readonly [string, string])[]> = {
  students: [
    ['Student name', 'اسم الطالب'],
    ['Class', 'الفصل'],
    ['Birth date', 'تاريخ الميلاد'],
    ['Paid', 'مدفوع'],
    ['Father phone', 'هاتف الأب'],
    ['Mother phone', 'هاتف الأم'],
    ['Guardian phone', 'هاتف ولي الأمر'],
    ['Relation', 'صلة القرابة'],
    ['National number', 'الرقم القومي'],
    ['Sex', 'النوع'],
    ['Nationality', 'الجنسية'],
    ['Birth place', 'محل الميلاد'],
    ['Address', 'العنوان'],
    ['Admission date', 'تاريخ القيد'],
    ['Guardian name', 'اسم ولي الأمر'],
    ['Guardian job', 'وظيفة ولي الأمر'],
  ],
  guardians: [
    ['Student code', 'كود الطالب'],
    ['Student name', 'اسم الطالب'],
    ['Class', 'الفصل'],
    ['Guardian name', 'اسم ولي الأمر'],
    ['Relation', 'صلة القرابة'],
    ['Guardian job', 'وظيفة ولي الأمر'],
    ['Guardian phone', 'هاتف ولي الأمر'],
    ['Home phone', 'هاتف المنزل'],
    ['Guardian may', 'صلاحيات ولي الأمر'],
  ],
  staff: [
    ['Teacher name', 'اسم المعلم'],
    ['Phone', 'الهاتف'],
    ['Email', 'البريد الإلكتروني'],
    ['Role', 'الوظيفة'],
    ['Courses', 'المواد'],
    ['Classes', 'الفصول'],
  ],
  courses: [
    ['Course name', 'اسم المادة'],
    ['Language', 'اللغة'],
    ['Description', 'الوصف'],
  ],
  balances: [
    ['Family code', 'كود الأسرة'],
    ['Student code', 'كود الطالب'],
    ['Student name', 'اسم الطالب'],
    ['Class', 'الفصل'],
    ['Fee item', 'البند'],
    ['Due date', 'تاريخ الاستحقاق'],
    ['Amount due', 'المبلغ المستحق'],
    ['Amount paid', 'المبلغ المدفوع'],
  ],
  marks: [
    ['Student code', 'كود الطالب'],
    ['Student name', 'اسم الطالب'],
    ['School year', 'العام الدراسي'],
    ['Term', 'الفصل الدراسي'],
    ['Course', 'المادة'],
    ['Mark', 'الدرجة'],
    ['Out of', 'النهاية العظمى'],
    ['Rating', 'التقدير'],
  ],
  attendance: [
    ['Student code', 'كود الطالب'],
    ['Student name', 'اسم الطالب'],
    ['Class', 'الفصل'],
    ['Date', 'التاريخ'],
    ['Attendance status', 'حالة الحضور'],
    ['Late minutes', 'دقائق التأخير'],
    ['Reason', 'السبب'],
  ],
}

const titles: Record<ImportKind, readonly [string, string]> = {
  students: ['Students', 'الطلاب'],
  guardians: ['Guardians', 'أولياء الأمور'],
  staff: ['Staff', 'المعلمون'],
  courses: ['Courses', 'المواد'],
  balances: ['Balances', 'الأرصدة'],
  marks: ['Former marks', 'درجات سابقة'],
  attendance: ['Attendance', 'الحضور'],
}

/** The sheet to fill in, and the sheets with names to copy. */
export function templateRows(language: ExportLanguage, { classes, relations }: Names, kind: ImportKind = 'students') {
  const at = language === 'en' ? 0 : 1
  const headingsOf = (sheet: keyof typeof sheetsToCopy) => sheetsToCopy[sheet].headings.map((words) => words[at])
  return [
    { title: titles[kind][at], rows: [columns[kind].map((names) => names[at]!)] },
    {
      title: sheetsToCopy.classes.title[at],
      rows: [headingsOf('classes'), ...classes.map(({ name, gradeName }) => [name, gradeName])],
    },
    { title: sheetsToCopy.relations.title[at], rows: [headingsOf('relations'), ...relations.map((name) => [name])] },
  ]
}

/** The file name of a template. */
export const templateTitle = (language: ExportLanguage, kind: ImportKind) =>
  language === 'ar' ? `نموذج ${titles[kind][1]}` : `${titles[kind][0]} template`
