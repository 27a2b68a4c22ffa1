import type { ReactNode } from 'react'
import type { OwnSchool } from '#web/lib/slices.ts'
import type { Grade, ResultChoices } from './plan.ts'

/** Changes what the address says is chosen; an empty text takes it out. */
export type Choose = (changes: Record<string, string>) => void

/** A term of a school, and what is chosen in it. */
export type TermProps = {
  school: OwnSchool
  termId: string
  data: ResultChoices
  query: URLSearchParams
  choose: Choose
  termChoice: ReactNode
}

/** The same in one grade. */
export type GradeProps = TermProps & { grade: Grade; gradeChoice: ReactNode }
