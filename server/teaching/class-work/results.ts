import type * as z from 'zod/mini'
import type { Permission } from '#contract/language/permissions.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { storeWork, type WorkSent } from './works.ts'
import { publishWork, fields, type Setting } from './class-work.ts'
import type { WorkTable } from '#server/db/work-tables.ts'
import { refusedTogether, isStale } from '#server/call/concurrent-edit.ts'
import { changedMeanwhile, conflict, forbidden, invalid, notFound, type Refusal } from '#server/base/errors.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { locked, type Kept, resultsOfStudents, writeResults, type WrittenResult } from './results.queries.ts'

/** A rating as it is sent. An absent field stays unchanged; null clears it. */
export type Rating = {
  result?: number | null | undefined
  tookPart?: boolean | null | undefined
  deliveredDate?: string | null | undefined
}

export type RatingOfStudent = Rating & { studentId: string; baseVersion?: number | null | undefined }

/** What is rated, and the schema of the result that the operation returns. */
type Rated = { kind: WorkTable; workId: string; output: z.ZodMiniType }

/** Rates one student's work (api.md §8.3) and returns the result. */
export async function rateOne(context: Setting, rated: Rated, mark: RatingOfStudent) {
  const [row] = await rate(context, rated, [mark], {
    current: (rows) => toWire(rated.output, rows[0], { aliases: true }),
    refused: ([[, refusal]]) => refusal,
  })
  return row!
}

/** Rates the work of several students, all or none (api.md §8.8). Returns their results in the order sent. */
export async function rateSeveral(context: Setting, rated: Rated, marks: RatingOfStudent[]) {
  const students = new Set(marks.map(({ studentId }) => studentId))
  if (students.size < marks.length) throw invalid('A student is listed twice', 'items')
  return rate(context, rated, marks, {
    current: (rows) => toWire(rated.output, rows, { aliases: true }),
    refused: refusedTogether,
  })
}

type Refusals = [[number, Refusal], ...[number, Refusal][]]

type Answering = {
  /** The current rows of the results that were changed in the meantime, for the refusal. */
  current: (rows: unknown[]) => unknown
  refused: (refusals: Refusals) => Refusal
}

async function rate(context: Setting, { kind, workId }: Rated, marks: RatingOfStudent[], answering: Answering) {
  const { db, school } = context
  const studentIds = marks.map(({ studentId }) => studentId)
  const { work, stored } = await locked(db, kind, school.id, workId, studentIds)
  if (!work) throw notFound()

  const today = school.today
  const stale = marks.filter(({ studentId, baseVersion }) => {
    const before = stored.get(studentId)
    return before && isStale(baseVersion, before.version)
  })
  const current = stale.length > 0 ? answering.current(await rowsOf(context, kind, workId, stale)) : undefined
  const refusals = marks.flatMap((mark, index): [number, Refusal][] => {
    const refusal =
      (stored.has(mark.studentId) ? refusalOf(kind, mark, work.rate, today) : notFound()) ??
      (work.completed ? conflict('A completed year cannot be changed') : null) ??
      (stale.includes(mark) ? changedMeanwhile({ current }) : null)
    return refusal ? [[index, refusal]] : []
  })
  if (refusals.length > 0) throw answering.refused(refusals as Refusals)

  const changed = marks.flatMap((mark) => {
    const before = stored.get(mark.studentId)!
    const after = afterRating(kind, before, mark, today)
    return differs(before, after) ? [{ studentId: mark.studentId, ...after }] : []
  })
  if (changed.length > 0) await store(context, kind, workId, changed)
  return rowsOf(context, kind, workId, marks)
}

