import type { OutputOf } from '#contract/language/operation.ts'
import { blankPart } from '#contract/results/results/scheme-rules.ts'
import type { resultSchemes } from '#contract/results/results/schemes.ts'

type Preset = OutputOf<typeof resultSchemes.presets>[number]
type Part = Preset['parts'][number]

const part = (id: string, name: string, nameAr: string, weight: number, more: Partial<Part> = {}): Part => ({
  ...blankPart,
  id,
  name,
  nameAr,
  weight,
  ...more,
})

const nths = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع']

const assessments = (weights: readonly number[]) =>
  weights.map((weight, nth) => part(`a${nth + 1}`, `Assessment ${nth + 1}`, `التقييم ${nths[nth]}`, weight))

/** Colour bands for primary grades as they were published, each with its sentence. */
const colours: Preset['bands'] = [
  {
    name: 'Blue',
    nameAr: 'أزرق',
    says: 'The learner exceeded expectations in gaining the required knowledge and skills.',
    saysAr: 'فاق المتعلم التوقعات في اكتساب المعارف والمهارات المطلوبة.',
    colour: '#1d4ed8',
    from: 85,
  },
  {
    name: 'Green',
    nameAr: 'أخضر',
    says: 'The learner has the required knowledge and skills.',
    saysAr: 'امتلك المتعلم المعارف والمهارات المطلوبة.',
    colour: '#15803d',
    from: 65,
  },
  {
    name: 'Yellow',
    nameAr: 'أصفر',
    says: 'The learner needs some support.',
    saysAr: 'المتعلم في حاجة إلى بعض الدعم.',
    colour: '#ca8a04',
    from: 50,
  },
  {
    name: 'Red',
    nameAr: 'أحمر',
    says: 'The learner has not mastered the knowledge and skills and still needs much support.',
    saysAr: 'لم يتقن المتعلم المعارف والمهارات ولا يزال في حاجة إلى كثير من الدعم.',
    colour: '#b91c1c',
    from: 0,
  },
]

const base = {
  country: 'EG',
  collectedIn: 2026,
  fullMark: 100,
  passMark: 50,
  rounding: 'none',
  secondRoundCap: null,
  gracePerCourse: 0,
  graceInAll: 0,
} as const

const nothingContradicts = { contradicts: null, contradictsAr: null }

const sources = 'elbalad 6719087, elmogaz 834113, elaosboa 2455237'
const colourSources = 'elbalad 6592950, alwafd 5091297'

/**
 * Distributions of marks collected from the press of 2025/26. Some contradict each other, and their text says so. Parts whose names were
 * not published have neutral names. None applies until a school saves it.
 */
export const schemePresets: Preset[] = [
  {
    ...base,
    key: 'egyptPrimary12',
    name: 'Primary 1–2, 2025/26',
    nameAr: 'الابتدائي: الصفان الأول والثاني 2025/2026',
    source: `${sources}; ${colourSources}`,
    ...nothingContradicts,
    parts: assessments([20, 20, 20, 20, 10, 5, 5]),
    bands: colours,
  },
  {
    ...base,
    key: 'egyptPrimary36',
    name: 'Primary 3–6, 2025/26',
    nameAr: 'الابتدائي: من الثالث إلى السادس 2025/2026',
    source: `${sources}; ${colourSources}`,
    contradicts:
      'Masr Times leaves out the weekly 5, so that its parts before the exam make 35 instead of 40; it prints the formula for scaling with the smallest mark, although its own sentence speaks of the greatest.',
    contradictsAr:
      'مصر تايمز يُسقط درجات التقييم الأسبوعي الخمس فيصير مجموع الأجزاء قبل الامتحان 35 بدل 40، ويطبع معادلة التحويل بأصغر درجة مع أن جملته تتحدث عن أكبر درجة.',
    parts: [
      ...assessments([5, 5, 5, 5, 5, 10, 5]),
      part('exam', 'Term exam', 'امتحان نهاية الفصل الدراسي', 60, { final: true }),
    ],
    bands: colours,
  },
  {
    ...base,
    key: 'egyptPreparatory',
    name: 'Preparatory 1–2, 2025/26',
    nameAr: 'الإعدادي: الصفان الأول والثاني 2025/2026',
    source: `${sources}; masrawy 2836403, egnews24 680039`,
    ...nothingContradicts,
    parts: [
      part('weekly', 'Weekly tests', 'التقييمات الأسبوعية', 20, { source: 'exams', word: 'أسبوعي' }),
      part('month1', 'First month', 'اختبار الشهر الأول', 15),
      part('month2', 'Second month', 'اختبار الشهر الثاني', 15),
      part('homework', 'Homework', 'الواجبات', 10, { source: 'homework' }),
      part('conduct', 'Conduct and attendance', 'السلوك والمواظبة', 10),
      part('exam', 'Term exam', 'امتحان نهاية الفصل الدراسي', 30, { final: true }),
    ],
    bands: [],
    secondRoundCap: 50,
  },
  {
    ...base,
    key: 'saudiConduct',
    country: 'SA',
    passMark: 0,
    name: 'Conduct of 100 in the term average, 2025/26 (as a course of its own)',
    nameAr: 'السلوك من 100 ضمن المعدل الفصلي 2025/2026 (كمادة مستقلة)',
    source: 'okaz 2209611; okaz 2215298',
    ...nothingContradicts,
    parts: [part('conduct', 'Conduct', 'السلوك', 100, { source: 'conduct' })],
    bands: [],
  },
  {
    ...base,
    key: 'saudiAttendance',
    country: 'SA',
    passMark: 0,
    name: 'Attendance of 100 in the term average, 2025/26 (as a course of its own)',
    nameAr: 'المواظبة من 100 ضمن المعدل الفصلي 2025/2026 (كمادة مستقلة)',
    source: 'okaz 2209611, dlelsaudi 442593',
    contradicts:
      'The site dlelsaudi takes a whole mark for a day in the week before and after a holiday, and a quarter for each lateness only from the third; here every day takes half a mark and every lateness a quarter. Sabq and Okaz disagree for which stage more than 10 % of absence bars for the year and for which for the term.',
    contradictsAr:
      'موقع dlelsaudi يخصم درجة كاملة عن يوم الغياب في الأسبوع السابق للإجازة واللاحق لها، وربع درجة عن كل تأخر ابتداءً من الثالث فقط؛ أما هنا فيُخصم نصف درجة عن كل يوم وربع درجة عن كل تأخر. وتختلف سبق وعكاظ في المرحلة التي يُحرم طالبها للعام والتي يُحرم طالبها للفصل إذا تجاوز الغياب 10%.',
    parts: [
      part('attendance', 'Attendance', 'المواظبة', 100, { source: 'attendance', perAbsence: 0.5, perLate: 0.25 }),
    ],
    bands: [],
  },
]
