import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { replaceGrace } from '#server/results/results/closings.queries.ts'
import { termFiguresOf } from '#server/results/results/figures.ts'
import { storeCells } from '#server/results/results/marks.queries.ts'
import { inHundredths } from '#server/results/results/rational.ts'
import type { TermRow } from '#server/results/results/terms.queries.ts'
import { classes } from './classes.ts'
import { courses, grades, schools } from './schools.ts'
import { allStudents, students } from './students.ts'

const { class4a, class4b } = classes
const { arabic, maths, science, social, english } = courses
const spokenOf = new Set(Object.values(students).map(({ id }) => id))

/** The pupils of a class who have no story of their own. */
const othersIn = (classRoom: { id: string }) =>
  allStudents.filter(({ id, classRoomId, active }) => active && classRoomId === classRoom.id && !spokenOf.has(id))

const [of4a, of4b] = [othersIn(class4a), othersIn(class4b)]

/** The pupils with a low mark in a course, before grace marks and the second round. 50 is needed to pass. */
const weak = [
  { pupil: of4a[3]!, course: maths, total: 37.5 },
  { pupil: of4a[8]!, course: science, total: 41 },
  { pupil: of4b[5]!, course: maths, total: 44 },
  { pupil: of4b[5]!, course: science, total: 39 },
  { pupil: of4b[9]!, course: arabic, total: 48.5 },
]
const [inSecondRound, graced] = [weak[0]!, weak[4]!]
const owed = { pupil: of4a[11]!, course: english }
const corrected = { pupil: of4a[1]!, course: social }
const arrived = of4a[12]!

/** Whether the oral mark of this pupil is still missing when the grade is closed. */
export const isOwed = (studentId: string, courseId: string) =>
  studentId === owed.pupil.id && courseId === owed.course.id

/** The origin of the marks of a pupil who joined the class in the middle of the term. */
export const originOf = (studentId: string) => (studentId === arrived.id ? 'مدرسة الأمل بالمنصورة' : null)

type Of = { schoolId: string; termId: string; personId: string }

const oralMark = (studentId: string, partId: string, mark: number, reason: string | null = null) => ({
  studentId,
  partId,
  round: 1,
  mark,
  state: null,
  origin: null,
  reason,
})

/** Marks as in any grade: some pupils fail, one passes with grace marks, and one mark was entered wrongly. */
export async function markStories(db: Db, of: Of, term: TermRow, { today, oralId }: { today: string; oralId: string }) {
  for (const { pupil, course } of weak)
    for (const [results, works, id, result] of [
      ['student_exams', 'exams', 'exam_id', 'total_result'],
      ['student_homework', 'homework', 'homework_id', 'result'],
      ['student_activities', 'activities', 'activity_id', 'result'],
    ])
      await sql
        .raw(
          `update ${results} r set ${result} = round(w.rate * 0.4) from ${works} w
           where w.school_id = r.school_id and w.id = r.${id} and r.student_id = '${pupil.id}'
             and w.course_id = '${course.id}' and r.${result} is not null and r.removed_at is null`,
        )
        .execute(db)
  const scope = { schoolId: schools.nile.id, today, gradeId: grades.grade4.id }
  // A part without work is left out and the other parts are scaled, so the mark is reached in several steps.
  for (let step = 0; step < 3; step++) {
    const figures = await termFiguresOf(db, scope, term)
    for (const { pupil, course, total } of weak) {
      const inCourses = figures.find((one) => one.pupil.id === pupil.id)!.courses
      const { result } = inCourses.find(({ courseId }) => courseId === course.id)!
      const own = result.parts.find(({ id }) => id === oralId)!
      const share = (own.points! + total - inHundredths(result.total!)) / own.fullMark
      const mark = Math.round(Math.min(1, Math.max(0, share)) * 80) / 4
      await storeCells(db, { ...of, courseId: course.id }, [oralMark(pupil.id, oralId, mark)])
    }
  }
  for (const [mark, reason] of [
    [7, null],
    [17, 'خطأ في الرصد: 17 وليست 7'],
  ] as const)
    await storeCells(db, { ...of, courseId: corrected.course.id }, [oralMark(corrected.pupil.id, oralId, mark, reason)])
  await replaceGrace(
    db,
    of,
    [graced.pupil.id],
    [{ studentId: graced.pupil.id, courseId: graced.course.id, points: 50 - graced.total }],
  )
}

/** The mark of the pupil in the second round. The scheme counts at most half of the full mark. */
export const markSecondRound = (db: Db, of: Of) =>
  storeCells(db, { ...of, courseId: inSecondRound.course.id }, [
    { ...oralMark(inSecondRound.pupil.id, inSecondRound.course.id, 63), round: 2 },
  ])
