export type MarksOfTerm = { fullMark: number | null; startsAt: number | null }

/** The marks as they are saved: a term begins with none where there is no full mark. */
export const marksToSave = ({ fullMark, startsAt }: MarksOfTerm): MarksOfTerm =>
  fullMark ? { fullMark, startsAt } : { fullMark: null, startsAt: null }
