import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/reach.ts'

/**
 * The row predicate of a reach, as SQL over the columns naming a row's class and student. A parent sees his children's
 * rows up to the day their seat ended; staff the classes they supervise or teach, or the whole school.
 */
export function inReach(
  reach: Reach,
  row: { classRoom: string; student?: string; date?: string },
): RawBuilder<boolean> {
  switch (reach.of) {
    case 'school':
      return sql<boolean>`true`
    case 'classes':
      return sql<boolean>`${sql.ref(row.classRoom)} in (${classesOf(reach.personId)})`
    case 'children': {
      if (!row.student) return sql<boolean>`false`
      const own = sql<boolean>`${sql.ref(row.student)} = any(${[...reach.studentIds]}::uuid[])`
      if (!row.date) return own
      return sql<boolean>`(${own} and ${sql.ref(row.date)} <= coalesce(
        (select seat_ended_on from students where students.id = ${sql.ref(row.student)}), 'infinity'))`
    }
  }
}

/** Classes a person supervises or teaches in. */
export const classesOf = (personId: string) => sql`
  select id from class_rooms where supervisor_id = ${personId}
  union all
  select class_room_id from class_teacher_courses where teacher_id = ${personId}`
