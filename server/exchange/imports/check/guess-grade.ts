import { fold } from '#contract/language/fold.ts'
import { gradeCode, numberIn, stageIn } from '#server/school/grades/grade-names.rules.ts'

type Grade = { id: string; name: string }

/**
 * The grade of a class that does not exist yet: the one that its table names, else the one whose number is in the name of the class (4أ,
 * 6/ب, الرابع ج, Grade 4 B). Null if none or more than one fits.
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

/** What folders of other systems write for a grade (CEDS): two digits, or letters for the levels before the first grade. */
const codePattern = /^(?:0[1-9]|1[0-2]|PK|KG)$/
