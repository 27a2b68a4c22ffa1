import type { OutputOf } from '#contract/language/operation.ts'
import type { resultSchemes } from '#contract/results/schemes.ts'

type Preset = OutputOf<typeof resultSchemes.presets>[number]
type Part = Preset['parts'][number]

const part = (id: string, name: string, nameAr: string, weight: number, more: Partial<Part> = {}): Part => ({
  id,
  name,
  nameAr,
  weight,
  source: 'typed',
  month: null,
  word: null,
  mean: 'points',
  best: null,
  missing: 'zero',
  perAbsence: null,
  perLate: null,
  final: false,
  minimum: null,
  ...more,
})

const nths = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع']

const assessments = (weights: readonly number[]) =>
  weights.map((weight, nth) => part(`a${nth + 1}`, `Assessment ${nth + 1}`, `التقييم ${nths[nth]}`, weight))

/** Colours of primary as they were published, of 2025/26. */
const colours: Preset['bands'] = [
  { name: 'Blue', nameAr: 'أزرق', colour: '#1d4ed8', from: 85 },
  { name: 'Green', nameAr: 'أخضر', colour: '#15803d', from: 65 },
  { name: 'Yellow', nameAr: 'أصفر', colour: '#ca8a04', from: 50 },
  { name: 'Red', nameAr: 'أحمر', colour: '#b91c1c', from: 0 },
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

const sources = 'elbalad 6719087, elmogaz 834113, elaosboa 2455237'
const colourSources = 'elbalad 6592950, alwafd 5091297'

/**
 * Distributions of marks as they were collected from press of 2025/26. They contradict each other in places, which is
 * said; names of parts that were not published are neutral. None applies until a school saves it.
 */
export const schemePresets: Preset[] = [
  {
    ...base,
    key: 'egyptPrimary12',
    name: 'Primary 1–2, 2025/26',
    nameAr: 'الابتدائي: الصفان الأول والثاني 2025/2026',
    source: `${sources}; ${colourSources}`,
    contradicts: null,
    parts: assessments([20, 20, 20, 20, 10, 5, 5]),
    bands: colours,
  },
  {
    ...base,
    key: 'egyptPrimary36',
    name: 'Primary 3–6, 2025/26',
    nameAr: 'الابتدائي: من الثالث إلى السادس 2025/2026',
    source: `${sources}; ${colourSources}`,
    contradicts: 'masrtimes 597090',
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
    contradicts: null,
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
]
