import type { OutputOf, ReadInputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results/results.ts'
import { isStale } from '#server/call/concurrent-edit.ts'
import { changedMeanwhile, invalid, notFound } from '#server/base/errors.ts'
import type { CellChange } from './marks.queries.ts'

type Grid = OutputOf<typeof results.grid>
type Sent = ReadInputOf<typeof results.save>['marks'][number]

/**
 * The cells of a save, after checking all of them: valid, changed from the stored version, and of pupils in the grid. Computed parts accept
 * a state but no mark.
 */
export function cellsToStore(grid: Grid, marks: readonly Sent[]): CellChange[] {
  const keys = new Set(marks.map(({ studentId, partId, round }) => `${studentId} ${partId} ${round ?? 1}`))
  if (keys.size < marks.length) throw invalid('A cell is listed twice', 'marks')
  return marks.map((sent, at) => cellToStore(grid, sent, `marks[${at}]`))
}

function cellToStore(grid: Grid, sent: Sent, place: string): CellChange {
  const { studentId, partId, mark = null, state = null, reason = null, baseVersion } = sent
  const round = sent.round ?? 1
  const student = grid.students.find((one) => one.studentId === studentId)
  if (!student) throw notFound()
  const { fullMark, isComputed, present } =
    round === 2 ? ofSecond(grid, student, partId) : ofPart(grid, student, partId)
  if (round === 2 && mark !== null && !mayHaveSecond(student))
    throw invalid('This student has no second round in this course', `${place}.mark`)
  if (mark !== null && state !== null) throw invalid('Enter a mark or a state, not both', `${place}.state`)
  if (mark !== null && isComputed) throw invalid('This part is computed; it takes no mark', `${place}.mark`)
  if (mark !== null && mark > fullMark) throw invalid('The result is above the full mark', `${place}.mark`)
  if (isStale(baseVersion, present.version)) throw changedMeanwhile({ current: grid, field: `${place}.baseVersion` })
  return { studentId, partId, round, mark, state, origin: originOf(sent, present.origin), reason }
}

/** A correction without an origin keeps the stored one; an empty cell has none. */
function originOf({ mark, state, origin }: Sent, present: string | null) {
  if ((mark ?? null) === null && (state ?? null) === null) return null
  return origin === undefined ? present : origin
}

type Student = Grid['students'][number]

const mayHaveSecond = ({ figures, now }: Student) =>
  [figures, now ?? figures].some(({ needsSecondRound, round }) => needsSecondRound || round === 2)

function ofSecond(grid: Grid, { second }: Student, partId: string) {
  if (partId !== grid.courseId || !grid.hasSecondRound) throw notFound()
  return { fullMark: grid.fullMark, isComputed: false, present: second }
}

function ofPart(grid: Grid, { cells }: Student, partId: string) {
  const nth = grid.parts.findIndex(({ id }) => id === partId)
  const part = grid.parts[nth]
  if (!part) throw notFound()
  return { fullMark: part.fullMark, isComputed: part.source !== 'typed', present: cells[nth]! }
}
