import { knownSexes } from './promoting.ts'

type Sql = (text: string, values?: unknown[]) => Promise<unknown>

/**
 * Adds this many students to a school, thirty per class and three classes per grade, each with a seat. The sex of each is known, so
 * that a promotion needs no decision about them.
 */
export async function growSchool(sql: Sql, { id }: { id: string }, students: number) {
  const rooms = Math.ceil(students / 30)
  const grades = Math.ceil(rooms / 3)
  await sql(
    `insert into grades (id, school_id, name, position)
     select gen_random_uuid(), $1, 'مرحلة ' || nth, 100 + nth from generate_series(1, $2::integer) as nth`,
    [id, grades],
  )
  await sql(
    `insert into class_rooms (id, school_id, name, gender, max_of_students, grade_id, language_id)
     select gen_random_uuid(), $1, 'فصل ' || (g.position - 100) || (array['أ', 'ب', 'ج'])[section], 3, 40, g.id, l.language_id
     from generate_series(0, $2::integer - 1) as nth
     join grades g on g.school_id = $1 and g.position = 101 + nth / 3
     cross join lateral (select nth % 3 + 1 as section) s
     cross join (select language_id from school_languages where school_id = $1 order by language_id limit 1) l`,
    [id, rooms],
  )
  await sql(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid)
     select gen_random_uuid(), $1, c.id, 'ST9' || lpad(nth::text, 9, '0'), 'طالب ' || nth, 'حسن', 'منصور', true
     from generate_series(0, $2::integer - 1) as nth
     join (
       select c.id, row_number() over (order by g.position, c.name) - 1 as place
       from class_rooms c join grades g on g.id = c.grade_id where c.school_id = $1 and g.position > 100) c
       on c.place = nth / 30`,
    [id, students],
  )
  await sql(
    `insert into student_classes (id, school_id, student_id, class_room_id, from_day)
     select gen_random_uuid(), st.school_id, st.id, st.class_room_id, date '2026-09-01' from students st
     where st.school_id = $1 and not exists (select from student_classes h where h.student_id = st.id)`,
    [id],
  )
  await sql(knownSexes, [id])
}
