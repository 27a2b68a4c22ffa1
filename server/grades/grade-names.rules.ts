import { fold } from '#contract/language/fold.ts'

/** The code by which other systems know a grade (CEDS), by its name, counted through the stages as in Egypt; null where the name has no number. */
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
export function numberIn(text: string): number | null {
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

export function stageIn(text: string): number | null {
  const words = fold(text).split(/[\s/\\()._\d-]+/)
  const at = stages.findIndex((names) => names.some((name) => words.includes(name)))
  return at < 0 ? null : at
}
