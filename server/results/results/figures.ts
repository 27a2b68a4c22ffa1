import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results/results.ts'
import type { SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { bandOf, computeCourse, computeTotal, type CourseResult, percentOf, ranked } from './compute.ts'
import { coursesIn, type Pupil, pupilsInTerm } from './placing.ts'
import { inHundredths, type Rational } from './rational.ts'
import { recordedIn } from './recorded.ts'
import { coursesByName, type ResultScope, type StoredMark, type StoredUse, usesOfGrade } from './recorded.queries.ts'
import type { TermRow } from './terms.queries.ts'

export type Figures = OutputOf<typeof results.compute>[number]['total']

export type PupilCourse = {
  courseId: string
  courseName: string
  /** Whether somebody teaches the course in the pupil's class now. */
  isTaught: boolean
  use: StoredUse<SchemeRules>
  result: CourseResult
  rules: SchemeRules
}

export type PupilFigures = {
  pupil: Pupil
  courses: PupilCourse[]
  total: Figures
  /** The exact share of the total, which decides the ranking. */
  share: Rational | null
  rank: number | null
  marks: readonly StoredMark[]
}

/** All results of a scope as they are now, read in a few round trips for any number of pupils. */
export async function termFiguresOf(
  db: Db,
  scope: ResultScope & { today: string },
  term: TermRow,
): Promise<PupilFigures[]> {
  const { pupils, courses: known } = await pupilsInTerm(db, scope, term)
  const { uses, names } = await sideBySide(db, {
    uses: usesOfGrade<SchemeRules>(scope.schoolId, term.id, scope.gradeId),
    names: coursesByName(scope.schoolId),
  })
  const recordedOf = await recordedIn(db, scope, term, { ids: pupils.map(({ id }) => id), uses })
  const coursesOf = coursesIn(pupils, known, (id) => recordedOf(id).marks)
  const useOf = (courseId: string) => uses.find((use) => use.courseId === courseId) ?? uses.find((use) => !use.courseId)

  const all = pupils.map((pupil) => {
    const { marks, inCourse } = recordedOf(pupil.id)
    const courses = names.flatMap(({ id: courseId, name: courseName }): PupilCourse[] => {
      const isTaught = coursesOf.get(pupil.classRoomId)!.get(courseId)
      const use = isTaught === undefined ? undefined : useOf(courseId)
      if (!use) return []
      const result = computeCourse(use.rules, use, inCourse(courseId))
      return [{ courseId, courseName, isTaught: isTaught!, use, result, rules: use.rules }]
    })
    const main = uses.find((use) => !use.courseId)?.rules ?? courses[0]?.rules
    return { pupil, courses, marks, ...totalOf(courses, main) }
  })
  const places = ranked(all)
  return all.map((one) => ({ ...one, rank: places.get(one) ?? null }))
}

function totalOf(
  courses: readonly PupilCourse[],
  rules: SchemeRules | undefined,
): { total: Figures; share: Rational | null } {
  const { total, fullMark, ...rest } = computeTotal(courses.map(({ result }) => result))
  const share = percentOf(total, fullMark)
  const figures = {
    ...rest,
    courseId: null,
    courseName: null,
    parts: [],
    total: total && inHundredths(total),
    fullMark: inHundredths(fullMark),
    percent: share && inHundredths(share),
    band: rules ? bandOf(rules, share) : null,
    round: Math.max(1, ...courses.map(({ result }) => result.round)),
    grace: 0,
  }
  return { total: figures, share }
}

export function courseFigures({ courseId, courseName, result, rules }: PupilCourse): Figures {
  const { parts, total, fullMark, state, passed, needsSecondRound, round, grace } = result
  const share = percentOf(total, fullMark)
  return {
    courseId,
    courseName,
    parts,
    total: total && inHundredths(total),
    fullMark: inHundredths(fullMark),
    percent: share && inHundredths(share),
    band: bandOf(rules, share),
    state,
    passed,
    needsSecondRound,
    round,
    grace: inHundredths(grace),
  }
}

/** Names the pupil and the course of a figure. */
export const pupilAndCourse = ({ pupil }: PupilFigures, { courseId, courseName }: PupilCourse) => ({
  studentId: pupil.id,
  studentName: pupil.name,
  courseId,
  courseName,
})
