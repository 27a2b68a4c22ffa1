import type { ExportLanguage } from './columns.ts'

type Names = { classes: { name: string; gradeName: string }[]; relations: string[] }

/** Columns an import knows, in both languages. */
const columns = [
  ['Student name', 'اسم الطالب'],
  ['Class', 'الفصل'],
  ['Birth date', 'تاريخ الميلاد'],
  ['Paid', 'مدفوع'],
  ['Father phone', 'هاتف الأب'],
  ['Mother phone', 'هاتف الأم'],
  ['Guardian phone', 'هاتف ولي الأمر'],
  ['Relation', 'صلة القرابة'],
] as const

/** The sheet to fill in, and what may be copied into it. */
export function templateRows(language: ExportLanguage, { classes, relations }: Names) {
  const at = language === 'en' ? 0 : 1
  const word = (en: string, ar: string) => [en, ar][at]!
  return [
    { title: word('Students', 'الطلاب'), rows: [columns.map((names) => names[at])] },
    {
      title: word('Classes', 'الفصول'),
      rows: [
        [word('Class', 'الفصل'), word('Grade', 'الصف')],
        ...classes.map(({ name, gradeName }) => [name, gradeName]),
      ],
    },
    {
      title: word('Relations', 'صلات القرابة'),
      rows: [[word('Relation', 'صلة القرابة')], ...relations.map((name) => [name])],
    },
  ]
}
