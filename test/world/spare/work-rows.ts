import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { month } from './exam-rows.ts'

const { class4a, class5a, class6c, deltaClass1, closedClass, arabic, maths, english, deltaArabic, deltaMaths } = world
const { secondInactiveStudent, deltaStudent } = world
const kinds = { homework: 'homework', activity: 'activities' } as const

const idsOf = (kind: string) => ({
  near: {
    arabic4a: idOf(kind, class4a.id, arabic.id, 0),
    maths5a: idOf(kind, class5a.id, maths.id, 0),
    ofDelta: idOf(kind, deltaClass1.id, deltaArabic.id, 0),
  },
  farther: {
    maths4a: idOf(kind, class4a.id, maths.id, 0),
    removed: idOf(kind, class5a.id, english.id, 0),
    ofTheClosedSchool: idOf(kind, 'of the closed school'),
  },
})

/** The possible targets of ids of homework and activities: own, same school, another school, then what is deleted or closed. */
export const homework = idsOf('homework')
export const activity = idsOf('activity')

/** Adds what the test world lacks: deleted work, work in the closed school, and work from which Laila was removed. */
export async function spareWork(owner: pg.Client) {
  for (const [kind, table] of Object.entries(kinds)) {
    const { near, farther } = idsOf(kind)
    const { manager, laila } = world
    await owner.query(`update ${table} set removed_at = now(), removed_by = $1 where id = $2`, [
      manager.id,
      farther.removed,
    ])
    await owner.query(
      `update student_${table} set removed_at = now(), removed_by = $1 where ${kind}_id = $2 and student_id = $3`,
      [manager.id, near.maths5a, laila.id],
    )
    const day = kind === 'homework' ? 'assignment_date' : 'activity_date'
    await owner.query(
      `insert into ${table} (id, school_id, class_room_id, course_id, ${day}, details, rate, supervisor_id)
       values ($1, $2, $3, $4, '2025-03-02', 'over', 20, $5)`,
      [farther.ofTheClosedSchool, world.closed.id, closedClass.id, world.closedArabic.id, world.closedTeacher.id],
    )
  }
  await unmarkedWork(owner)
}

/** Recent work without marks that no home page may show: of a class that is not active, and of another school. */
async function unmarkedWork(owner: pg.Client) {
  for (const [kind, table, day] of [
    ['homework', 'homework', 'assignment_date'],
    ['activity', 'activities', 'activity_date'],
    ['exam', 'exams', 'exam_date'],
  ] as const)
    for (const { classRoom, student, course, monthId } of [
      { classRoom: class6c, student: secondInactiveStudent, course: maths, monthId: month.september },
      { classRoom: deltaClass1, student: deltaStudent, course: deltaMaths, monthId: month.deltaMonth },
    ]) {
      const id = idOf(kind, 'without marks', classRoom.id)
      await owner.query(
        `insert into ${table} (id, school_id, class_room_id, course_id, ${day}, details, rate, supervisor_id
           ${kind === 'exam' ? ', month_id' : ''})
         values ($1, $2, $3, $4, now()::date - 3, 'without marks', 20, $5 ${kind === 'exam' ? ', $6' : ''})`,
        [id, classRoom.schoolId, classRoom.id, course.id, world.manager.id, ...(kind === 'exam' ? [monthId] : [])],
      )
      await owner.query(`insert into student_${table} (school_id, ${kind}_id, student_id) values ($1, $2, $3)`, [
        classRoom.schoolId,
        id,
        student.id,
      ])
    }
}