/** Stores results. Notifies the parents, and the open screens that show the results. */
async function store(
  { db, user, school }: Setting,
  kind: WorkTable,
  workId: string,
  changed: (Kept & { studentId: string })[],
) {
  const written = await writeResults(db, { kind, schoolId: school.id, workId }, changed)
  const of = { schoolId: school.id, actorId: user.id }
  const seen = written.filter(({ isDraft }) => !isDraft)
  const idsOf = (rows: WrittenResult[]) => rows.map(({ studentId }) => studentId)
  const studentIds = idsOf(seen.filter(({ isCorrected }) => !isCorrected))
  const corrected = idsOf(seen.filter(({ isCorrected }) => isCorrected))
  await publish(db, { event: 'result', ...of, payload: { kind, workId, studentIds } }, studentIds.length > 0)
  if (corrected.length > 0)
    await publish(db, { event: 'mark corrected', ...of, payload: { examId: workId, studentIds: corrected } })
  await signalChanges(
    db,
    written.map(({ studentId, version }) => ({ topic: kind, id: workId, studentId, version })),
  )
}

/** The results of these students as they are returned, in the same order. */
async function rowsOf(
  { db, school }: Setting,
  kind: WorkTable,
  workId: string,
  students: readonly { studentId: string }[],
) {
  const ids = students.map(({ studentId }) => studentId)
  const rows = await resultsOfStudents(db, kind, { schoolId: school.id, reach: wholeSchool }, workId, ids)
  const byStudent = new Map(rows.map((row) => [row.studentId, row]))
  return ids.map((id) => byStudent.get(id)!)
}

type Adding = {
  kind: WorkTable
  /** Permissions to rate; one of them is needed if the request contains a result. */
  rates: readonly Permission[]
  store?: (work: WorkSent) => Promise<{ workId: string }>
}

/** Sets work for one student, with the result if one was sent, and returns it. */
export async function addForOne<Work extends WorkSent>(
  context: Setting,
  sent: Work & Rating & { studentId: string },
  { kind, rates, store = (work) => storeWork(context, kind, work, { forOne: true }) }: Adding,
) {
  const { db, school, may } = context
  const { studentId } = sent
  const isRated = sent.result != null || sent.tookPart != null || sent.deliveredDate != null
  if (isRated && !rates.some((key) => may(key))) throw forbidden()

  const today = school.today
  const refusal = refusalOf(kind, sent, sent.rate, today)
  if (refusal) throw refusal

  const { workId } = await store({ ...sent, studentIds: [studentId] })
  if (isRated)
    await writeResults(
      db,
      { kind, schoolId: school.id, workId },
      [{ studentId, ...afterRating(kind, notRated, sent, today) }],
      { isNew: true },
    )
  await publishWork(context, kind, [{ workId, studentIds: [studentId] }])
  const [row] = await rowsOf(context, kind, workId, [sent])
  return row!
}

const notRated: Kept = { result: null, tookPart: null, deliveredDate: null }

/** Why a rating is refused; the checks that all kinds share. */
function refusalOf(kind: WorkTable, { result, deliveredDate }: Rating, fullMark: number, today: string) {
  if (result != null && result > fullMark) return invalid('The result is above the full mark', fields[kind].result)
  return deliveredDate && deliveredDate > today ? invalid('This date cannot be used', 'deliveredDate') : null
}

/**
 * A result after a rating (api.md §8.3): the fields that were sent, with these rules. A result alone means that the student
 * took part. A cleared rating means that the work was not handed in. Work that is handed in without a day was handed in today.
 * Work that was not handed in has no day.
 */
function afterRating(kind: WorkTable, before: Kept, sent: Rating, today: string): Kept {
  if (sent.result === null && sent.tookPart === null) return notRated
  const part = sent.tookPart == null && sent.result != null ? true : sent.tookPart
  const tookPart = part === undefined ? before.tookPart : part
  const result = sent.result === undefined ? before.result : sent.result
  if (kind !== 'homework' || tookPart === false) return { result, tookPart, deliveredDate: null }
  return { result, tookPart, deliveredDate: sent.deliveredDate ?? dayOf(before, sent, tookPart, today) }
}

const dayOf = (before: Kept, { deliveredDate }: Rating, tookPart: boolean | null, today: string) =>
  deliveredDate === undefined ? (before.deliveredDate ?? (tookPart ? today : null)) : null

const differs = (before: Kept, after: Kept) =>
  before.result !== after.result || before.tookPart !== after.tookPart || before.deliveredDate !== after.deliveredDate
