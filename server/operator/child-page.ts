import type { Row } from './child-export.queries.ts'

const headings: Record<string, string> = {
  at: 'الوقت',
  by: 'بقلم',
  charged: 'بدأ',
  class: 'الفصل',
  consent: 'الموافقة',
  course: 'المادة',
  date: 'التاريخ',
  delivered: 'سُلِّم',
  destination: 'الوجهة',
  details: 'التفاصيل',
  ended: 'انتهت',
  from: 'من',
  left: 'غادر',
  mark: 'الدرجة',
  minutes_late: 'دقائق التأخر',
  name: 'الاسم',
  note: 'الملاحظة',
  of: 'الدرجة العظمى',
  operation: 'العملية',
  person: 'الشخص',
  phone: 'الهاتف',
  present: 'حضر',
  reason: 'السبب',
  refunded: 'استُرِد',
  relation: 'صلة القرابة',
  removed: 'حُذف',
  returned: 'عاد',
  state: 'الحالة',
  to: 'إلى',
}

const heading = (name: string) => `${headings[name] ?? ''} · ${name.replaceAll('_', ' ')}`

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:start;vertical-align:top}'

/** Everything about a child as a page to read and print, in both languages. */
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

/** A text of somebody, which must stay a text. */
const escaped = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).replace(
        /[&<>"]/g,
        (sign) => `&#${sign.charCodeAt(0)};`,
      )
