import { fold } from '#contract/language/fold.ts'
import type { Page, PageRequest } from '#server/db/page.ts'
import type { PromotedRow, RowFilter } from './outcomes.queries.ts'
import { isChanged, type Placed } from './placing.rules.ts'
import type { PlannedTurn } from './planning.ts'

/** The students of a draft that match a filter. */
export function filtered({ all }: Pick<PlannedTurn, 'all'>, { show, classRoomId, text }: RowFilter) {
  const searched = fold(text ?? '') || text?.trim()
  return all.filter(
    (one) =>
      isShown(one, show) &&
      (!classRoomId || one.pupil.classId === classRoomId) &&
      (!searched || fold(`${one.pupil.name} ${one.pupil.code}`).includes(searched)),
  )
}

function isShown(one: Placed, show: RowFilter['show']) {
  const { pupil, decision, toClassId, problem } = one
  if (show === 'all') return true
  if (show === 'undecided') return decision === null
  if (show === 'byHand') return pupil.decision !== null || pupil.toClassId !== null
  if (show === 'changed') return isChanged(one)
  if (show === 'problems') return problem !== null
  if (show === 'withoutResult') return pupil.result === null
  if (show === 'unpaid') return !pupil.isPaid
  if (show === 'placed') return toClassId !== null
  return decision === show
}

/** A page of the students of a draft, by class and name. */
export function pageOfDraft(found: PlannedTurn, filter: RowFilter, { limit, offset }: PageRequest): Page<PromotedRow> {
  const classes = new Map(found.classes.map((one, index) => [one.id, { ...one, index }]))
  const targets = new Map(found.targets.map((one, index) => [one.id, { ...one, index }]))
  const compare = new Intl.Collator('ar', { numeric: true }).compare
  const place = ({ pupil, toClassId }: Placed) =>
    filter.show === 'placed' ? targets.get(toClassId!)!.index : classes.get(pupil.classId)!.index
  const shown = filtered(found, filter).toSorted(
    (one, other) =>
      place(one) - place(other) ||
      compare(one.pupil.name, other.pupil.name) ||
      (one.pupil.code < other.pupil.code ? -1 : 1),
  )
  const rows = shown.slice(offset, offset + limit).map(({ pupil, decision, toClassId, problem, choices }) => ({
    studentId: pupil.id,
    studentName: pupil.name,
    code: pupil.code,
    classRoomId: pupil.classId,
    classRoomName: classes.get(pupil.classId)!.name,
    gradeName: classes.get(pupil.classId)!.gradeName,
    result: pupil.result,
    percent: pupil.percent,
    isPaid: pupil.isPaid,
    decision,
    toClassId,
    toClassName: (toClassId && targets.get(toClassId)?.name) ?? null,
    toGradeName: (toClassId && targets.get(toClassId)?.gradeName) ?? null,
    byHand: pupil.decision !== null || pupil.toClassId !== null,
    problem,
    choices,
    outcome: null,
  }))
  return { rows, total: shown.length }
}
