import { daysFrom, weekDayOf } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const { nile } = schools
const { omar, laila } = students
const round = idOf('round', 'parents evening')

/** The first school day at least five days ahead. */
function dayOfEvening({ today }: Calendar) {
  const days = [5, 6, 7].map((ahead) => daysFrom(today, ahead))
  return days.find((day) => !['Friday', 'Saturday'].includes(weekDayOf(day)))!
}

/**
 * An evening of the first school that families can book: all who teach or lead a class take part, one of them asks for the parents of Omar,
 * and about half of the times are taken, none by the parents of Omar and Laila.
 */
export const meetingsOfMorning = (calendar: Calendar) => [
  `insert into meeting_rounds (school_id, id, title, day, from_time, to_time, minutes, gap, break_from, break_to, close_hours, opened_at, made_by)
   values ('${nile.id}', '${round}', 'لقاء أولياء أمور الفصل الدراسي الأول', '${dayOfEvening(calendar)}', '17:00', '20:00', 10, 2, '18:24', '18:40',
     3, now() - interval '1 day', '${people.manager.id}')`,
  `insert into meeting_teachers (school_id, round_id, teacher_id, room)
   select '${nile.id}', '${round}', t.id, 'قاعة ' || row_number() over (order by t.id)
   from (
     select supervisor_id as id from class_rooms where school_id = '${nile.id}' and active and supervisor_id is not null
     union
     select k.teacher_id from class_teacher_courses k
     join class_rooms c on c.school_id = k.school_id and c.id = k.class_room_id and c.active
     where k.school_id = '${nile.id}') t`,
  `insert into meeting_wishes (school_id, id, round_id, teacher_id, student_id)
   values ('${nile.id}', gen_random_uuid(), '${round}', '${people.teacher.id}', '${omar.id}')`,
  // Of each class the first families; a family is met by one teacher after the other.
  `insert into meeting_bookings (school_id, id, round_id, teacher_id, student_id, starts, booked_by)
   select '${nile.id}', gen_random_uuid(), '${round}', t.teacher_id, st.student_id, s.starts, st.parent_id
   from (
     select one.*, row_number() over (partition by class_room_id order by code) as nth
     from (
       select distinct on (p.parent_id) p.parent_id, st.id as student_id, st.class_room_id, st.code
       from students st
       join student_parents p on p.school_id = st.school_id and p.student_id = st.id and p.ended_at is null
       where st.school_id = '${nile.id}' and st.active and not exists (
         select from student_parents o join student_parents k on k.parent_id = o.parent_id
         where o.student_id = st.id and k.student_id in ('${omar.id}', '${laila.id}'))
       order by p.parent_id, st.code) one) st
   join lateral (
     select teacher_id, dense_rank() over (order by teacher_id) as place
     from meeting_teachers where school_id = '${nile.id}' and round_id = '${round}') t on true
   join lateral (
     select starts, row_number() over (order by starts) as number
     from meeting_times('${nile.id}', '${round}') where teacher_id = t.teacher_id) s on s.number = (st.nth * 2 + t.place) % 14 + 1
   where t.teacher_id in (select meeting_teachers_of('${nile.id}', '${round}', st.class_room_id)) and st.nth <= 7
   order by st.nth, t.place
   on conflict do nothing`,
]
