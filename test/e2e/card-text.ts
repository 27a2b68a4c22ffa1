import type { PrintedPaper } from '#contract/results/papers/papers.ts'
import { textsOf } from './house.ts'
import { drawn, isSame, type PdfPage } from './pdf-text.ts'

type Language = 'ar' | 'en' | 'both'
type Named = { name: string; nameAr: string | null } | null
type Course = NonNullable<PrintedPaper['content']['result']>['courses'][number]

const eastern = '٠١٢٣٤٥٦٧٨٩'

/** Writes what the server answers as a report card of these languages does. */
function writer(language: Language, easternDigits: boolean) {
  const spoken = language === 'both' ? (['ar', 'en'] as const) : [language]
  const isEastern = spoken[0] === 'ar' && easternDigits
  const words = (key: string) => spoken.map((one) => textsOf(one)(`paper.${key}`))
  const figure = (value: string | number) =>
    isEastern
      ? String(value)
          .replace(/\d/g, (digit) => eastern[Number(digit)]!)
          .replaceAll('.', '٫')
      : String(value)
  return {
    figure,
    mark: (value: string | null) => (value === null ? '—' : figure(value)),
    words,
    word: (key: string, between = ' ') => words(key).join(between),
    name: (named: Named) => {
      if (!named) return '—'
      const inArabic = named.nameAr ?? named.name
      if (language !== 'both') return language === 'ar' ? inArabic : named.name
      return inArabic === named.name ? inArabic : `${inArabic} ${named.name}`
    },
    day: (day: string) => {
      const [year, month, date] = day.split('-').map(Number) as [number, number, number]
      const named = new Intl.DateTimeFormat(spoken[0] === 'ar' ? 'ar-EG' : 'en-GB', { month: 'long', timeZone: 'UTC' })
      return `${figure(date)} ${named.format(Date.UTC(year, month - 1, 15))} ${figure(year)}`
    },
    side: language === 'both' ? ' / ' : ' ',
  }
}

/** The differences between a page of a PDF and the report card that the server answered; empty if all digits agree. */
export function otherOnPage({ texts, rows }: PdfPage, paper: PrintedPaper, language: Language): string[] {
  const table = tableOf(paper, language)
  const wrong = table
    .map((row, nth) => [row.map(drawn).join('|'), (rows[nth] ?? []).map(drawn).join('|')] as const)
    .filter(([wanted, found]) => wanted !== found)
    .map(([wanted, found]) => `row: ${wanted} is ${found}`)
  if (rows.length !== table.length) wrong.push(`rows: ${table.length} are ${rows.length}`)

  const known = new Set(factsOf(paper, language).map(drawn))
  const all = texts.map(drawn)
  wrong.push(...[...known].filter((fact) => !all.some((one) => isSame(one, fact))).map((fact) => `missing: ${fact}`))
  const cells = new Set(rows.flat().map(drawn))
  const figures = all.filter((text) => /\p{Nd}/u.test(text) && !text.endsWith('/verify'))
  wrong.push(...figures.filter((text) => !known.has(text) && !cells.has(text)).map((text) => `nobody's: ${text}`))
  return wrong
}

function tableOf({ content }: PrintedPaper, language: Language) {
  const { result } = content
  const write = writer(language, true)
  const parts = result!.courses[0]!.parts
  const shown = (part: Course['parts'][number]) =>
    part.state && part.mark === null ? write.word(`state.${part.state}`) : write.mark(part.mark)
  return [
    [
      write.word('course'),
      ...parts.map(write.name),
      write.word('total'),
      write.word('fullMark'),
      '%',
      write.word('band'),
    ],
    ...result!.courses.map((course) => [
      course.name,
      ...course.parts.map(shown),
      course.state ? write.word(`state.${course.state}`, write.side) : write.mark(course.total),
      write.mark(course.fullMark),
      write.mark(course.percent),
      write.name(course.band),
    ]),
    [
      write.word('sum', write.side),
      write.mark(result!.total),
      write.mark(result!.fullMark),
      write.mark(result!.percent),
      write.name(result!.band),
    ],
  ]
}

function factsOf({ content, look }: PrintedPaper, language: Language) {
  const { figure, day, words } = writer(language, true)
  const { result, attendance } = content
  return [
    content.schoolName,
    content.studentName,
    content.code,
    content.gradeName,
    content.classRoomName,
    result!.termName,
    figure(`${content.number}/${content.year}`),
    day(content.day),
    ...[content.yearName, content.nationalNumber].flatMap((text) => (text === null ? [] : [figure(text)])),
    ...[content.birthDate, content.admittedOn].flatMap((text) => (text === null ? [] : [day(text)])),
    ...(look.showsRank && result!.rank !== null ? [figure(result!.rank)] : []),
    ...(look.showsAttendance && attendance ? Object.values(attendance).map(figure) : []),
    ...words(result!.passed ? 'passed' : 'notPassed'),
    ...look.signatures.flatMap(({ title, name }) => [title, ...(name === null ? [] : [name])]),
    ...[look.header, look.footer].flatMap((text) => text ?? []),
  ]
}
