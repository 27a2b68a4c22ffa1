import { fold } from '#contract/language/fold.ts'

type Grade = { id: string; name: string }

/**
 * The grade of a class that does not exist yet: the one its table names, else the one whose number stands in the name of
 * the class (4أ, 6/ب, الرابع ج, Grade 4 B). Null where none fits, or more than one does.
 */
export function guessedGrade(className: string, gradeName: string | null, grades: readonly Grade[]): string | null {
  if (gradeName) {
    const named = grades.filter(({ name }) => fold(name) === fold(gradeName))
    if (named.length === 1) return named[0]!.id
  }
  const both = `${gradeName ?? ''} ${className}`
  const number = numberIn(gradeName ?? '') ?? numberIn(className)
  const stage = stageIn(both)
  const fitting = grades.filter(
    ({ name }) =>
      numberIn(name) === number && (number !== null || stage !== null) && (stage === null || stageIn(name) === stage),
  )
  if (fitting.length === 1) return fitting[0]!.id
  const coded = codePattern.test(gradeName ?? '') ? grades.filter(({ name }) => gradeCode(name) === gradeName) : []
  return coded.length === 1 ? coded[0]!.id : null
}

/** What the folders of other systems write for a grade (CEDS): two digits, or a word for those before the first. */
const codePattern = /^(?:0[1-9]|1[0-2]|PK|KG)$/

/** That code of a grade by its name, counted through the stages as in Egypt; null where the name has no number. */
export function gradeCode(name: string): string | null {
  const [number, stage] = [numberIn(name), stageIn(name)]
  if (stage === 0) return number === 1 ? 'PK' : 'KG'
  if (number === null) return null
  const code = number + (stage === 2 ? 6 : stage === 3 ? 9 : 0)
  return code <= 12 ? String(code).padStart(2, '0') : null
}

const ordinals: string[][] = [
  ['الاول', 'اولي', 'first'],
  ['الثاني', 'ثانيه', 'second'],
  ['الثالث', 'ثالثه', 'third'],
  ['الرابع', 'رابعه', 'fourth'],
  ['الخامس', 'خامسه', 'fifth'],
  ['السادس', 'سادسه', 'sixth'],
  ['السابع', 'سابعه', 'seventh'],
  ['الثامن', 'ثامنه', 'eighth'],
  ['التاسع', 'تاسعه', 'ninth'],
  ['العاشر', 'عاشره', 'tenth'],
]

/** The number of a grade: 11 and 12 are two words in Arabic, الحادي عشر and الثاني عشر. */
function numberIn(text: string): number | null {
  const words = fold(text).split(/[\s/\\()._-]+/)
  if (words.includes('الحادي')) return 11
  if (words.some((word, at) => word === 'الثاني' && words[at + 1] === 'عشر')) return 12
  const at = ordinals.findIndex((names) => names.some((name) => words.includes(name)))
  if (at >= 0) return at + 1
  const [digits] = /\d{1,2}/.exec(words.join(' ')) ?? []
  return digits ? Number(digits) : null
}

const stages: string[][] = [
  ['kg', 'روضه', 'الروضه', 'تمهيدي', 'حضانه', 'kindergarten', 'nursery'],
  ['ابتدائي', 'الابتدائي', 'primary', 'elementary'],
  ['اعدادي', 'الاعدادي', 'متوسط', 'المتوسط', 'preparatory', 'prep', 'middle'],
  ['ثانوي', 'الثانوي', 'secondary', 'high'],
]

function stageIn(text: string): number | null {
  const words = fold(text).split(/[\s/\\()._\d-]+/)
  const at = stages.findIndex((names) => names.some((name) => words.includes(name)))
  return at < 0 ? null : at
}
