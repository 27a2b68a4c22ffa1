import { createHash } from 'node:crypto'
import { studentsAtOnce } from '#contract/papers/papers.ts'
import { canonical, type PaperFacts, type PaperKind } from '#contract/papers/content.ts'
import { invalid, notFound } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { type StudentForPaper, studentsForPapers } from './facts.queries.ts'
import { looksOf } from './looks.ts'
import { type StandingPaper, standingPapers } from './papers.queries.ts'
import { resultsForPapers, type ResultForPaper } from './results.rules.ts'

type Call = { db: Db; now: Date; school: { id: string; today: string } }
type Chosen = {
  kind: PaperKind
  termId?: string | null | undefined
  classRoomId?: string | null | undefined
  studentIds?: readonly string[] | null | undefined
}

export type Planned = {
  student: StudentForPaper
  facts: PaperFacts
  factsHash: Buffer
  termId: string | null
  closingId: string | null
} & (
  | { state: 'new'; reason: null; before: [] }
  | { state: 'same'; reason: null; before: [StandingPaper] }
  | { state: 'replaces'; reason: null; before: StandingPaper[] }
  | { state: 'none'; reason: 'left' | 'notLeft' | 'noResult'; before: [] }
)

/** What issuing papers of a kind would do, student by student. Throws 404 for a student of another school. */
export async function planned({ db, now, school }: Call, { kind, termId, classRoomId, studentIds }: Chosen) {
  if (!classRoomId && !studentIds && kind !== 'leaving') throw invalid('Choose a class', 'classRoomId')
  const left = kind === 'leaving' && !studentIds
  const students = await studentsForPapers(db, school.id, { classRoomId, studentIds, left, atMost: studentsAtOnce })
  if (studentIds && students.length < new Set(studentIds).size) throw notFound()
  if (students.length === 0) return []

  const ids = students.map(({ id }) => id)
  const looks = await looksOf(db, school.id)
  const term = kind === 'termCard' ? (termId ?? null) : null
  const results = term ? await resultsForPapers(db, { schoolId: school.id, studentIds: ids, termId: term, now }) : null
  const standing = await standingPapers(db, school.id, { kind, termId: term, studentIds: ids })
  return students.map((student): Planned => {
    const result = results?.get(student.id) ?? null
    const facts = factsOf(kind, student, looks[kind].showsRecord, result)
    const of = result && term ? { termId: term, closingId: result.closingId } : { termId: null, closingId: null }
    const about = { student, facts, factsHash: digestOf(facts), ...of }
    const reason = reasonAgainst(kind, student, result !== null)
    if (reason) return { ...about, state: 'none', reason, before: [] }
    return {
      ...about,
      ...decided(
        kind,
        about,
        standing.filter(({ studentId }) => studentId === student.id),
        school.today,
      ),
    }
  })
}

function reasonAgainst(kind: PaperKind, { leftOn, isOnRoll }: StudentForPaper, hasResult: boolean) {
  if (kind === 'termCard') return hasResult ? null : 'noResult'
  if (kind === 'leaving') return leftOn ? null : 'notLeft'
  return leftOn || !isOnRoll ? 'left' : null
}

/**
 * A certificate says how something is on a day: the same day's is printed again, and former ones stay true. Cards are the same as
 * long as what they state is the same; then another one takes their place.
 */
function decided(
  kind: PaperKind,
  about: Pick<Planned, 'factsHash'>,
  standing: readonly StandingPaper[],
  today: string,
) {
  const same = standing.find(({ factsHash }) => factsHash.equals(about.factsHash))
  if (kind === 'enrolment' || kind === 'leaving')
    return same?.issuedOn === today ? again(same) : { state: 'new' as const, reason: null, before: [] as [] }
  if (same) return again(same)
  return standing.length > 0
    ? { state: 'replaces' as const, reason: null, before: [...standing] }
    : { state: 'new' as const, reason: null, before: [] as [] }
}

const again = (paper: StandingPaper) => ({ state: 'same' as const, reason: null, before: [paper] as [StandingPaper] })

/** Of two texts with the same meaning the hash is the same. */
export const digestOf = (content: unknown) => createHash('sha256').update(canonical(content)).digest()

/** The article begins half of all Arabic family names, and says nothing of any of them. */
const initialOf = (name: string) => [...name.replace(/^ال(?=..)/u, '')][0] ?? ''

function factsOf(
  kind: PaperKind,
  student: StudentForPaper,
  showsRecord: boolean,
  given: ResultForPaper | null,
): PaperFacts {
  const { firstName, lastName, studentName, officialName, code, schoolName, gradeName, yearName } = student
  return {
    kind,
    schoolName,
    studentName: officialName ?? studentName,
    shortName: `${firstName} ${initialOf(lastName)}.`,
    code,
    gradeName: given?.gradeName ?? gradeName,
    classRoomName: given?.classRoomName ?? student.classRoomName,
    yearName: given?.yearName ?? yearName,
    birthDate: showsRecord ? student.birthDate : null,
    nationalNumber: showsRecord ? student.nationalNumber : null,
    nationality: showsRecord ? student.nationality : null,
    admittedOn: showsRecord ? student.admittedOn : null,
    leftOn: kind === 'leaving' ? student.leftOn : null,
    attendance: given?.attendance ?? null,
    result: given?.result ?? null,
  }
}
