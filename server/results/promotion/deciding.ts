import { fold } from '#contract/language/fold.ts'
import type { promotions } from '#contract/results/promotion/promotions.ts'
import { invalid, notFound, Refusal } from '#server/base/errors.ts'
import { refusedTogether } from '#server/call/concurrent-edit.ts'
import type { Context } from '#server/call/implement.ts'
import type { PlannedTarget } from './facts.queries.ts'
import { misfit, type Placed } from './placing.rules.ts'
import type { PlannedTurn } from './planning.ts'
import { filtered } from './rows.ts'

type Input = Context<typeof promotions.decide>['input']
type Item = NonNullable<Input['items']>[number]
type Stored = { studentId: string; decision: Placed['decision']; toClassId: string | null }

/** The decisions of a call, for each student that it names or for all rows that it shows. Throws if one of them is not possible. */
export function decidedBy(found: PlannedTurn, { items, show, classRoomId, decision = null }: Input): Stored[] {
  if ((items == null) === (show == null)) throw invalid('Invalid input', 'items')
  if (classRoomId && !found.classes.some(({ id }) => id === classRoomId)) throw notFound()
  if (!items)
    return filtered(found, { show: show!, classRoomId, text: null }).map(({ pupil }) => ({
      studentId: pupil.id,
      decision,
      toClassId: null,
    }))

  const byId = new Map(found.all.map((one) => [one.pupil.id, one]))
  const byCode = new Map(found.all.map((one) => [fold(one.pupil.code), one]))
  const stored = new Map<string, Stored>()
  const refusals: [number, Refusal][] = []
  for (const [index, item] of items.entries())
    try {
      const one = studentOf(item, byId, byCode)
      if (stored.has(one.pupil.id)) throw invalid('A student is listed twice', item.studentId ? 'studentId' : 'code')
      stored.set(one.pupil.id, decidedOne(found, one, item))
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      refusals.push([index, problem])
    }
  if (refusals.length > 0) throw refusedTogether(refusals)
  return [...stored.values()]
}

function studentOf(
  { studentId, code }: Item,
  byId: ReadonlyMap<string, Placed>,
  byCode: ReadonlyMap<string, Placed>,
): Placed {
  if ((studentId == null) === (code == null)) throw invalid('Invalid input', 'studentId')
  if (studentId) {
    const one = byId.get(studentId)
    if (!one) throw notFound()
    return one
  }
  const one = byCode.get(fold(code!))
  if (!one) throw invalid('No student of the old year has this code', 'code')
  return one
}

function decidedOne(found: PlannedTurn, one: Placed, { decision = null, toClassId, toClassName }: Item): Stored {
  const { pupil } = one
  if (toClassId == null && toClassName == null) return { studentId: pupil.id, decision, toClassId: null }

  const from = found.classes.find(({ id }) => id === pupil.classId)!
  const next = found.grades.find(({ gradeId }) => gradeId === from.gradeId)!.nextGradeId
  const field = toClassId ? 'toClassId' : 'toClassName'
  if (decision === 'wait' || decision === 'leave') throw invalid('Invalid input', field)
  // A class alone decides only on students who are undecided: it must not make a repeater of somebody who moves up.
  const standing = decision ?? one.decision
  const wanted = gradesFor(standing, { own: from.gradeId, next })
  const target = targetOf(found, wanted, { toClassId, toClassName, languageId: from.languageId })
  if (!wanted.includes(target.gradeId)) {
    const isOther = decision === null && [next, from.gradeId].includes(target.gradeId)
    throw isOther
      ? invalid('This class contradicts the decision on the student; change the decision first', field)
      : invalid('This class is of another grade', field)
  }
  const reason = misfit(target, pupil, from, target.gradeId)
  if (reason) throw invalid(reason, field)
  const follows = target.gradeId === next ? ('up' as const) : ('repeat' as const)
  const isByResult = pupil.decision === null && one.decision === follows && decision === null
  return { studentId: pupil.id, decision: isByResult ? null : follows, toClassId: target.id }
}

/** The grades of the classes in which a student can be placed. */
function gradesFor(standing: Placed['decision'], { own, next }: { own: string; next: string | null }) {
  if (standing === null) return [next, own]
  if (standing === 'repeat') return [own]
  return standing === 'up' ? [next] : []
}

type Named = { toClassId?: string | null | undefined; toClassName?: string | null | undefined; languageId: string }

/**
 * A class by id or by name. Of several classes with the same name, the one in the first grade of the order and in the student's language.
 */
function targetOf(
  { targets }: PlannedTurn,
  wanted: readonly (string | null)[],
  { toClassId, toClassName, languageId }: Named,
): PlannedTarget {
  if (toClassId) {
    const target = targets.find(({ id }) => id === toClassId)
    if (!target) throw notFound()
    return target
  }
  const named = targets.filter(({ name }) => fold(name) === fold(toClassName!))
  const rank = ({ gradeId, languageId: language }: PlannedTarget) =>
    (wanted.includes(gradeId) ? wanted.indexOf(gradeId) : wanted.length) * 2 + Number(language !== languageId)
  const [target] = named.toSorted((a, b) => rank(a) - rank(b))
  if (!target) throw invalid('No class of the next year has this name', 'toClassName')
  return target
}
