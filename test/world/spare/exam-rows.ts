import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { monthId } from '#test/world/school-rows.ts'

const { nile, delta, closed, class4a, class5a, deltaClass1, arabic, maths, social, english, deltaArabic } = world
const examId = (classRoom: { id: string }, course: { id: string }, nth = 0) =>
  idOf('exam', classRoom.id, course.id, nth)

/**
 * The possible targets of ids of years, months, exams and their weights: own, same school, another school, then what is closed
 * or deleted.
 */
export const exam = {
  arabic4a: examId(class4a, arabic),
  maths5a: examId(class5a, maths),
  deltaExam: examId(deltaClass1, deltaArabic),
}
export const fartherExams = {
  maths4a: examId(class4a, maths),
  ofACompletedYear: examId(class4a, social),
  removed: examId(class5a, english),
  closedExam: idOf('exam', 'of the closed school'),
}
export const year = { nileYear: world.nileYear.id, idle: idOf('year', 'idle'), deltaYear: world.deltaYear.id }
export const fartherYears = { nilePastYear: world.nilePastYear.id, closedIdle: idOf('year', 'idle and closed') }
export const month = {
  september: monthId(world.nileYear, 1),
  closedMonth: monthId(world.nileYear, 2),
  deltaMonth: monthId(world.deltaYear, 1),
}
export const fartherMonths = {
  pastMonth: monthId(world.nilePastYear, 3),
  closedSchools: monthId(world.closedPastYear, 1),
}
export const rateHeader = {
  weight: idOf('rate header', 'أعمال السنة'),
  second: idOf('rate header', 'اختبار الشهر'),
  deltaWeight: idOf('rate header', 'of Delta'),
}

export const fartherWeights = { closedWeight: idOf('rate header', 'of the closed school') }

/**
 * Adds what the test world lacks: years that were never opened, a closed month, an exam of a completed year and a deleted exam.
 */
export async function spareExams(owner: pg.Client) {
  for (const [id, school] of [
    [year.idle, nile],
    [fartherYears.closedIdle, closed],
  ] as const)
    await owner.query(`insert into school_years (id, school_id, name, active) values ($1, $2, 'idle', false)`, [
      id,
      school.id,
    ])
  await owner.query('update school_year_months set is_active = false where id = $1', [month.closedMonth])
  // Independent of the day, so that the table of access does not depend on it.
  for (const [school, itsMonth] of [
    [nile, month.september],
    [delta, month.deltaMonth],
  ] as const)
    await owner.query('update exams set month_id = $1 where school_id = $2', [itsMonth, school.id])
  await owner.query('update exams set month_id = $1 where id = $2', [
    fartherMonths.pastMonth,
    fartherExams.ofACompletedYear,
  ])
  await owner.query('update exams set removed_at = now(), removed_by = $1 where id = $2', [
    world.manager.id,
    fartherExams.removed,
  ])
  // Laila was removed from it, so her father can no longer see it through her.
  await owner.query(
    'update student_exams set removed_at = now(), removed_by = $1 where exam_id = $2 and student_id = $3',
    [world.manager.id, exam.maths5a, world.laila.id],
  )
  for (const [id, school] of [
    [rateHeader.deltaWeight, delta],
    [fartherWeights.closedWeight, closed],
  ] as const)
    await owner.query(`insert into rate_headers (id, school_id, name, percentage) values ($1, $2, 'weight', 40)`, [
      id,
      school.id,
    ])
  await owner.query(
    `insert into exams (id, school_id, class_room_id, course_id, month_id, exam_date, details, rate, supervisor_id)
     values ($1, $2, $3, $4, $5, '2025-03-02', 'over', 20, $6)`,
    [
      fartherExams.closedExam,
      closed.id,
      world.closedClass.id,
      world.closedArabic.id,
      fartherMonths.closedSchools,
      world.closedTeacher.id,
    ],
  )
}
