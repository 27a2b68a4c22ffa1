import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textsIn } from './locale-files.ts'

type Texts = { [key: string]: string | Texts }

const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  )

const arabic = flat(textsIn('ar') as Texts)
const english = new Map(flat(textsIn('en') as Texts))

/** A word of Arabic with or without its article and what is written onto it. */
const word = (stems: string) => new RegExp(`(?<!\\p{L})(?:[وبلك]?ال|لل|[وبلك])?(?:${stems})(?![\\p{L}\\p{M}])`, 'u')

const textsWith = (unwanted: RegExp, where = (_: string) => true) =>
  arabic.filter(([key, text]) => where(key) && unwanted.test(text))

test('the paid place of a student has one name in Arabic', () => {
  expect(textsWith(word('مقعد|مقعدًا|مقعدان|مقعدين|مقاعد'))).toEqual([])
})

test('the school year has one name in Arabic', () => {
  expect(textsWith(/(?<!\p{L})(?:ال)?سنة (?:ال)?دراسية|(?:هذه|في) السنة/u)).toEqual([])
})

test('the rows of a table are lines in Arabic: the other word names the grades', () => {
  const ofRows = (key: string) => {
    const [stem] = key.split(/_(?:zero|one|two|few|many|other)$/)
    return /\brows?\b/i.test(english.get(key) ?? english.get(`${stem}_other`) ?? '')
  }
  const rows = word('صف|صفًا|صفان|صفين|صفوف|صفوفًا|صفوفه')
  expect(textsWith(rows, ofRows)).toEqual([])
  const ofGrades = (key: string) => /grade/i.test(english.get(key) ?? key)
  expect(textsWith(rows, (key) => key.startsWith('imports.') && !ofGrades(key))).toEqual([])
  expect(textsWith(word('أسطر'))).toEqual([])
})

test('adding a student and adding work for one student are called differently', () => {
  const texts = textsIn('ar') as { marks: Record<string, string> }
  expect(texts.marks.forOne).not.toMatch(/^إضافة/)
})

test('attendance that nobody recorded is not called unrated', () => {
  expect(english.get('attendance.notYet')).toBe('Not taken yet')
  expect(new Map(arabic).get('attendance.notYet')).toBe('لم يُسجَّل بعد')
})

/** The Arabic of exports, notifications and the audit, line by line; names of permissions are the specification's. */
const ofServer = [
  'contract/platform/audit/acts.ts',
  'contract/platform/audit/acts-of-operator.ts',
  'contract/platform/audit/acts-of-students.ts',
  'server/exchange/exports/headings.ts',
  'server/exchange/exports/list-titles.ts',
  'server/exchange/exports/words.ts',
  'server/messages/push/notice-texts.rules.ts',
  'server/run/operator/child-export.queries.ts',
  'server/run/operator/child-page.ts',
  'server/results/results/sheet-words.ts',
].flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, at): [string, string] => [`${file}:${at + 1}`, line]),
)

const ofOfficialPaper = (text: string) => /شهاد(?:ة|ات) ترك/.test(text)

describe('one thing has one name in Arabic', () => {
  test.for<[string, RegExp]>([
    ['امتحان', word('اختبار|اختبارًا|اختباران|اختبارين|اختبارات')],
    ['الدرجة العظمى', /الدرجة (?:النهائية|الكاملة)/],
    ['إعلانات', word('منشورات')],
    ['إجازة', word('عطلة|عطلات')],
    ['شهور', word('أشهر')],
    ['رسالة قصيرة', /\p{Script=Arabic}[^']*SMS|رسالة نصية|رسائل نصية/u],
    ['ميجابايت', /ميغابايت/],
    ['فترة الدعم الفني', /نافذة الدعم/],
    ['طريقة الدفع', /نوع الدفع|أنواع الدفع/],
    ['وسائل التواصل', /جه(?:ة|ات) (?:ال)?اتصال/],
    ['شهادة درجات', /بطاق(?:ة|ات) (?:ال)?درجات/],
    ['%', /٪/],
    ['إنهاء العام', /(?:إتمام|إغلاق) (?:العام|عام|\{\{year)/],
    ['مفعّل', word('نشط|نشطة|نشطين|نشطون')],
    ['كود الطالب', /الاسم أو الرمز\.|هذا الرمز موجود/],
  ])('%s', ([, another]) => {
    expect([...arabic, ...ofServer].filter(([, text]) => another.test(text))).toEqual([])
  })

  test('إلغاء التفعيل, since إيقاف is a suspension', () => {
    const ofActivation = (key: string) => /deactivat|schoolActivation|classActivation/i.test(key)
    const suspension = /إيقاف|أُوقف|أوقف|يُوقف|الموقوف/
    expect(textsWith(suspension, ofActivation)).toEqual([])
    expect(ofServer.filter(([, text]) => /activat/i.test(text) && suspension.test(text))).toEqual([])
  })

  test('غادر, beside the official certificate', () => {
    const left = textsWith(/(?<![\p{L}\p{M}])(?:ال)?ترك(?:وا)?(?![\p{L}\p{M}])/u, (key) => !key.startsWith('paper.'))
    expect(left.filter(([, text]) => !ofOfficialPaper(text))).toEqual([])
  })

  test('اصطحاب, beside the headings that files may have', () => {
    expect(textsWith(word('استلام|يستلم'), (key) => key.startsWith('imports.'))).toEqual([])
  })
})

test('a reader is addressed as one person in Arabic', () => {
  expect(textsWith(/حفظتم|(?:يمكن|لدي|علي|مدرست|حساب)كم/)).toEqual([])
})

test('a notification names its subject: the step of a rule, an official paper', () => {
  const ofInbox = arabic.filter(([key]) => key.startsWith('inbox.kind.'))
  expect(ofInbox.filter(([, text]) => /خطوة(?! من قواعد الغياب)|(?<!شهادة أو )ورقة/.test(text))).toEqual([])
})
