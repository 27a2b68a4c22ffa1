import { sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import { isSettled } from '#server/school/presence/settled-marks.queries.ts'
import type { Db } from '#server/db/db.ts'
import { shaped } from '#server/db/speculation/compiled.ts'
import { hasCounts, joinCounts } from '#server/school/presence/register-counts.queries.ts'
import { counts, holidayOf, isOpen, joinClosures } from '#server/school/presence/open-days.queries.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'
import { isUnanswered, parentNameIn } from '#server/people/parents/parent-names.queries.ts'
import { otherYearOf } from '#server/school/classes/class-year.queries.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

/** The rows of one school that one person may see. */
export type View = { schoolId: string; today: string; reach: Reach; personId: string }

export type ClassRow = {
  id: string
  name: string
  gradeName: string
  otherYearName: string | null
  supervisorName: string | null
  studentsCount: number
  isOpen: boolean
  holiday: string | null
  isOwn: boolean
}

/** Active classes by grade and name; the person's own classes come first. */
export const classesToday = shaped(
  (_: Db, { schoolId, reach, personId, today }: View) => sql<ClassRow>`
    select c.id, c.name, g.name as grade_name, ${otherYearOf(schoolId, 'c')} as other_year_name, nullif(${nameAtSchool('supervisor')}, '') as supervisor_name,
      (select count(*)::integer from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active) as students_count,
      ${isOpen(sql`${today}::date`)} as is_open, ${holidayOf('c', today, schoolId)} as holiday,
      c.supervisor_id is not distinct from ${personId} or exists (
        select from class_teacher_courses t where t.school_id = ${schoolId} and t.class_room_id = c.id and t.teacher_id = ${personId}) as is_own
    from class_rooms c
    join grades g on g.school_id = c.school_id and g.id = c.grade_id
    ${joinClosures('c')}
    left join users supervisor on supervisor.id = c.supervisor_id ${askedToTeach(schoolId, 'supervisor')}
    where c.school_id = ${schoolId} and c.active and ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}
    order by c.supervisor_id is not distinct from ${personId} desc, is_own desc, g.position, ${byName('g.name')},
      ${byName('c.name')}, c.id`,
)

export type Counted = { present: number; late: number; absent: number; excused: number }
export type ClassDay = Counted & { classRoomId: string; date: string }

const daysBack = 28

/** The registers of the last four weeks, counted by class and day. */
export const registersCounted = shaped(
  (_: Db, { schoolId, today, reach }: View) => sql<ClassDay>`
    select s.class_room_id, s.date, counted.counts[1] as present, counted.counts[2] as late, counted.counts[3] as absent,
      counted.counts[4] as excused
    from attendance_sheets s ${joinCounts(schoolId)}
    where s.school_id = ${schoolId} and s.date between (select ${today}::date) - ${daysBack}::integer and (select ${today}::date)
      and ${hasCounts} and ${inReach(reach, { inSchool: schoolId, classRoom: 's.class_room_id' })}
      and ${counts({ inSchool: schoolId, classRoom: 's.class_room_id', date: 's.date' })}
    order by s.date`,
)

export type AbsentRow = {
  studentId: string
  studentName: string
  imageUrl: string | null
  classRoomId: string
  classRoomName: string
  guardianName: string | null
  guardianRelation: string | null
  guardianPhone: string | null
}

/** As many as the home names. */
const absentAtMost = 5

/**
 * Students who are absent today without an excuse in a register that counts, by grade, class and name. Each has the parent to
 * call: the first one linked of those who are notified, otherwise an invited one.
 */
export const absentToday = shaped(
  (_: Db, { schoolId, today, reach }: View, { seesPhones }: { seesPhones: boolean }) => sql<AbsentRow>`
    select st.id as student_id, ${fullName('st')} as student_name, st.image_url, c.id as class_room_id,
      c.name as class_room_name, guardian.name as guardian_name, guardian.relation as guardian_relation,
      guardian.phone as guardian_phone
    from attendance_marks m
    join students st on st.school_id = m.school_id and st.id = m.student_id
    join class_rooms c on c.school_id = m.school_id and c.id = m.class_room_id
    left join lateral (
      select known.name, r.name as relation, known.phone
      from (
        select ${parentNameIn(schoolId)} as name, u.phone_number as phone, sp.relation_id, false as is_invited, sp.created_at
        from parent_links sp
        join users u on u.id = sp.parent_id
        where sp.school_id = ${schoolId} and sp.student_id = st.id and sp.is_notified
          and not ${isUnanswered(schoolId)}
        union all
        select null, i.phone_number, i.relation_id, true, i.created_at
        from parent_invitations i
        where i.school_id = ${schoolId} and i.student_id = st.id and i.accepted_at is null and i.removed_at is null) known
      join relation_types r on r.id = known.relation_id
      where ${sql.lit(seesPhones)}
      order by known.is_invited, known.created_at, known.phone limit 1) guardian on true
    where m.school_id = ${schoolId} and m.date = (select ${today}::date) and m.state = 'absent'
      and ${inReach(reach, { inSchool: schoolId, classRoom: 'm.class_room_id' })}
      and ${counts({ inSchool: schoolId, classRoom: 'm.class_room_id', date: 'm.date' })} and ${isSettled}
    order by ${placeOfGrade('c', schoolId)}, ${byName('c.name')}, ${byName(fullName('st'))}, st.id
    limit ${absentAtMost}`,
)

export type AverageRow = { classRoomId: string; courseId: string; courseName: string; percent: number }

/**
 * The average of each class in each course, over the marked exams of the last two months. The marks of each exam are added up
 * first, because dividing each mark takes five times as long.
 */
export const averagesOf = shaped(
  (_: Db, { schoolId, today, reach }: View) => sql<AverageRow>`
    select w.class_room_id, w.course_id, c.name as course_name,
      round(sum(marked.total / w.rate) / sum(marked.students) * 100)::integer as percent
    from exams w
    cross join lateral (
      select sum(r.total_result) as total, count(*) as students from student_exams r
      where r.school_id = ${schoolId} and r.exam_id = w.id and r.removed_at is null and r.is_attend
        and r.total_result is not null) marked
    join courses c on c.school_id = w.school_id and c.id = w.course_id
    where w.school_id = ${schoolId} and w.removed_at is null and w.rate > 0 and marked.students > 0
      and w.exam_date between (select ${today}::date) - 60 and (select ${today}::date)
      and ${inReach(reach, { inSchool: schoolId, classRoom: 'w.class_room_id', course: 'w.course_id' })}
    group by w.class_room_id, w.course_id, c.name
    order by ${byName('c.name')}, w.course_id`,
)
