import { fold } from '#contract/language/fold.ts'
import type { Decision, PupilOfYear } from './facts.queries.ts'

export type OldClass = { id: string; name: string; gradeId: string; languageId: string; gender: number }

/** A class of the next year, existing or still to be made. `present`: students who are already in it. */
export type Target = OldClass & { maxOfStudents: number; present: number; active: boolean }

export type Facts = {
  pupils: readonly PupilOfYear[]
  classes: readonly OldClass[]
  targets: readonly Target[]
  /** The grade that follows each grade; null: students leave the school. */
  next: ReadonlyMap<string, string | null>
  placement: 'same' | 'balanced'
}

/** `choices`: for a student with a problem, the classes into which a person can put them without changing the decision. */
export type Placed = {
  pupil: PupilOfYear
  decision: Decision | null
  toClassId: string | null
  problem: string | null
  choices: string[]
}

/** What happens to each student, in the order of the students. The same facts always give the same answer. */
export function placed(facts: Facts): Placed[] {
  const classes = new Map(facts.classes.map((one) => [one.id, one]))
  const targets = new Map(facts.targets.map((one) => [one.id, one]))
  const all = facts.pupils.map((pupil): Placed & { from: OldClass; gradeId: string | null } => {
    const from = classes.get(pupil.classId)!
    const decision = decisionOf(pupil, from, facts.next)
    return {
      pupil,
      from,
      decision,
      gradeId: wantedGrade(decision, from, facts.next),
      toClassId: null,
      problem: null,
      choices: [],
    }
  })
  const open: typeof all = []
  for (const one of all) {
    if (one.gradeId === null) continue
    if (one.pupil.toClassId === null) open.push(one)
    else {
      const target = targets.get(one.pupil.toClassId)
      one.problem = target
        ? misfit(target, one.pupil, one.from, one.gradeId)
        : 'The class chosen for this student is gone'
      if (target) one.toClassId = target.id
    }
  }
  const taken = new Map<string, number>()
  for (const { toClassId } of all) if (toClassId) taken.set(toClassId, (taken.get(toClassId) ?? 0) + 1)
  if (facts.placement === 'same') bySection(facts, open)
  else inBalance(facts, open, taken)
  return all.map((one) => {
    const { pupil, decision, toClassId, problem } = one
    return { pupil, decision, toClassId, problem, choices: problem ? choicesOf(facts, one).map(({ id }) => id) : [] }
  })
}

/** The classes that suit a student, ordered by name; which one is left to a person if the sex is unknown. */
const choicesOf = ({ targets }: Facts, { pupil, from, gradeId }: Open) =>
  gradeId === null ? [] : targets.filter((target) => misfit(target, pupil, from, gradeId) === null).toSorted(byName)

/** Whether a person decided otherwise than the result says. */
export const isChanged = ({ pupil: { result, decision } }: Placed) =>
  result !== null && decision !== null && decision !== byResult[result]

/** What a person decided, or what follows from the result. A student who moves up from a last grade leaves. */
function decisionOf({ decision, result }: PupilOfYear, { gradeId }: OldClass, next: Facts['next']): Decision | null {
  const wanted = decision ?? (result === null ? null : byResult[result])
  return wanted === 'up' && !next.get(gradeId) ? 'leave' : wanted
}

const byResult = { passed: 'up', failed: 'repeat', secondRound: 'wait' } as const

function wantedGrade(decision: Decision | null, { gradeId }: OldClass, next: Facts['next']) {
  if (decision === 'up') return next.get(gradeId)!
  return decision === 'repeat' ? gradeId : null
}

/** Why a class does not suit a student; null if it does. If the sex of the student is unknown, a person must decide. */
export function misfit(target: Target, pupil: { sex: 1 | 2 | null }, from: OldClass, gradeId: string): string | null {
  if (!target.active) return 'This class is not active'
  if (target.gradeId !== gradeId) return 'This class is of another grade'
  if (target.languageId !== from.languageId) return 'This class is of another language'
  const sex = sexOf(pupil, from)
  return target.gender === 3 || sex === null || target.gender === sex
    ? null
    : 'This class is for students of the other sex'
}

