import { fold } from '#contract/language/fold.ts'
import { isRecordable } from '#contract/teaching/attendance/attendance.ts'
import type { promotions } from '#contract/results/promotion/promotions.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import {
  type FromClass,
  gradesInOrder,
  type PlannedCopy,
  newClassesOf,
  nextClasses,
  oldClasses,
  setNewClasses,
  setNextGrades,
  type Turn,
} from './facts.queries.ts'
import { turnOf } from './planning.ts'
import { changePromotion, type Options, type StoredPromotion } from './promotions.queries.ts'
import { takeOverDecisions, yearByName } from './years.queries.ts'

/** The options until a person chooses others. */
export const firstOptions: Options = {
  step: 1,
  placement: 'same',
  copiesTeachers: true,
  copiesMonths: true,
  copiesTerms: true,
  copiesCalendar: true,
  leavesOn: null,
}

type Setting = Context<typeof promotions.setOptions>

/** Stores the options that a call chooses for a draft. */
export async function setOptions({ db, school, input }: Setting, stored: StoredPromotion) {
  const { promotionId, baseVersion: _, grades, newClasses, toYearName, notifyOn, ...options } = input
  const turn = turnOf(stored)
  if (toYearName && toYearName !== stored.toYearName && stored.toYearExists)
    throw invalid('This field cannot be changed here', 'toYearName')
  if (toYearName && !stored.toYearExists && (await yearByName(db, school.id, toYearName)))
    throw conflict('A year with this name already exists', { field: 'toYearName' })
  if (options.leavesOn && !isRecordable(options.leavesOn, school.today))
    throw invalid('This date cannot be used', 'leavesOn')
  if (notifyOn && notifyOn < school.today) throw invalid('This date cannot be used', 'notifyOn')
  if (grades) await followGrades(db, turn, grades)
  if (newClasses) await replaceClasses(db, turn, newClasses)
  const written = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && (value !== null || name === 'leavesOn')),
  )
  await changePromotion(db, school.id, promotionId, {
    options: written,
    toYearName: toYearName ?? undefined,
    notifyOn,
  })
}

type Following = { gradeId: string; nextGradeId?: string | null | undefined }

/** Every chain of grades must end; a chain that returns to its start has no last grade. */
async function followGrades(db: Db, turn: Turn, sent: readonly Following[]) {
  const stored = await gradesInOrder(db, turn)
  const next = new Map(stored.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId]))
  const named = new Set(sent.map(({ gradeId }) => gradeId))
  if (named.size < sent.length) throw invalid('A grade is listed twice', 'grades')
  for (const { gradeId, nextGradeId = null } of sent) {
    if (!next.has(gradeId) || (nextGradeId && !next.has(nextGradeId))) throw notFound()
    next.set(gradeId, nextGradeId)
  }
  for (const begin of next.keys()) {
    const seen = new Set<string>()
    for (let at: string | null = begin; at; at = next.get(at) ?? null) {
      if (seen.has(at)) throw invalid('These grades follow each other in a circle', 'grades')
      seen.add(at)
    }
  }
  await setNextGrades(
    db,
    turn.schoolId,
    sent.map(({ gradeId, nextGradeId = null }) => ({ gradeId, nextGradeId })),
  )
}

type Sent = Omit<PlannedCopy, 'id'> & { id?: string | null | undefined }

async function replaceClasses(db: Db, turn: Turn, sent: readonly Sent[]) {
  const sources = new Map((await oldClasses(db, turn)).map((one) => [one.id, one]))
  const known = new Set((await newClassesOf(db, turn)).map(({ id }) => id))
  const taken = new Set((await nextClasses(db, turn)).filter(({ isNew }) => !isNew).map(keyOf))
  const ids = new Set<string>()
  for (const [index, { id, fromClassId, name }] of sent.entries()) {
    const source = sources.get(fromClassId)
    if (!source || (id && (!known.has(id) || ids.has(id)))) throw notFound()
    if (id) ids.add(id)
    const key = keyOf({ ...source, name })
    if (taken.has(key)) throw conflict('A class with this name already exists', { field: `newClasses[${index}].name` })
    taken.add(key)
  }
  await setNewClasses(
    db,
    turn,
    sent.map(({ id, ...rest }) => ({ ...rest, id: id ?? newId() })),
  )
}

const keyOf = ({ gradeId, languageId, name }: Pick<FromClass, 'gradeId' | 'languageId' | 'name'>) =>
  [gradeId, languageId, fold(name)].join('/')

/** The classes and decisions of a promotion that was undone apply to another one; a class that stayed is not made once more. */
export async function takeOver(db: Db, turn: Turn, formerId: string) {
  const sources = new Map((await oldClasses(db, turn)).map((one) => [one.id, one]))
  const taken = new Map((await nextClasses(db, turn)).map((one) => [keyOf(one), one.id]))
  const classes = (await newClassesOf(db, { ...turn, id: formerId })).map((one) => {
    const there = taken.get(keyOf({ ...sources.get(one.fromClassId)!, name: one.name }))
    return { formerId: one.id, there, copy: { ...one, id: there ?? newId() } }
  })
  await setNewClasses(
    db,
    turn,
    classes.filter(({ there }) => there === undefined).map(({ copy }) => copy),
  )
  await takeOverDecisions(
    db,
    turn,
    formerId,
    classes.map(({ formerId: from, copy }) => ({ from, to: copy.id })),
  )
}

/** At first every active class of the old year gets a copy, unless the next year already has a class with that name. */
export async function proposeClasses(db: Db, turn: Turn) {
  const taken = new Set((await nextClasses(db, turn)).map(keyOf))
  const copies = (await oldClasses(db, turn))
    .filter((one) => one.active && !taken.has(keyOf(one)))
    .map(({ id, name, maxOfStudents }) => ({
      id: newId(),
      fromClassId: id,
      name,
      maxOfStudents,
      keepsSupervisor: true,
    }))
  await setNewClasses(db, turn, copies)
}
