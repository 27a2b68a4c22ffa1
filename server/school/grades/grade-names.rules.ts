import { fold } from '#contract/language/fold.ts'

/**
 * The code of a grade in other systems (CEDS), from its name. The grades are counted through all stages, as in Egypt. Null if
 * the name contains no number.
 */
export function gradeCode(name: string): string | null {
  const [number, stage] = [numberIn(name), stageIn(name)]
  if (stage === 0) return number === 1 ? 'PK' : 'KG'
  if (number === null || number < 1 || number > 12) return null
  const before = (stage !== null && gradesBefore[stage]) || 0
  if (before === 0 || number <= 3) return String(before + number).padStart(2, '0')
  // Some schools count through all stages and also write the stage.
  return number >= before - 1 && number <= before + 3 ? String(number).padStart(2, '0') : null
}

/** How many grades come before the first one of a stage. */
const gradesBefore: Record<number, number> = { 2: 6, 3: 9 }

// The same words as in `grade_rank`, by which the database sorts grades.
const ordinals: string[][] = [
  ['الاول', 'اول', 'الاولي', 'اولي', 'first'],
  ['الثاني', 'ثاني', 'تاني', 'الثانيه', 'ثانيه', 'تانيه', 'second'],
  ['الثالث', 'ثالث', 'تالت', 'الثالثه', 'ثالثه', 'تالته', 'third'],
  ['الرابع', 'رابع', 'الرابعه', 'رابعه', 'fourth'],
  ['الخامس', 'خامس', 'الخامسه', 'خامسه', 'fifth'],
  ['السادس', 'سادس', 'السادسه', 'سادسه', 'sixth'],
  ['السابع', 'سابع', 'السابعه', 'سابعه', 'seventh'],
  ['الثامن', 'ثامن', 'الثامنه', 'ثامنه', 'eighth'],
  ['التاسع', 'تاسع', 'التاسعه', 'تاسعه', 'ninth'],
  ['العاشر', 'عاشر', 'العاشره', 'عاشره', 'tenth'],
  ['الحادي', 'حادي', 'الحاديه', 'حاديه', 'eleventh'],
  ['twelfth'],
]

/** The number of a grade. In Arabic, 11 and 12 are two words: الحادي عشر and الثاني عشر. */
export function numberIn(text: string): number | null {
  const words = fold(text).split(/[\s/\\()._-]+/)
  if (words.some((word, at) => ordinals[1]!.includes(word) && /^عشره?$/.test(words[at + 1] ?? ''))) return 12
  const at = ordinals.findIndex((names) => names.some((name) => words.includes(name)))
  if (at >= 0) return at + 1
  const [digits] = /\d{1,2}/.exec(words.join(' ')) ?? []
  return digits ? Number(digits) : null
}

const stages: string[][] = [
  ['kg', 'روضه', 'الروضه', 'رياض', 'تمهيدي', 'التمهيدي', 'حضانه', 'الحضانه', 'kindergarten', 'nursery'],
  ['ابتدائي', 'الابتدائي', 'ابتدائيه', 'الابتدائيه', 'primary', 'elementary'],
  [
    'اعدادي',
    'الاعدادي',
    'اعداديه',
    'الاعداديه',
    'متوسط',
    'المتوسط',
    'متوسطه',
    'المتوسطه',
    'preparatory',
    'prep',
    'middle',
  ],
  ['ثانوي', 'الثانوي', 'ثانويه', 'الثانويه', 'secondary', 'high'],
]

export function stageIn(text: string): number | null {
  const words = fold(text).split(/[\s/\\()._\d-]+/)
  const at = stages.findIndex((names) => names.some((name) => words.includes(name)))
  return at < 0 ? null : at
}
