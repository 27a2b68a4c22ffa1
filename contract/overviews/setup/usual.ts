/** The setup steps for which there are usual values. */
export const usualSteps = ['languages', 'grades', 'year', 'courses'] as const

/** The stages of a school in Egypt, in order. */
export const usualStages = ['kindergarten', 'primary', 'preparatory', 'secondary'] as const

/** The languages in which the usual values have names. */
export const namingLanguages = ['ar', 'en'] as const

export type UsualStep = (typeof usualSteps)[number]
export type UsualStage = (typeof usualStages)[number]
export type NamingLanguage = (typeof namingLanguages)[number]

type Names = Record<NamingLanguage, string>

/** The language of most schools, by each of its names in the platform's list. */
export const usualLanguage = ['العربية', 'اللغة العربية', 'عربي', 'Arabic']

const grades: Record<UsualStage, Names[]> = {
  kindergarten: [
    { ar: 'روضة أولى', en: 'KG 1' },
    { ar: 'روضة ثانية', en: 'KG 2' },
  ],
  primary: numbered('Primary', 'الابتدائي', 6),
  preparatory: numbered('Preparatory', 'الإعدادي', 3),
  secondary: numbered('Secondary', 'الثانوي', 3),
}

const course = {
  arabic: { ar: 'اللغة العربية', en: 'Arabic' },
  english: { ar: 'اللغة الإنجليزية', en: 'English' },
  mathematics: { ar: 'الرياضيات', en: 'Mathematics' },
  science: { ar: 'العلوم', en: 'Science' },
  social: { ar: 'الدراسات الاجتماعية', en: 'Social studies' },
  religion: { ar: 'التربية الدينية', en: 'Religious education' },
  computers: { ar: 'تكنولوجيا المعلومات', en: 'Information technology' },
  art: { ar: 'التربية الفنية', en: 'Art' },
  sports: { ar: 'التربية الرياضية', en: 'Physical education' },
  discover: { ar: 'اكتشف', en: 'Discover' },
  secondLanguage: { ar: 'اللغة الأجنبية الثانية', en: 'Second foreign language' },
  physics: { ar: 'الفيزياء', en: 'Physics' },
  chemistry: { ar: 'الكيمياء', en: 'Chemistry' },
  biology: { ar: 'الأحياء', en: 'Biology' },
  history: { ar: 'التاريخ', en: 'History' },
  geography: { ar: 'الجغرافيا', en: 'Geography' },
  philosophy: { ar: 'الفلسفة والمنطق', en: 'Philosophy and logic' },
} satisfies Record<string, Names>

const { arabic, english, mathematics, religion, sports, art } = course

const courses: Record<UsualStage, Names[]> = {
  kindergarten: [arabic, english, mathematics, course.discover, religion],
  primary: [arabic, english, mathematics, course.science, course.social, religion, course.computers, art, sports],
  preparatory: [arabic, english, mathematics, course.science, course.social, religion, course.computers, art, sports],
  secondary: [
    arabic,
    english,
    course.secondLanguage,
    mathematics,
    course.physics,
    course.chemistry,
    course.biology,
    course.history,
    course.geography,
    course.philosophy,
    religion,
    sports,
  ],
}

/** The grades of some stages, from the youngest to the oldest. */
export const usualGrades = (stages: readonly UsualStage[], language: NamingLanguage) => named(grades, stages, language)

/** The courses of some stages, each once. */
export const usualCourses = (stages: readonly UsualStage[], language: NamingLanguage) => [
  ...new Set(named(courses, stages, language)),
]

/** The English name of a usual course, for papers in English. */
export const englishCourse = (name: string) =>
  Object.values(courses)
    .flat()
    .find(({ ar }) => ar === name)?.en ?? null

/** The school year to which a day belongs (in summer the next one), with its months from September to May. */
export function usualYear(today: string, language: NamingLanguage) {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const first = month >= 7 ? year : year - 1
  const monthName = new Intl.DateTimeFormat(language === 'ar' ? 'ar-EG' : 'en', { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 9 }, (_, nth) => {
    const from = new Date(Date.UTC(first, 8 + nth, 1))
    const to = new Date(Date.UTC(first, 9 + nth, 0))
    return { name: monthName.format(from), startDate: dayOf(from), endDate: dayOf(to) }
  })
  return { name: `${first}/${first + 1}`, months }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const named = (of: Record<UsualStage, Names[]>, stages: readonly UsualStage[], language: NamingLanguage) =>
  usualStages.filter((stage) => stages.includes(stage)).flatMap((stage) => of[stage].map((names) => names[language]))

function numbered(en: string, ar: string, count: number): Names[] {
  const ordinals = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس']
  return ordinals.slice(0, count).map((ordinal, nth) => ({ ar: `الصف ${ordinal} ${ar}`, en: `${en} ${nth + 1}` }))
}
