import type { SchemePart, SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { attendanceOf } from '#server/school/presence/settled-marks.queries.ts'
import { conductMarks } from '#server/teaching/conduct/conduct-marks.queries.ts'
import { lessonsInCourses } from '#server/teaching/lessons/course-lessons.queries.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import type { Recorded } from './compute-part.ts'
import {
  graceOf,
  partMarksOf,
  type ResultScope,
  type StoredMark,
  type StoredUse,
  unpacked,
  worksOf,
} from './recorded.queries.ts'
import type { TermRow } from './terms.queries.ts'

const noDays = { days: 0, absent: 0, late: 0 }

/** How many pupils are read at a time. One statement for a whole large grade would exceed the time limit of a statement. */
const portion = 200

type Reading = { ids: readonly string[]; uses: readonly StoredUse<SchemeRules>[] }

/** What is recorded of each pupil. Only what some part of a scheme uses is read. */
export async function recordedIn(
  db: Db,
  scope: ResultScope & { today: string },
  term: TermRow,
  { ids, uses }: Reading,
) {
  const of = new Map<string, Awaited<ReturnType<typeof recordedOfSome>>>()
  for (let from = 0; from < ids.length; from += portion) {
    const some = ids.slice(from, from + portion)
    const read = await recordedOfSome(db, scope, term, { ids: some, uses })
    for (const id of some) of.set(id, read)
  }
  return (id: string) => of.get(id)!(id)
}

async function recordedOfSome(
  db: Db,
  scope: ResultScope & { today: string },
  term: TermRow,
  { ids, uses: stored }: Reading,
) {
  const read = new Set(stored.flatMap(({ rules }) => rules.parts.map(({ source }) => source)))
  const uses = (...sources: SchemePart['source'][]) => sources.some((source) => read.has(source))
  const span = { schoolId: scope.schoolId, from: term.startDate, to: term.endDate }
  const { works, attendance, lessons, conduct, grace, marks } = await sideBySide(db, {
    works: uses('exams', 'homework', 'activities')
      ? worksOf(scope, term, { today: scope.today, studentIds: ids })
      : null,
    attendance: uses('attendance') ? attendanceOf(span, ids) : null,
    lessons: uses('lessons') ? lessonsInCourses(span, ids) : null,
    conduct: uses('conduct') ? conductMarks(span, ids) : null,
    grace: graceOf(scope, term.id, ids),
    marks: partMarksOf(scope, term.id, ids),
  })
  const inCourse = <Row extends { studentId: string; courseId: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.studentId + row.courseId, row]))
  const byPupil = <Row extends { studentId: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.studentId, row]))
  const [worksIn, lessonsIn, graceIn] = [inCourse(works), inCourse(lessons), inCourse(grace)]
  const [days, conductOf] = [byPupil(attendance), byPupil(conduct)]
  const marksOf = new Map<string, StoredMark[]>(ids.map((id) => [id, []]))
  for (const mark of marks) marksOf.get(mark.studentId)!.push(mark)
  return (id: string) => {
    const own = marksOf.get(id)!
    return {
      marks: own,
      inCourse: (courseId: string): Recorded => {
        const inOne = own.filter((mark) => mark.courseId === courseId)
        const recorded = worksIn.get(id + courseId)
        return {
          works: recorded ? unpacked(recorded) : [],
          attendance: days.get(id) ?? noDays,
          lessons: lessonsIn.get(id + courseId) ?? noDays,
          conduct: conductOf.get(id) ?? null,
          typed: new Map(inOne.filter(({ round }) => round === 1).map((mark) => [mark.partId, mark])),
          second: inOne.find(({ round }) => round === 2) ?? null,
          grace: graceIn.get(id + courseId)?.points ?? null,
        }
      },
    }
  }
}
