import { expect, test } from 'vitest'
import { latinProposal } from '#contract/language/latin-proposal.ts'
import { boys, girls } from '#test/world/names.ts'
import { amongRemarks, isPrivate, odditiesOf } from './remark-oddities.ts'

const everybody = [...boys, ...girls]
const about = (body: string, more: object = {}) => ({
  body,
  language: 'ar' as const,
  names: ['مازن', 'سامي', 'الخياط'],
  sex: 'male',
  figures: [82.5, 100, 3],
  ...more,
})
const among = (bodies: string[] = []) => amongRemarks(everybody, bodies)
const odd = (body: string, more: object = {}) => odditiesOf(about(body, more), among([body]))

test('another name of the grade is odd, the own one and a word of every day are not', () => {
  expect(odd('رقية تشارك في الدرس')).toEqual(['otherName'])
  expect(odd('مازن يشارك في الدرس وهو نور الفصل')).toEqual([])
})

test('words for a boy about a girl are odd, in both languages; an unknown sex is said', () => {
  expect(odd('طالبة مجتهدة')).toEqual(['sex'])
  expect(odd('She reads well', { language: 'en' })).toEqual(['sex'])
  expect(odd('He reads well', { language: 'en' })).toEqual([])
  expect(odd('طالب مجتهد', { sex: null })).toEqual(['unknownSex'])
  expect(odd('يقرأ جيدًا', { sex: null })).toEqual([])
})

test('a text of four pupils, a number that is not the mark, and one that is too long for the paper are odd', () => {
  const copied = 'أداء جيد'
  expect(odditiesOf(about(copied), among([copied, copied, copied]))).toEqual([])
  expect(odditiesOf(about(copied), among([copied, copied, copied, copied]))).toEqual(['repeated'])
  expect(odd('حصل على ٨٢٫٥ من 100 وغاب 3 أيام')).toEqual([])
  expect(odd('حصل على 92')).toEqual(['figure'])
  expect(odd('أ'.repeat(351))).toEqual(['long'])
})

test.each([
  'غاب كثيرًا بسبب مرضه',
  'نتمنى الشفاء للمريض',
  'لم تسدد المصروفات بعد',
  'His diabetes needs care',
  'Fees are unpaid',
])('%s speaks of what is no matter of a card', (body) => {
  expect(isPrivate(body)).toBe(true)
  expect(odd(body, { sex: null })).toContain('private')
})

test.each(['نتائجه مرضية', 'يبذل جهدًا كبيرًا في مادة التربية الدينية', 'He feels at home', 'كل الشكر للأسرة'])(
  '%s does not',
  (body) => expect(isPrivate(body)).toBe(false),
)

/** How teachers begin and end what they write: `{of a boy|of a girl}`. Some words are names too, some speak of things and not of the pupil. */
const openings = {
  ar: [
    '{n} {طالب متميز يشارك|طالبة متميزة تشارك} بأفكاره في كل درس',
    '{يقرأ|تقرأ} {n} بطلاقة، {ويكتب|وتكتب} بخط واضح',
    'مستوى {n} في تقدم، وكل الأمل في المزيد',
    '{أظهر|أظهرت} {n} تعاونًا جميلًا مع {زملائه|زميلاتها} في الفصل',
    '{يحب|تحب} {n} القراءة، وهي عادة تستحق التشجيع',
    'نشكر أسرة {n} على متابعتها، ونرى ثمرة ذلك هنا كل يوم',
    '{n} {هادئ ومهذب|هادئة ومهذبة}، {وينصت|وتنصت} جيدًا إلى الشرح',
    'حضور {n} منتظم، {وكراساته|وكراساتها} نظيفة ومرتبة',
    '{تحسن|تحسنت} {n} في جدول الضرب من 6 إلى 9',
    '{ابننا|ابنتنا} {n} نور الفصل {بأخلاقه|بأخلاقها}',
  ],
  en: [
    '{n} reads fluently and writes with care',
    '{n} has made good progress since September and takes part in every lesson',
    'It is a joy to have {n} in class: {he|she} listens and asks good questions',
    '{n} works well with others and helps whoever needs it',
    '{n} knows {his|her} tables up to 9 and checks {his|her} work',
    'We hope {n} keeps the will to read at home, too',
    '{n} is calm and polite, and {his|her} notebooks are neat',
    '{n} could do even better with ten minutes of reading a day',
  ],
}
const endings = {
  ar: [
    'وننتظر {منه|منها} المزيد في الفصل القادم.',
    'ونوصي بقراءة قصة كل أسبوع.',
    '{ويحتاج|وتحتاج} إلى مراجعة الإملاء في البيت.',
    'مع أطيب التمنيات بالنجاح.',
    '{وعليه|وعليها} أن {يراجع|تراجع} الدرس قبل النوم بربع ساعة.',
    'والرياضيات مادة {يبرع|تبرع} {فيها|فيها}، فهنيئًا {له|لها}.',
    'وقد {شارك|شاركت} في الإذاعة المدرسية مرتين.',
    'بارك الله {فيه|فيها}.',
    '{وسلوكه|وسلوكها} قدوة {لزملائه|لزميلاتها}.',
    'وخطوة بعد خطوة {يصل|تصل} إلى ما {يريد|تريد}.',
  ],
  en: [
    '. Please practise spelling together.',
    '. Well done!',
    ', and the second term will show it.',
    '. The next step is longer texts.',
    '; {he|she} should be proud of {himself|herself}.',
    '. Thank you for your support at home.',
    '. A little more courage in discussions would help {him|her}.',
  ],
}

