/** A scheme with a paper, its written test, and the exams of the term, as a school would save it. */
export function schemeDraft(schoolId: string) {
  const part = (name: string, nameAr: string, weight: number, source: 'typed' | 'exams', final = false) => ({
    name,
    nameAr,
    weight,
    source,
    mean: 'points' as const,
    missing: 'zero' as const,
    final,
  })
  return {
    schoolId,
    name: 'نظام الفصل',
    parts: [
      part('Term paper', 'ورقة الفصل', 60, 'typed', true),
      part('Written test', 'اختبار تحريري', 20, 'typed'),
      part('Exams of the term', 'اختبارات الفصل', 20, 'exams'),
    ],
    bands: [
      { name: 'Passed', nameAr: 'ناجح', colour: '#15803d', from: 50 },
      { name: 'Failed', nameAr: 'دون المستوى', colour: '#b91c1c', from: 0 },
    ],
    rounding: 'none' as const,
    secondRoundCap: 50,
    gracePerCourse: 0,
    graceInAll: 0,
  }
}

/** Uses the scheme in every course of a grade, with 100 points and a pass mark of 50. */
export const usesOfGrade = (gradeId: string, schemeId: string) => [
  { gradeId, schemeId, fullMark: 100, passMark: 50, inTotal: true },
]
