import { sql } from 'kysely'

/** The tables of which a removed row is remembered for a roster, with the columns of their keys. */
const keysOf = {
  courses: ['id'],
  class_rooms: ['id'],
  school_teachers: ['teacher_id'],
  class_teacher_courses: ['class_room_id', 'teacher_id', 'course_id'],
  terms: ['id'],
} as const

/** The rows of a table that were removed for good, as they last were: `was`, and since when they are not there: `gone_at`. */
export const removedFrom = (table: keyof typeof keysOf, schoolId: string) => {
  const isIt = keysOf[table].map((column) => sql`n.${sql.ref(column)} = (f.key ->> ${sql.lit(column)})::uuid`)
  return sql`(
    select distinct on (f.key) f.was, f.changed_at as gone_at from former_values f
    where f.school_id = ${schoolId} and f.table_name = ${sql.lit(table)} and not exists (
      select from ${sql.table(table)} n where n.school_id = ${schoolId} and ${sql.join(isIt, sql` and `)})
    order by f.key, f.id desc)`
}