/** Where the words for the pupil, or the verb beside the name, say he or she. A verb elsewhere may speak of other things. */
const gendered = {
  ar: [
    '{n} {طالب|طالبة} من أفضل من عرفت',
    '{يقرأ|تقرأ} {n} بطلاقة',
    '{n} {يحرص|تحرص} على الحضور',
    '{أظهر|أظهرت} {n} تعاونًا جميلًا',
    'كراسات {n} مرتبة {وسلوكه|وسلوكها} قدوة',
    'نشكر أسرة {n} على {ابننا الخلوق|ابنتنا الخلوقة}',
    'مستوى {n} طيب {وهادئ|وهادئة} في الفصل',
    'أحسن {n} العمل مع {زملائه|زميلاتها}',
    '{هو|هي} قدوة في النظام',
    'الصف كله يحب {n} {لأخلاقه|لأخلاقها}',
  ],
  en: [
    '{n} reads well and {he|she} writes with care',
    '{n} checks {his|her} work',
    'More courage would help {him|her}',
    '{n} can be proud of {himself|herself}',
  ],
}

const written = (text: string, name: string, isGirl: boolean) =>
  text.replaceAll('{n}', name).replaceAll(/\{([^|}]+)\|([^}]+)\}/g, isGirl ? '$2' : '$1')

type Careful = Parameters<typeof odditiesOf>[0]

/** A thousand remarks of a grade of this language, as careful teachers write them. */
function carefully(language: 'ar' | 'en'): Careful[] {
  const names = language === 'ar' ? everybody : everybody.map((name) => latinProposal(name)!)
  return Array.from({ length: 1000 }, (_, nth) => {
    const isGirl = nth % names.length >= boys.length
    const opening = openings[language][nth % openings[language].length]!
    const ending = endings[language][(nth * 7 + Math.floor(nth / 10)) % endings[language].length]!
    const name = names[nth % names.length]!
    const body = `${written(opening, name, isGirl)}${language === 'ar' ? '، ' : ''}${written(ending, name, isGirl)}`
    return { ...about(body), language, names: [name], sex: isGirl ? 'female' : 'male' }
  })
}

/** What the check says of remarks of a grade, each with its text replaced by `faulty`. */
function oddIn(grade: readonly Careful[], faulty: (one: Careful, nth: number) => Careful = (one) => one) {
  const others = amongRemarks(
    grade.map(({ names }) => names[0]!),
    grade.map(({ body }) => body),
  )
  return grade.map((one, nth) => odditiesOf(faulty(one, nth), others))
}

const grades = <T>(all: readonly T[]) => Array.from({ length: 10 }, (_, nth) => all.slice(nth * 100, (nth + 1) * 100))

test.each(['ar', 'en'] as const)('of a thousand careful remarks (%s) at most twenty are called odd', (language) => {
  const odd = grades(carefully(language)).flatMap((grade) => oddIn(grade).filter((one) => one.length > 0))
  expect(odd.length).toBeLessThanOrEqual(20)
})

test.each(['ar', 'en'] as const)('a hundred planted faults of each kind (%s) are all found', (language) => {
  const words = new Set(['نور', 'فرح', 'ملك', 'جنى', 'هنا'].flatMap((name) => [name, latinProposal(name)]))
  const own = carefully(language)
    .filter(({ names }) => !words.has(names[0]!))
    .slice(0, 100)
  const wrongNames = oddIn(own, (one, nth) => {
    const name = own[(nth + 1) % own.length]!.names[0]!
    return { ...one, body: one.body.replace(one.names[0]!, name) }
  })
  expect(wrongNames.filter((odd) => !odd.includes('otherName'))).toEqual([])
  const swapped = own.map((one, nth) => {
    const text = gendered[language][nth % gendered[language].length]!
    return { ...one, body: written(text, one.names[0]!, one.sex === 'male') }
  })
  const missed = swapped.filter((one) => !odditiesOf(one, amongRemarks([], [])).includes('sex'))
  expect(missed.map(({ body }) => body)).toEqual([])
  const copied = oddIn(own.map((one) => ({ ...one, body: own[0]!.body })))
  expect(copied.filter((odd) => !odd.includes('repeated'))).toEqual([])
})
