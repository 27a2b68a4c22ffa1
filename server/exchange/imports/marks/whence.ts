import type { MarksOf } from './marks.queries.ts'

type Said = { [Of in keyof MarksOf]?: MarksOf[Of] | undefined }

/** What a person said of it; what they left out is not known. */
export const marksMeant = ({ yearName, termName, courseName, fullMark }: Said): MarksOf => ({
  yearName: yearName ?? null,
  termName: termName ?? null,
  courseName: courseName ?? null,
  fullMark: fullMark ?? null,
})

export const noMarks: MarksOf = { yearName: null, termName: null, courseName: null, fullMark: null }
