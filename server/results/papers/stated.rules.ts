import { type PaperFacts, type PaperKind, resultKinds } from '#contract/results/papers/content.ts'
import type { Db } from '#server/db/db.ts'
import { conductForPapers } from './conduct.queries.ts'
import { resultsForPapers } from './results.rules.ts'
import { termsOfSameYear } from './year-results.queries.ts'
import { yearsForPapers } from './year-results.rules.ts'

type Call = { db: Db; now: Date; school: { id: string; today: string } }

/** What papers of some kinds state in addition to the student, with the closings of results from which it comes. */
export type Stated = Partial<
  Pick<
    PaperFacts,
    'result' | 'attendance' | 'yearName' | 'gradeName' | 'classRoomName' | 'yearResult' | 'brought' | 'conduct'
  >
> & { closings?: readonly string[] }

type StatedOf = { termId: string | null; of: ReadonlyMap<string, Stated> }

/** By student, for students of whom there is something to state. `termId` is the term under which papers of results are stored. */
export async function statedOf(
  { db, now, school }: Call,
  kind: PaperKind,
  termId: string | null,
  studentIds: readonly string[],
): Promise<StatedOf> {
  if (kind === 'conduct') {
    return { termId: null, of: await conductForPapers(db, school.id, studentIds, school.today) }
  }
  if (!termId) return { termId: null, of: new Map() }
  const asked = { schoolId: school.id, studentIds, termId, now }
  if (kind === 'termCard') {
    const results = await resultsForPapers(db, asked)
    const stated = [...results].map(([id, { closingId, ...rest }]) => [id, { ...rest, closings: [closingId] }] as const)
    return { termId, of: new Map(stated) }
  }
  if (kind !== 'yearCard') return { termId: null, of: new Map() }
  const years = await yearsForPapers(db, asked)
  const [first] = years.values()
  return {
    termId: first?.termId ?? termId,
    of: new Map([...years].map(([id, { termId: _, ...rest }]) => [id, rest] as const)),
  }
}

/** The terms whose results a kind of paper states; null for kinds without results. */
export async function termsStated({ db, school }: Pick<Call, 'db' | 'school'>, kind: PaperKind, termId: string | null) {
  if (!resultKinds.includes(kind)) return null
  if (!termId || kind === 'termCard') return termId ? [termId] : []
  return (await termsOfSameYear(db, school.id, termId)).map(({ id }) => id)
}
