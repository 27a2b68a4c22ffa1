import type { Row } from './child-export.queries.ts'

/** The headings of the tables in Arabic, by the names of their columns. */
export const arabicHeadings: Record<string, string> = {
  'parents told': 'من أُبلغ من أولياء الأمور',
  accepted: 'قُبل',
  action: 'الإجراء',
  address: 'العنوان',
  admitted: 'تاريخ القيد',
  answer: 'الرد',
  asked: 'تاريخ الطلب',
  'asked by': 'مقدّم الطلب',
  'asked to change': 'المطلوب تعديله',
  assigned: 'تاريخ التوزيع',
  at: 'الوقت',
  band: 'التقدير',
  'birth place': 'محل الميلاد',
  body: 'النص',
  'born on': 'تاريخ الميلاد',
  by: 'بواسطة',
  'changed because': 'سبب التعديل',
  charged: 'بدأ',
  checked: 'مرات التحقق',
  class: 'الفصل',
  closed: 'تاريخ الإغلاق',
  code: 'كود الطالب',
  committee: 'اللجنة',
  consent: 'الموافقة',
  content: 'المحتوى',
  "counsellor's note": 'ملاحظة الأخصائي',
  course: 'المادة',
  date: 'التاريخ',
  day: 'اليوم',
  days: 'الأيام',
  decided: 'تاريخ القرار',
  decision: 'القرار',
  delivered: 'سُلِّم',
  destination: 'الوجهة',
  details: 'التفاصيل',
  done: 'نُفِّذ',
  ended: 'انتهت',
  entered: 'تاريخ التسجيل',
  'fetches from': 'يصطحب من',
  'fetches until': 'يصطحب حتى',
  file: 'الملف',
  files: 'الملفات',
  from: 'من',
  grade: 'الصف',
  'handled by': 'تولّاها',
  health: 'الحالة الصحية',
  issue: 'الإصدار',
  issued: 'تاريخ الإصدار',
  job: 'الوظيفة',
  kind: 'النوع',
  language: 'اللغة',
  left: 'غادر',
  level: 'المستوى',
  'lives with the child': 'يقيم مع الطالب',
  mark: 'الدرجة',
  'may fetch': 'يحق له الاصطحاب',
  'may see': 'يحق له الاطلاع',
  measure: 'الإجراء المتخذ',
  merged: 'تاريخ الدمج',
  'merged into': 'دُمج في',
  merit: 'إيجابي',
  minutes_late: 'دقائق التأخر',
  name: 'الاسم',
  'name in Latin letters': 'الاسم بحروف لاتينية',
  'number in another system': 'الرقم في نظام آخر',
  nationality: 'الجنسية',
  note: 'الملاحظة',
  'notified from': 'يُخطر من',
  'notified until': 'يُخطر حتى',
  number: 'الرقم',
  'number kind': 'نوع الرقم',
  of: 'الدرجة العظمى',
  'on the roll': 'مقيد بالمدرسة',
  operation: 'العملية',
  origin: 'المصدر',
  'other entry': 'القيد الآخر',
  outcome: 'النتيجة',
  'own fields': 'حقول المدرسة',
  paid: 'الاشتراك مدفوع',
  paper: 'المستند',
  passed: 'ناجح',
  'pays from': 'يدفع من',
  'pays until': 'يدفع حتى',
  percent: 'النسبة المئوية',
  person: 'الشخص',
  phone: 'الهاتف',
  'pick-up': 'الاصطحاب',
  points: 'النقاط',
  present: 'حضر',
  printed: 'مرات الطباعة',
  published: 'تاريخ النشر',
  rank: 'الترتيب',
  reached: 'تاريخ بلوغها',
  read: 'تاريخ القراءة',
  'read by': 'قرأها',
  reason: 'السبب',
  recorded: 'تاريخ التسجيل',
  'recorded by': 'سجّلها',
  refunded: 'استُرِد',
  relation: 'صلة القرابة',
  religion: 'الديانة',
  remark: 'الملاحظة',
  remarks: 'الملاحظات',
  removed: 'حُذف',
  'reopened because': 'سبب إعادة الفتح',
  returned: 'عاد',
  revoked: 'أُلغيت',
  round: 'الدور',
  row: 'السطر',
  rule: 'القاعدة',
  seat: 'رقم الجلوس',
  'seat ended': 'انتهى الاشتراك',
  'seat number': 'رقم الجلوس',
  'sees from': 'يطّلع من',
  'sees until': 'يطّلع حتى',
  sex: 'النوع',
  state: 'الحالة',
  step: 'الخطوة',
  'taken back': 'تاريخ السحب',
  term: 'الفصل الدراسي',
  text: 'النص',
  title: 'العنوان',
  to: 'إلى',
  total: 'المجموع',
  undone: 'تم التراجع',
  until: 'حتى',
  version: 'النسخة',
  withdrawn: 'سُحب',
  year: 'السنة الدراسية',
}

const heading = (name: string) => `${arabicHeadings[name] ?? ''} · ${name.replaceAll('_', ' ')}`

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:start;vertical-align:top}'

/** Everything about a child as one page to read and print, in both languages. */
export function childPage(
  child: { school: string; code: string; names: string[] },
  parts: { ar: string; en: string; rows: Row[] }[],
) {
  const tables = parts.map(
    ({ ar, en, rows }) => `<h2>${ar} · <bdi>${en}</bdi></h2>${rows.length > 0 ? table(rows) : '<p>—</p>'}`,
  )
  return `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${escaped(child.code)}</title><style>${style}</style><h1>${escaped(child.names[0])}</h1><p>${escaped(child.school)} · <bdi>${escaped(child.code)}</bdi></p>${tables.join('\n')}</html>\n`
}

function table(rows: Row[]) {
  const cells = (tag: string, values: unknown[]) =>
    `<tr>${values.map((value) => `<${tag}><bdi>${escaped(value)}</bdi></${tag}>`).join('')}</tr>`
  return `<table>${cells('th', Object.keys(rows[0]!).map(heading))}${rows.map((row) => cells('td', Object.values(row))).join('')}</table>`
}

const yesOrNo: Record<string, string | undefined> = { true: 'نعم · yes', false: 'لا · no' }

/** A text written by a person, escaped so that it stays text. */
const escaped = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : (typeof value === 'string' ? value : (yesOrNo[`${value as boolean}`] ?? JSON.stringify(value))).replace(
        /[&<>"]/g,
        (sign) => `&#${sign.charCodeAt(0)};`,
      )
