import { closings } from '#contract/results/closings.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { results } from '#contract/results/results.ts'
import { resultSchemes } from '#contract/results/schemes.ts'
import { mayIn } from '#server/access/may.ts'
import { found } from '#server/call/errors.ts'
import { implement } from '#server/call/implement.ts'
import { tellLive } from '#server/live/events.rules.ts'
import { closingsOf } from './closings.queries.ts'
import { courseFigures, termFiguresOf } from './figures.ts'
import { gridOf } from './grid.ts'
import { changesOfMarks, lockCourse, storeCells } from './marks.queries.ts'
import { cellsToStore } from './marks.ts'
import { gradesWithScheme } from './schemes.queries.ts'
import { closedResultsOf } from './student-results.ts'
import { classAndCourse, gradeOfClass, gradesInReach, isOfClass, termOf, termsNow } from './terms.queries.ts'
import { teachersOfCourses } from './missing.queries.ts'

export const resultOfTermOperations = implement(results, {
  async choices({ db, user, school, reach, input }) {
    const terms = await termsNow(db, school.id)
    const named = input.termId ? found(await termOf(db, school.id, input.termId)) : null
    const running = terms.find(({ startDate, endDate }) => startDate <= school.today && school.today <= endDate)
    const begun = terms.findLast(({ startDate }) => startDate <= school.today)
    const termId = (named ?? running ?? begun ?? terms[0])?.id ?? null
    const standing = termId ? await closingsOf(db, school.id, termId) : []
    const used = new Set(termId ? await gradesWithScheme(db, school.id, termId) : [])
    return {
      terms: (named && !terms.some(({ id }) => id === named.id) ? [...terms, named] : terms).map(
        ({ schoolYearId: _, ...term }) => term,
      ),
      termId,
      grades: (await gradesInReach(db, school.id, reach)).map((grade) => ({
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
    const { db, user, school, input } = context
    const { classRoomId, courseId, termId, marks } = input
    await lockCourse(db, school.id, termId, classRoomId, courseId)
    const cells = cellsToStore(await gridOf(context, input), marks)
    await storeCells(db, { schoolId: school.id, termId, courseId, personId: user.id }, cells)
    await tellLive(db, [{ topic: 'marksOfClass', id: classRoomId, studentId: null, version: 0 }])
    return gridOf(context, input)
  },

  async history({ db, school, reach, input, readsStudent }) {
    const { classRoomId, courseId, termId, studentId } = input
    found(await classAndCourse(db, { schoolId: school.id, classRoomId, courseId, reach }))
    if (!(await isOfClass(db, { schoolId: school.id, classRoomId, studentId }))) found(null)
    readsStudent(studentId)
    return changesOfMarks(db, { schoolId: school.id, termId, courseId, studentId })
  },

  async missing({ db, school, reach, input }) {
    const term = found(await termOf(db, school.id, input.termId))
    const taught = await teachersOfCourses(db, school.id, reach)
    const grades = [...new Set(taught.map(({ gradeId }) => gradeId))].filter(
      (id) => !input.gradeId || id === input.gradeId,
    )
    const owed = new Map<string, OwedCourse>()
    for (const gradeId of grades)
      for (const { pupil, courses } of await termFiguresOf(
        db,
        { schoolId: school.id, today: school.today, gradeId },
        term,
      ))
        for (const { courseId, courseName, result } of courses) {
          const of = taught.find((one) => one.classRoomId === pupil.classRoomId && one.courseId === courseId)
          const missing = of ? result.parts.filter((part) => part.owed) : []
          if (missing.length === 0) continue
          const key = pupil.classRoomId + courseId
          const { classRoomId, classRoomName, teachers } = of!
          const row = owed.get(key) ?? {
            classRoomId,
            classRoomName,
            courseId,
            courseName,
            teachers,
            parts: [],
            students: 0,
          }
          owed.set(key, row)
          row.students += 1
          for (const { name, nameAr } of missing) {
            const part = row.parts.find((one) => one.name === name)
            if (part) part.students += 1
            else row.parts.push({ name, nameAr, students: 1 })
          }
        }
    return [...owed.values()]
  },

  async compute({ db, school, input: { classRoomId, termId } }) {
    const term = found(await termOf(db, school.id, termId))
    const gradeId = found(await gradeOfClass(db, school.id, classRoomId))
    const all = await termFiguresOf(db, { schoolId: school.id, today: school.today, gradeId, classRoomId }, term)
    return all.map(({ pupil, courses, total }) => ({
      studentId: pupil.id,
      studentName: pupil.name,
      courses: courses.map(courseFigures),
      total,
    }))
  },

  async student({ db, school, reach, now, input: { studentId, termId = null }, readsStudent }) {
    readsStudent(studentId)
    return closedResultsOf(db, { schoolId: school.id, studentId, termId }, { reach, now })
  },
})

type OwedCourse = OutputOf<typeof results.missing>[number]
