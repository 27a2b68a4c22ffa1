import type { certainties, PresetKey } from '#contract/school/calendar/calendar-presets.ts'
import type { DayKind } from '#contract/school/calendar/calendar.ts'

/**
 * Calendars of ministries, with the year and the source where they were published. An entry without a source is only a
 * suggestion; so are days that depend on the moon, and terms of a year whose plan was not found. A school must choose what
 * applies.
 */
export type PresetData = {
  nameEn: string
  nameAr: string
  year: string
  sources: string[]
  noteEn: string | null
  noteAr: string | null
  openWeekdays: string[]
  certaintyOfWeek: EntryData['certainty']
  entries: EntryData[]
}

export type EntryData = {
  key: string
  kind: DayKind | 'term'
  nameEn: string
  nameAr: string
  fromDay: string
  toDay: string
  certainty: (typeof certainties)[number]
}

type Row = readonly [key: string, kind: EntryData['kind'], en: string, ar: string, from: string, to?: string]

const rows = (certainty: EntryData['certainty'], all: readonly Row[]): EntryData[] =>
  all.map(([key, kind, nameEn, nameAr, fromDay, toDay = fromDay]) => ({
    key,
    kind,
    nameEn,
    nameAr,
    fromDay,
    toDay,
    certainty,
  }))

const fiveDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday']
const firstTerm = ['First term', 'الفصل الدراسي الأول'] as const
const secondTerm = ['Second term', 'الفصل الدراسي الثاني'] as const
const fitr = ['Eid al-Fitr', 'عيد الفطر'] as const
const adha = ['Arafat Day and Eid al-Adha', 'وقفة عرفات وعيد الأضحى'] as const
const spring = ['Sham el-Nessim', 'شم النسيم'] as const

export const presets: Record<PresetKey, PresetData> = {
  'egypt-2026': {
    nameEn: 'Egypt 2026/27',
    nameAr: 'مصر ٢٠٢٦/٢٠٢٧',
    year: '2026/2027',
    sources: ['masrawy 2857644 (2025/26)'],
    noteEn:
      'The plan of this year was not found: the terms are those of 2025/26 moved by a year. Eids follow the moon, and no holiday was checked against a publication.',
    noteAr:
      'لم نجد خطة هذا العام: فترتا الدراسة هما فترتا ٢٠٢٥/٢٠٢٦ بعد نقلهما عامًا، والأعياد بحسب رؤية الهلال، ولم تُراجع أي إجازة على منشور رسمي.',
    openWeekdays: fiveDays,
    certaintyOfWeek: 'suggested',
    entries: rows('suggested', [
      ['term-1', 'term', ...firstTerm, '2026-09-19', '2027-01-21'],
      ['term-2', 'term', ...secondTerm, '2027-02-06', '2027-06-10'],
      ['exams-1', 'exam', 'Exams of the first term', 'امتحانات الفصل الدراسي الأول', '2027-01-09', '2027-01-21'],
      ['eid-fitr', 'holiday', ...fitr, '2027-03-09', '2027-03-11'],
      ['eid-adha', 'holiday', ...adha, '2027-05-15', '2027-05-19'],
      ['new-year-1449', 'holiday', 'Islamic New Year', 'رأس السنة الهجرية', '2027-06-06'],
      ['october', 'holiday', 'Armed Forces Day', 'عيد القوات المسلحة', '2026-10-06'],
      ['christmas', 'holiday', 'Coptic Christmas', 'عيد الميلاد المجيد', '2027-01-07'],
      ['spring', 'holiday', ...spring, '2027-05-03'],
      ['sinai', 'holiday', 'Sinai Liberation Day', 'عيد تحرير سيناء', '2027-04-25'],
    ]),
  },

  'egypt-2025': {
    nameEn: 'Egypt 2025/26',
    nameAr: 'مصر ٢٠٢٥/٢٠٢٦',
    year: '2025/2026',
    sources: ['masrawy 2857644', 'alsaudinews 12017'],
    noteEn:
      '172 school days of five a week, 88 and 84. Some governorates also open on Saturday. No holiday was checked against a publication.',
    noteAr:
      '١٧٢ يومًا دراسيًا بواقع خمسة أيام في الأسبوع: ٨٨ و٨٤. بعض المحافظات تدرس السبت أيضًا. لم تُراجع أي إجازة على منشور رسمي.',
    openWeekdays: fiveDays,
    certaintyOfWeek: 'published',
    entries: [
      ...rows('published', [
        ['term-1', 'term', ...firstTerm, '2025-09-20', '2026-01-22'],
        ['term-2', 'term', ...secondTerm, '2026-02-07', '2026-06-11'],
        ['exams-1', 'exam', 'Exams of the first term', 'امتحانات الفصل الدراسي الأول', '2026-01-10', '2026-01-22'],
      ]),
      ...rows('suggested', [
        ['october', 'holiday', 'Armed Forces Day', 'عيد القوات المسلحة', '2025-10-09'],
        ['christmas', 'holiday', 'Coptic Christmas', 'عيد الميلاد المجيد', '2026-01-07'],
        ['spring', 'holiday', ...spring, '2026-04-13'],
        ['eid-fitr', 'holiday', ...fitr, '2026-03-19', '2026-03-22'],
        ['eid-adha', 'holiday', ...adha, '2026-05-26', '2026-05-28'],
      ]),
    ],
  },

  'saudi-1447': {
    nameEn: 'Saudi Arabia 1447/48',
    nameAr: 'السعودية ١٤٤٧/١٤٤٨',
    year: '2025/2026',
    sources: [],
    noteEn:
      'No publication was found to check these days against: confirm each before you take it over. Further holidays of regions are published during the year; the days of Eid al-Adha are left out.',
    noteAr:
      'لم نجد منشورًا نراجع عليه هذه الأيام: تأكد من كل يوم قبل نقله. تُعلن إجازات المناطق الإضافية خلال العام، ولم تُدرج أيام عيد الأضحى.',
    openWeekdays: fiveDays,
    certaintyOfWeek: 'suggested',
    entries: rows('suggested', [
      ['term-1', 'term', ...firstTerm, '2025-08-24', '2026-01-08'],
      ['term-2', 'term', ...secondTerm, '2026-01-18', '2026-06-25'],
      ['national', 'holiday', 'National Day', 'اليوم الوطني', '2025-09-23', '2025-09-25'],
      ['extra-1', 'holiday', 'Additional holiday', 'إجازة إضافية', '2025-10-12'],
      ['autumn', 'holiday', 'Autumn holiday', 'إجازة الخريف', '2025-11-21', '2025-11-29'],
      ['extra-2', 'holiday', 'Additional holiday', 'إجازة إضافية', '2025-12-11', '2025-12-14'],
      ['founding', 'holiday', 'Founding Day', 'يوم التأسيس', '2026-02-22'],
      ['eid-fitr', 'holiday', ...fitr, '2026-03-06', '2026-03-28'],
    ]),
  },

  'emirates-2025': {
    nameEn: 'Emirates 2025/26',
    nameAr: 'الإمارات ٢٠٢٥/٢٠٢٦',
    year: '2025/2026',
    sources: ['albayan 1078718', 'misr-post 989963'],
    noteEn:
      'Only the week was found: Friday is a school day, and remote in Ramadan. Enter terms, holidays and Eids as the ministry publishes them.',
    noteAr:
      'لم نجد منشورًا إلا أيام الأسبوع: الجمعة يوم دراسة، وتكون عن بُعد في رمضان. أدخل الفصول والإجازات والأعياد كما تعلنها الوزارة.',
    openWeekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    certaintyOfWeek: 'published',
    entries: [],
  },
}
