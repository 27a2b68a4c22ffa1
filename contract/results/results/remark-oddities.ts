import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'

/** What may be wrong with a remark: a hint for who reads the proofs. It forbids nothing. */
export const oddities = ['otherName', 'sex', 'unknownSex', 'repeated', 'figure', 'long', 'private'] as const
export type Oddity = (typeof oddities)[number]

type About = {
  body: string
  language: 'ar' | 'en'
  /** The first name first. */
  names: readonly string[]
  sex: string | null
  /** Numbers that may stand in it, such as the total and the days of absence. */
  figures: readonly (number | null)[]
}

/** What the remarks of a grade are compared with: the first names of its pupils, and how often each text was written. */
type Among = { firstNames: ReadonlySet<string>; times: (body: string) => number }

/** About six lines of a report card on A4 beside the marks of ten courses. */
export const roomOnPaper = 350

export function odditiesOf({ body, language, names, sex, figures }: About, { firstNames, times }: Among): Oddity[] {
  const words = wordsOf(body)
  const own = new Set(names.flatMap(wordsOf))
  const speaksOf = [...genderIn(words, language), ...genderOfVerbs(words, fold(names[0] ?? ''))]
  const found: Record<Oddity, boolean> = {
    otherName: words.some((word) => firstNames.has(word) && !own.has(word) && !ordinary.has(word)),
    sex: sex !== null && speaksOf.some((one) => one !== sex),
    unknownSex: sex === null && speaksOf.length > 0,
    repeated: times(body) > 3,
    figure: numbersIn(body).some((number) => !figures.includes(number)),
    long: body.length > roomOnPaper,
    private: isPrivate(body),
  }
  return oddities.filter((one) => found[one])
}

/**
 * Whether a remark seems to speak of health, religion or fees, which are no matter of a report card. A hint beside the field and among the
 * proofs: the words also have other meanings.
 */
export const isPrivate = (body: string) => wordsOf(body).some((word) => ofPrivacy.has(bare(word)))

/** The names of a grade and its texts, as remarks are compared with them. */
export function amongRemarks(firstNames: readonly string[], bodies: readonly string[]): Among {
  const counts = new Map<string, number>()
  for (const body of bodies) counts.set(fold(body), (counts.get(fold(body)) ?? 0) + 1)
  return { firstNames: new Set(firstNames.flatMap(wordsOf)), times: (body) => counts.get(fold(body)) ?? 0 }
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}']+/u)
    .filter((word) => word.length > 1)

/** First names that are words of every day, too: as such they stand in many remarks. */
const ordinary = folded(
  'نور فرح أمل جميل كريم هدى سعيد حسن صادق رضا نجاح وفاء إيمان حنان سلام ملك جنى هنا إحسان حلا جمال كمال أمين فضل عزيز مبارك سما joy grace hope will mark faith',
)

const ofGender = {
  en: { male: folded('he his him himself boy'), female: folded('she her hers herself girl') },
  ar: { male: folded('هو إنه لديه'), female: folded('هي إنها لديها') },
}

/** Words for a pupil, and of what is his or hers: also behind "and", "to" and "with", which Arabic writes together with them. */
const ofPupil = {
  male: folded(
    'طالب الطالب تلميذ التلميذ ابننا ابنكم مجتهد مهذب خلوق متفوق هادئ سلوكه أخلاقه زملائه زملاؤه مستواه أداؤه أدائه قدراته كراساته',
  ),
  female: folded(
    'طالبة الطالبة تلميذة التلميذة ابنتنا ابنتكم مجتهدة مهذبة خلوقة متفوقة هادئة سلوكها أخلاقها زملائها زملاؤها زميلاتها مستواها أداؤها أدائها قدراتها كراساتها',
  ),
}

/** Verbs of report cards, without the letter that says he or she. */
const verbs = folded(
  'قرأ كتب حتاج شارك حب حرص نصت بذل سعى ظهر ستطيع جتهد ساعد ؤدي لتزم واظب حفظ فهم تعاون تقدم تميز تقن عمل نجز ستحق تفوق هتم ستمع حترم سأل تابع تحسن راجع حل',
)
/** Of what was done. Without the ending of "she", some are also nouns (تقدم): these say nothing. */
const done = folded('أظهر أنجز اجتهد التزم أتقن واظب حقق بذل أحرز حصل')
const mayBeNouns = folded('تقدم تحسن تفوق تميز شارك تعاون ساعد')

const ofPrivacy = folded(
  'sick illness disease hospital medicine medication autism autistic adhd asthma diabetes diabetic epilepsy disability disabled ' +
    'muslim christian coptic church mosque fees unpaid debt debts arrears instalment instalments ' +
    'مرض مرضه مرضها مريض مريضة علاجه علاجها مستشفى إعاقة إعاقته إعاقتها توحد سكري ربو صرع ' +
    'مسلم مسلمة مسيحي مسيحية قبطي قبطية ديانة ديانته ديانتها كنيسة مسجد ' +
    'مصروفات مصروفاته مصروفاتها مديونية ديون أقساط متأخرات',
)

/** An Arabic word without the conjunction, preposition and article that are written with it. */
const bare = (word: string) => (ofPrivacy.has(word) ? word : word.replace(/^[وف]?(?:لل|[بكل]?(?:ال)?)/u, ''))

const sexes = ['male', 'female'] as const

const genderIn = (words: readonly string[], language: 'ar' | 'en') =>
  sexes.filter((sex) =>
    words.some(
      (word) =>
        ofGender[language][sex].has(word) ||
        ofPupil[sex].has(word) ||
        ofPupil[sex].has(word.replace(/^[وف]?[لب]?/u, '')),
    ),
  )

/** What verbs beside the own name say: before it, or after it at the beginning, where nobody else can be meant ("his mother needs"). */
function genderOfVerbs(words: readonly string[], firstName: string) {
  const beside = words.filter((_, nth) => words[nth + 1] === firstName || (nth === 1 && words[0] === firstName))
  return beside.flatMap((word) => {
    const [, letter, verb] = /^[وف]?([يت])(.+)$/u.exec(word) ?? []
    if (verb && verbs.has(verb) && !mayBeNouns.has(word))
      return letter === 'ي' ? ('male' as const) : ('female' as const)
    if (done.has(word)) return 'male' as const
    const she = word.replace(/ت$/u, '')
    return she !== word && (done.has(she) || mayBeNouns.has(she)) ? ('female' as const) : []
  })
}

/** Numbers of two digits and more, or with a share of a hundred: "7 of his friends" is no mark. */
const numbersIn = (body: string) =>
  [...asciiDigits(body).matchAll(/\d+(?:[.,]\d+)?(?=\s*[%٪])|\d\d+(?:[.,]\d+)?/g)].map(([text]) =>
    Number(text.replace(',', '.')),
  )

function folded(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map((word) => fold(word)))
}
