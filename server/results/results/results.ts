import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { mayIn } from '#server/access/may.ts'
import { conflict, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { remindOfMarks } from '#server/teaching/class-work/mark-reminders.rules.ts'
import { closedFiguresOf, shownNow } from './closed-figures.ts'
import { closingsOf, keepClosing, openClosing } from './closings.queries.ts'
import { termFiguresOf } from './figures.ts'
import { gridOf } from './grid.ts'
import { changesOfMarks, lockCourse, storeCells } from './marks.queries.ts'
import { cellsToStore } from './marks.ts'
import { owedCourses, teachersWhoOwe } from './missing.ts'
import { pupilsInTerm } from './placing.ts'
import { gradesWithScheme } from './schemes.queries.ts'
import { closedResultsOf } from './student-results.ts'
import {
  classAndCourse,
  gradeOfClass,
  gradesInReach,
  termOf,
  type YearWithTerms,
  yearsWithTerms,
} from './terms.queries.ts'
import { withWholeClasses } from './whole-class.ts'

export const resultOfTermOperations = implement(results, {
  async choices({ db, user, school, reach, input }) {
    const years = await yearsWithTerms(db, school.id)
    const all = years.flatMap(({ id, terms }) => terms.map((term) => ({ ...term, schoolYearId: id })))
    const named = input.termId ? found(all.find(({ id }) => id === input.termId)) : null
    const current = years.find((year) => year.current)
    const term = named ?? (current && all.find(({ id }) => id === termToBeginWith(current, school.today)))
    const termId = term?.id ?? null
    const standing = termId ? await closingsOf(db, school.id, termId) : []
    const used = new Set(termId ? await gradesWithScheme(db, school.id, termId) : [])
    const inReach = await gradesInReach(db, school.id, { reach, yearId: term?.schoolYearId ?? null })
    return {
      terms: all
        .filter(({ id, schoolYearId }) => schoolYearId === current?.id || id === named?.id)
        .map(({ schoolYearId: _, ...term }) => term),
      termId,
      years: years.map((year) => ({ ...year, termId: termToBeginWith(year, school.today) })),
      grades: (await withWholeClasses(db, { school, reach, grades: inReach }, term)).map((grade) => ({
        ...grade,
        hasScheme: used.has(grade.id),
        closing: standing.find(({ gradeId, reopenedAt }) => gradeId === grade.id && reopenedAt === null) ?? null,
      })),
      may: {
        save: mayIn(user, results.save, school.id),
        manage: mayIn(user, resultSchemes.save, school.id),
        close: mayIn(user, closings.close, school.id),
      },
    }
  },

  grid: (context) => gridOf(context, context.input),

  async save(context) {
    const { db, user, school, input, audit } = context
    const { classRoomId, courseId, termId, marks, afterClosing = null } = input
    await keepClosing(db, school.id, termId, found(await gradeOfClass(db, school.id, classRoomId)))
    await lockCourse(db, school.id, termId, classRoomId, courseId)
    const before = await gridOf(context, input)
    if (before.closing && !afterClosing)
      throw conflict('The results of this term are closed; a correction needs its reason', {
        current: before,
        field: 'afterClosing',
      })
    const cells = cellsToStore(
      before,
      marks.map((sent) => ({ ...sent, reason: sent.reason ?? afterClosing })),
    )
    await storeCells(db, { schoolId: school.id, termId, courseId, personId: user.id }, cells)
    if (before.closing) await audit('termClosing', before.closing.id, school.id, { rows: cells.length })
    await signalChanges(db, [{ topic: 'marksOfClass', id: classRoomId, studentId: null, version: 0 }])
    return gridOf(context, input)
  },

  async history({ db, school, reach, input, readsStudent }) {
    const { classRoomId, courseId, termId, studentId } = input
    const { gradeId } = found(await classAndCourse(db, { schoolId: school.id, classRoomId, courseId, reach }))
    const term = found(await termOf(db, school.id, termId))
    const scope = { schoolId: school.id, today: school.today, gradeId, classRoomId }
    const { pupils } = await pupilsInTerm(db, scope, term)
    found(pupils.find(({ id }) => id === studentId))
    readsStudent(studentId)
    return changesOfMarks(db, { schoolId: school.id, termId, courseId, studentId })
  },

  missing: ({ db, school, reach, input: { termId, gradeId } }) =>
    owedCourses(db, { school, reach, gradeId: gradeId ?? null, termId }),

  async remindMissing({ db, user, school, reach, input: { termId, gradeId } }) {
    const owing = await teachersWhoOwe(db, { school, reach, gradeId: gradeId ?? null, termId })
    if (owing.length === 0) throw conflict('No teacher owes a mark here')
    return remindOfMarks(db, { schoolId: school.id, today: school.today, madeBy: user.id }, owing)
  },

  async compute({ db, school, input: { classRoomId, termId } }) {
    const term = found(await termOf(db, school.id, termId))
    const gradeId = found(await gradeOfClass(db, school.id, classRoomId))
    const closing = await openClosing(db, school.id, termId, gradeId)
    const scope = { schoolId: school.id, today: school.today, gradeId, classRoomId }
    const all = closing
      ? await closedFiguresOf(db, school.id, closing.id, classRoomId)
      : (await termFiguresOf(db, scope, term)).map(shownNow)
    return all.map(({ pupil, courses, total }) => ({
      studentId: pupil.id,
      studentName: pupil.name,
      courses,
      total,
    }))
  },

  async student({ db, school, reach, now, input: { studentId, termId = null }, readsStudent }) {
    readsStudent(studentId)
    return closedResultsOf(db, { schoolId: school.id, studentId, termId }, { reach, now })
  },
})

/** The current term, else the last one that has begun, else the first. */
function termToBeginWith({ terms }: YearWithTerms, today: string) {
  const running = terms.find(({ startDate, endDate }) => startDate <= today && today <= endDate)
  return (running ?? terms.findLast(({ startDate }) => startDate <= today) ?? terms[0]!).id
}
