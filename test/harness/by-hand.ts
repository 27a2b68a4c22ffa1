import type pg from 'pg'
import { newId } from '#server/db/ids.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from './database.ts'

const { nile, teacher, omar, arabic } = world

/** Inserts rows directly, because the product would refuse rows that are so old or so many. */
export function byHandIn(connection: pg.ClientConfig) {
  const sql = sqlIn(connection)

  /** Work of a student at Nile; `result` has columns of the student's row. Returns its id. */
  async function setWork(
    kind: 'homework' | 'exam' | 'activity',
    date: string,
    { student = omar, course = arabic, details = 'Something', result = {} as Record<string, unknown> } = {},
  ) {
    const table = { homework: 'homework', exam: 'exams', activity: 'activities' }[kind]
    const dateColumn = { homework: 'assignment_date', exam: 'exam_date', activity: 'activity_date' }[kind]
    const id = newId()
    const columns: Record<string, unknown> = {
      id,
      school_id: nile.id,
      class_room_id: student.classRoomId,
      course_id: course.id,
      [dateColumn]: date,
      details,
      rate: 20,
      supervisor_id: teacher.id,
      ...(kind === 'exam' && {
        month_id: (await sql('select month_id from exams where school_id = $1 limit 1', [nile.id]))[0].month_id,
      }),
    }
    await insert(table, columns)
    await insert(kind === 'homework' ? 'student_homework' : `student_${table}`, {
      school_id: nile.id,
      [`${kind}_id`]: id,
      student_id: student.id,
      ...result,
    })
    return id
  }
  const insert = (table: string, row: Record<string, unknown>) =>
    sql(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map((_, n) => `$${n + 1}`)
        .join(', ')})`,
      Object.values(row),
    )

  return { sql, insert, setWork }
}
