import { createHash } from 'node:crypto'
import { studentsAtOnce } from '#contract/results/papers/papers.ts'
import {
  canonical,
  certificateKinds,
  kindsForLeavers,
  leaverKinds,
  type PaperFacts,
  type PaperKind,
  resultKinds,
} from '#contract/results/papers/content.ts'
import { invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { AccountsOfStudents } from './accounts.ts'
import { type StudentForPaper, studentsForPapers } from './facts.queries.ts'
import { looksOf } from './looks.ts'
import { type StandingPaper, standingPapers } from './papers.queries.ts'
import { statedOf, type Stated, termsStated } from './stated.rules.ts'

type Call = { db: Db; now: Date; school: { id: string; today: string }; accounts?: AccountsOfStudents }
type Chosen = {
  kind: PaperKind
  termId?: string | null | undefined
  classRoomId?: string | null | undefined
  studentIds?: readonly string[] | null | undefined
  text?: string | null | undefined
}

export type Planned = {
  student: StudentForPaper
  facts: PaperFacts
  factsHash: Buffer
  termId: string | null
  closingId: string | null
  closingIds: string[]
} & (
  | { state: 'new'; reason: null; before: [] }
  | { state: 'same'; reason: null; before: [StandingPaper] }
  | { state: 'replaces'; reason: null; before: StandingPaper[] }
  | { state: 'none'; reason: 'merged' | 'left' | 'notLeft' | 'noResult' | 'noYear'; before: [] }
)

/** What issuing papers of a kind would do, student by student. Throws 404 for a student of another school. */
export async function planned(call: Call, { kind, termId, classRoomId, studentIds, text }: Chosen) {
  const { db, school } = call
  if (!classRoomId && !studentIds && !kindsForLeavers.includes(kind)) throw invalid('Choose a class', 'classRoomId')
  mustDiffer(studentIds ?? [], 'A student is listed twice', 'studentIds')
  const isOfLeavers = kindsForLeavers.includes(kind) && !studentIds && !classRoomId
  const left = isOfLeavers ? { text, withResultOf: await termsStated(call, kind, termId ?? null) } : null
  const chosen = { classRoomId, studentIds, left, atMost: studentsAtOnce }
  const students = await studentsForPapers(db, school.id, chosen)
  if (studentIds && students.length < studentIds.length) throw notFound()
  if (students.length === 0) return []

  const ids = students.map(({ id }) => id)
  const looks = await looksOf(db, school.id)
  const known = await statedOf(call, kind, termId ?? null, ids)
  const standing = await standingPapers(db, school.id, { kind, termId: known.termId, studentIds: ids })
  const accounts = kind === 'clearance' ? await call.accounts?.(db, school.id, ids) : undefined
  return students.map((student): Planned => {
    const stated = known.of.get(student.id) ?? null
    const account = accounts?.get(student.id)
    const facts = {
      ...factsOf(kind, student, looks[kind].showsRecord, stated),
      ...(account && { accounts: account }),
    }
    const [closingId = null, ...closingIds] = stated?.closings ?? []
    const of = { termId: closingId && known.termId, closingId, closingIds: [...closingIds] }
    const about = { student, facts, factsHash: digestOf(facts), ...of }
    const reason = reasonAgainst(kind, student, stated !== null)
    if (reason) return { ...about, state: 'none', reason, before: [] }
    const own = standing.filter(({ studentId }) => studentId === student.id)
    return { ...about, ...decided(kind, about, own, school.today) }
  })
}

function reasonAgainst(kind: PaperKind, { leftOn, isOnRoll, isMerged }: StudentForPaper, hasFacts: boolean) {
  if (isMerged) return 'merged'
  if (resultKinds.includes(kind)) return hasFacts ? null : 'noResult'
  if (kind === 'conduct') return hasFacts ? null : 'noYear'
  if (kind === 'clearance') return null
  if (kind === 'leaving') return leftOn ? null : 'notLeft'
  return leftOn || !isOnRoll ? 'left' : null
}

/**
 * A certificate states facts of a day: the one of the same day is printed again, and earlier ones stay valid. A card stays the same as long
 * as its facts do; after that a new one replaces it.
 */
function decided(
  kind: PaperKind,
  about: Pick<Planned, 'factsHash'>,
  standing: readonly StandingPaper[],
  today: string,
) {
  const same = standing.find(({ factsHash }) => factsHash.equals(about.factsHash))
  if (certificateKinds.includes(kind))
    return same?.issuedOn === today ? again(same) : { state: 'new' as const, reason: null, before: [] as [] }
  if (same) return again(same)
  return standing.length > 0
    ? { state: 'replaces' as const, reason: null, before: [...standing] }
    : { state: 'new' as const, reason: null, before: [] as [] }
}

const again = (paper: StandingPaper) => ({ state: 'same' as const, reason: null, before: [paper] as [StandingPaper] })

/** Two contents with the same meaning have the same hash. */
export const digestOf = (content: unknown) => createHash('sha256').update(canonical(content)).digest()

/** Without the article, with which half of all Arabic family names begin, so that the initial says something. */
const initialOf = (name: string) => [...name.replace(/^ال(?=..)/u, '')][0] ?? ''

/** What is on papers that show the official record; a certificate is also worded for the sex of its student. */
const recordOf = (kind: PaperKind, { birthDate, nationalNumber, nationality, admittedOn, sex }: StudentForPaper) => ({
  birthDate,
  nationalNumber,
  nationality,
  admittedOn,
  ...(certificateKinds.includes(kind) && sex && { sex }),
})

const recordHidden = { birthDate: null, nationalNumber: null, nationality: null, admittedOn: null }

/** What only papers of some kinds state: it is missing on the others. */
const besideResult = ({ yearResult, brought, conduct }: Stated) => ({
  ...(yearResult && { yearResult }),
  ...(brought && { brought }),
  ...(conduct && { conduct }),
})

function factsOf(kind: PaperKind, student: StudentForPaper, showsRecord: boolean, given: Stated | null): PaperFacts {
  const { firstName, lastName, studentName, officialName, latinName, code, schoolName, gradeName, yearName } = student
  return {
    kind,
    schoolName,
    studentName: officialName ?? studentName,
    shortName: `${firstName} ${initialOf(lastName)}.`,
    code,
    gradeName: given?.gradeName ?? gradeName,
    classRoomName: given?.classRoomName ?? student.classRoomName,
    yearName: given?.yearName ?? yearName,
    ...(showsRecord ? recordOf(kind, student) : recordHidden),
    leftOn: leaverKinds.includes(kind) ? student.leftOn : null,
    attendance: given?.attendance ?? null,
    result: given?.result ?? null,
    ...(given && besideResult(given)),
    ...(latinName && { latinName }),
  }
}
