import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { PromotionPlan } from '#contract/results/promotion/promotion-shapes.ts'
import type { Db } from '#server/db/db.ts'
import { balanceOf, coinsToRenew } from '#server/platform/payments/seats.queries.ts'
import {
  type FromClass,
  gradesInOrder,
  type NextGrade,
  nextClasses,
  oldClasses,
  type PlannedTarget,
  studentsToPromote,
  type Turn,
} from './facts.queries.ts'
import { type Parts, copiedParts } from './parts.queries.ts'
import { type Placed, placed } from './placing.rules.ts'
import type { Options, StoredPromotion } from './promotions.queries.ts'
import { yearByName } from './years.queries.ts'

export type Plan = z.output<typeof PromotionPlan>

/** A draft with everything that follows from it. */
export type PlannedTurn = {
  turn: Turn
  options: Options
  classes: FromClass[]
  targets: PlannedTarget[]
  grades: NextGrade[]
  all: Placed[]
  parts: Parts
  /** Whether the year to be made has, by now, the name of another one. */
  isNameTaken: boolean
  hash: string
}

export const turnOf = ({ schoolId, id, fromYearId, toYearId }: StoredPromotion): Turn => ({
  schoolId,
  id,
  fromYearId,
  toYearId,
})

/** What would happen to every student as things are now. */
export async function plannedTurn(db: Db, promotion: StoredPromotion): Promise<PlannedTurn> {
  const turn = turnOf(promotion)
  const { options } = promotion
  const classes = await oldClasses(db, turn)
  const targets = await nextClasses(db, turn)
  const grades = await gradesInOrder(db, turn)
  const pupils = await studentsToPromote(db, turn)
  const next = new Map(grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId]))
  const all = placed({ pupils, classes, targets, next, placement: options.placement })
  const parts = await copiedParts(db, turn)
  const facts = { promotion, classes, targets, grades, all, parts }
  const { toYearExists, toYearName } = promotion
  const isNameTaken = !toYearExists && (await yearByName(db, turn.schoolId, toYearName)) !== undefined
  return { turn, options, ...facts, isNameTaken, hash: hashOf(facts) }
}

/** Hashes codes and names instead of random ids, so that the same school gives the same hash on every machine. */
function hashOf({
  promotion,
  classes,
  targets,
  grades,
  all,
  parts,
}: Omit<PlannedTurn, 'turn' | 'options' | 'isNameTaken' | 'hash'> & {
  promotion: StoredPromotion
}) {
  const { step: _, ...options } = promotion.options
  const gradeNames = new Map(grades.map(({ gradeId, gradeName }) => [gradeId, gradeName]))
  const word = ({ gradeId, languageName, name }: FromClass | PlannedTarget) => [
    gradeNames.get(gradeId),
    languageName,
    name,
  ]
  const oldNames = new Map(classes.map((one) => [one.id, word(one)]))
  const newNames = new Map(targets.map((one) => [one.id, word(one)]))
  const facts = [
    promotion.fromYearName,
    promotion.toYearName,
    options,
    parts,
    grades.map(({ gradeName, nextGradeId }) => [gradeName, nextGradeId && gradeNames.get(nextGradeId)]),
    targets.map((one) => [word(one), one.gender, one.maxOfStudents, one.present, one.active, one.isNew]),
    all.map(({ pupil, decision, toClassId, problem }) => [
      pupil.code,
      pupil.name,
      oldNames.get(pupil.classId),
      decision,
      toClassId && newNames.get(toClassId),
      problem,
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** The plan as it is answered, with the balance of coins for callers who may see it. */
export async function shownPlan(
  db: Db,
  found: PlannedTurn,
  { today, seesCoins }: { today: string; seesCoins: boolean },
): Promise<Plan> {
  const { turn, all, targets, parts, options } = found
  const many = (wanted: string | null) => all.filter(({ decision }) => decision === wanted).length
  const problems = all.filter(({ problem }) => problem !== null).length
  const classes = targets.map((target) => shownClass(target, all))
  const staying = all.filter(({ decision, pupil }) => decision !== 'leave' && pupil.isPaid).map(({ pupil }) => pupil.id)
  return {
    promotionId: turn.id,
    plan: found.hash,
    students: all.length,
    up: many('up'),
    repeat: many('repeat'),
    wait: many('wait'),
    leave: many('leave'),
    undecided: many(null),
    problems,
    classes,
    months: options.copiesMonths ? parts.months : 0,
    terms: options.copiesTerms ? parts.terms : 0,
    calendarDays: options.copiesCalendar ? parts.calendarDays : 0,
    teachers: options.copiesTeachers ? parts.teachers : 0,
    coins: await coinsToRenew(db, { ...turn, today }, staying),
    balance: seesCoins ? await balanceOf(db, turn.schoolId) : null,
    hindrance: hindranceOf(found, classes, problems),
  }
}

function shownClass(target: PlannedTarget, all: readonly Placed[]) {
  const coming = all.filter(({ toClassId }) => toClassId === target.id)
  const students = target.present + coming.length
  const { id, name, gradeId, gradeName, languageName, maxOfStudents, isNew } = target
  return {
    id,
    name,
    gradeId,
    gradeName,
    languageName,
    maxOfStudents,
    isNew,
    students,
    male: coming.filter(({ pupil }) => pupil.sex === 1).length,
    female: coming.filter(({ pupil }) => pupil.sex === 2).length,
    over: Math.max(0, students - maxOfStudents),
  }
}

function hindranceOf({ all, isNameTaken }: PlannedTurn, classes: readonly { over: number }[], problems: number) {
  if (isNameTaken) return 'A year with this name already exists'
  if (problems > 0) return 'Some students have no class that fits them'
  if (classes.some(({ over }) => over > 0)) return 'A class of the next year would be too full'
  const goes = all.some(({ decision }) => decision !== null && decision !== 'wait')
  return goes ? null : 'Nothing is decided of any student yet'
}