const sexOf = (pupil: { sex: 1 | 2 | null }, from: OldClass) => pupil.sex ?? (from.gender === 3 ? null : from.gender)

/** The classes that suit a student as far as known, ordered by name. */
const fitting = (facts: Facts, one: Open) =>
  choicesOf(facts, one).filter(({ gender }) => gender === 3 || gender === sexOf(one.pupil, one.from))

/** Why no class of the grade suits a student. */
function whyNone({ targets }: Facts, { pupil, from, gradeId }: Open) {
  const ofGrade = targets.filter((target) => target.gradeId === gradeId)
  if (ofGrade.length === 0) return 'The next year has no class of this grade'
  const active = ofGrade.filter((target) => target.active)
  if (active.length === 0) return 'No class of this grade is active in the next year'
  if (active.every(({ languageId }) => languageId !== from.languageId))
    return 'No class of this grade is in the language of the student'
  return sexOf(pupil, from) === null
    ? 'The sex of this student is not recorded; choose the class'
    : 'Every class of this grade is for students of the other sex'
}

type Open = Placed & { from: OldClass; gradeId: string | null }

/** Places students in the section of their former class: by its name, or if no name matches, by its position among the classes. */
function bySection(facts: Facts, open: Open[]) {
  for (const one of open) {
    const choices = fitting(facts, one)
    const section = sectionOf(one.from.name)
    const named = choices.find(({ name }) => sectionOf(name) === section)
    const beside = facts.classes
      .filter(({ gradeId, languageId }) => gradeId === one.from.gradeId && languageId === one.from.languageId)
      .toSorted(byName)
    const nth =
      choices[
        Math.min(
          beside.findIndex(({ id }) => id === one.from.id),
          choices.length - 1,
        )
      ]
    put(facts, one, named ?? nth)
  }
}

/** Spreads girls and boys, and strong and weak students, evenly. A full class gets nobody while another has places. */
function inBalance(facts: Facts, open: Open[], taken: Map<string, number>) {
  const tally = new Map<string, { all: number; ofSex: Map<number, number> }>()
  for (const target of facts.targets)
    tally.set(target.id, { all: target.present + (taken.get(target.id) ?? 0), ofSex: new Map() })
  for (const one of open.toSorted(strongestFirst)) {
    const sex = one.pupil.sex ?? 0
    const ofSex = ({ id }: Target) => tally.get(id)!.ofSex.get(sex) ?? 0
    const places = (target: Target) => target.maxOfStudents - tally.get(target.id)!.all
    const choices = fitting(facts, one).toSorted(
      (a, b) =>
        Number(places(a) <= 0) - Number(places(b) <= 0) ||
        ofSex(a) - ofSex(b) ||
        tally.get(a.id)!.all - tally.get(b.id)!.all ||
        byName(a, b),
    )
    put(facts, one, choices[0])
    if (!choices[0]) continue
    const counted = tally.get(choices[0].id)!
    counted.all++
    counted.ofSex.set(sex, (counted.ofSex.get(sex) ?? 0) + 1)
  }
}

function put(facts: Facts, one: Open, target: Target | undefined) {
  one.toClassId = target?.id ?? null
  if (!target) one.problem = whyNone(facts, one)
}

const strongestFirst = ({ pupil: a }: Open, { pupil: b }: Open) =>
  (a.sex ?? 0) - (b.sex ?? 0) || (b.percent ?? -1) - (a.percent ?? -1) || (a.code < b.code ? -1 : 1)

/** Compares folded letters, so that every machine gives the same order. */
function byName(a: { name: string; id: string }, b: { name: string; id: string }) {
  const [one, other] = [fold(a.name), fold(b.name)]
  if (one < other) return -1
  return one > other ? 1 : 0
}

/** The last letters or digits of a name: 4A gives `a`, ٤/أ gives `ا`, Grade 4 Blue gives `blue`. */
export const sectionOf = (name: string) =>
  fold(name)
    .match(/\d+|\p{L}+/gu)
    ?.at(-1) ?? ''
