import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results.ts'
import type { SchemeRules } from '#contract/results/scheme-rules.ts'
import { conductMarks } from '#server/conduct/conduct-marks.queries.ts'
import type { Db } from '#server/db/db.ts'
import { bandOf, computeCourse, computeTotal, type CourseResult, percentOf, ranked } from './compute.ts'
import { inHundredths, type Rational } from './rational.ts'
import {
  attendanceOf,
  courseNames,
  graceOf,
  partMarksOf,
  type Pupil,
  pupilsWithCourses,
  type ResultScope,
  type StoredMark,
  type StoredUse,
  usesOfGrade,
  worksOf,
} from './recorded.queries.ts'
import type { TermRow } from './terms.queries.ts'

export type Figures = OutputOf<typeof results.compute>[number]['total']

export type PupilCourse = {
  courseId: string
  courseName: string
  use: StoredUse<SchemeRules>
  result: CourseResult
  rules: SchemeRules
}

export type PupilFigures = {
  pupil: Pupil
  courses: PupilCourse[]
  total: Figures
  /** Of the total, exactly: the order of places. */
  share: Rational | null
  rank: number | null
  marks: StoredMark[]
}

const noDays = { days: 0, absent: 0, late: 0 }

/** All results of a scope as they would be now, read in seven statements whatever the number of pupils. */
export async function termFiguresOf(
  db: Db,
  scope: ResultScope & { today: string },
  term: TermRow,
): Promise<PupilFigures[]> {
  const pupils = await pupilsWithCourses(db, scope)
  const uses = await usesOfGrade<SchemeRules>(db, scope.schoolId, term.id, scope.gradeId)
  const names = await courseNames(db, scope.schoolId)
  const ids = pupils.map(({ id }) => id)
  const works = await worksOf(db, scope, term, { today: scope.today, studentIds: ids })
  const attendance = await attendanceOf(db, scope, term, ids)
  const span = { schoolId: scope.schoolId, from: term.startDate, to: term.endDate }
  const conduct = new Map((await conductMarks(db, span, ids)).map((one) => [one.studentId, one]))
  const grace = await graceOf(db, scope, term.id, ids)
  const marks = new Map<string, StoredMark[]>(ids.map((id) => [id, []]))
  for (const mark of await partMarksOf(db, scope, term.id, ids)) marks.get(mark.studentId)!.push(mark)
  const useOf = (courseId: string) => uses.find((use) => use.courseId === courseId) ?? uses.find((use) => !use.courseId)

  const all = pupils.map((pupil) => {
    const own = marks.get(pupil.id)!
    const courses = [...names].flatMap(([courseId, courseName]): PupilCourse[] => {
      const use = pupil.courses.includes(courseId) ? useOf(courseId) : undefined
      if (!use) return []
      const inCourse = own.filter((mark) => mark.courseId === courseId)
      const result = computeCourse(use.rules, use, {
        works: works.get(pupil.id + courseId) ?? [],
        attendance: attendance.get(pupil.id) ?? noDays,
        conduct: conduct.get(pupil.id) ?? null,
        typed: new Map(inCourse.filter(({ round }) => round === 1).map((mark) => [mark.partId, mark])),
        second: inCourse.find(({ round }) => round === 2) ?? null,
        grace: grace.get(pupil.id + courseId) ?? null,
      })
      return [{ courseId, courseName, use, result, rules: use.rules }]
    })
    const main = uses.find((use) => !use.courseId)?.rules ?? courses[0]?.rules
    return { pupil, courses, marks: own, ...totalOf(courses, main) }
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
