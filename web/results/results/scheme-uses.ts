import type { OutputOf } from '#contract/language/operation.ts'
import type { resultSchemes } from '#contract/results/results/schemes.ts'

export type StoredUses = OutputOf<typeof resultSchemes.uses>
export type Use = Omit<StoredUses['uses'][number], 'schemeVersion'>

/** What a person can change of a use. */
export const plainUse = ({ gradeId, courseId, schemeId, fullMark, passMark, inTotal }: Use) => ({
  gradeId,
  courseId,
  schemeId,
  fullMark,
  passMark,
  inTotal,
})

/** What an editor of the uses is drawn from. The version stays as it is where a term is closed or opened again. */
export const keyOfUses = ({ version, uses }: StoredUses) =>
  [version, ...uses.map(({ closed }) => (closed ? 'closed' : 'open'))].join(' ')
