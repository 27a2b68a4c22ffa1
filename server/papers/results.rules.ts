import type { PaperFacts } from '#contract/papers/content.ts'
import type { Db } from '#server/db/db.ts'

/** What a card of results states beyond the student, from the closing of a term that was published. */
export type ResultForPaper = Pick<PaperFacts, 'result' | 'attendance' | 'yearName'> & {
  closingId: string
  gradeName: string
  classRoomName: string
}

export const resultsForPapers = async (
  _db: Db,
  _schoolId: string,
  _studentIds: readonly string[],
  _termId: string,
): Promise<Map<string, ResultForPaper>> => new Map()
