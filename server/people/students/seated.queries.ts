import { sql } from 'kysely'

/** How long, in days, a school's first classes may come to the product after its first student. */
const daysOfBeginning = 14

/**
 * Whether the student `st`, with the stay `h` in a class, was in that class on a day: the roll of the day, for reading and for saving. On
 * the day of a move, a student is in the class that they joined, so that they are in only one roll.
 */
export const seated = (schoolId: string, classRoomId: string, day: string) => sql<boolean>`(
  (st.active or st.left_on >= ${day}::date)
  and (${day}::date between h.from_day and coalesce(h.to_day, 'infinity') or ${assumed(schoolId, classRoomId, day)})
  and not exists (select from student_classes l
    where l.school_id = ${schoolId} and l.student_id = st.id and (l.from_day, l.id) > (h.from_day, h.id)
      and ${day}::date between l.from_day and coalesce(l.to_day, 'infinity')))`

/**
 * Nothing is known of a day before a class had any student. If the class is one of those with which the school began, those who came with it
 * are assumed to have been there (decision 078). A class that was made later did not exist, or its students were in other classes.
 */
const assumed = (schoolId: string, classRoomId: string, day: string) => sql<boolean>`(
  ${day}::date < h.from_day
  and h.from_day = (select min(f.from_day) from student_classes f where f.school_id = ${schoolId} and f.class_room_id = ${classRoomId})
  and h.from_day < (select min(f.from_day) from student_classes f where f.school_id = ${schoolId}) + ${daysOfBeginning}::integer
  and not exists (select from student_classes e
    where e.school_id = ${schoolId} and e.student_id = st.id and (e.from_day, e.id) < (h.from_day, h.id)))`
