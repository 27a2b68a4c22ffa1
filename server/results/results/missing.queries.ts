import { sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'

type Taught = {
  classRoomId: string
  classRoomName: string
  gradeId: string
  schoolYearId: string | null
  courseId: string
  teachers: string[]
  /** In the order of `teachers`. */
  teacherIds: string[]
}

/** The courses of the classes in reach, with the teachers of each. */
export async function teachersOfCourses(db: Db, schoolId: string, reach: Reach) {
  const { rows } = await sql<Taught>`
    select c.id as class_room_id, c.name as class_room_name, c.grade_id, c.school_year_id, t.course_id,
      jsonb_agg(${nameAtSchool('u')} order by ${byName(nameAtSchool('u'))}, u.id) as teachers,
      jsonb_agg(u.id order by ${byName(nameAtSchool('u'))}, u.id) as teacher_ids
    from class_teacher_courses t
    join class_rooms c on c.school_id = t.school_id and c.id = t.class_room_id
    join users u on u.id = t.teacher_id ${askedToTeach(schoolId, 'u')}
    where t.school_id = ${schoolId} and ${inReach(reach, { inSchool: schoolId, classRoom: 't.classRoomId', course: 't.courseId' })}
    group by c.school_id, c.id, t.course_id
    order by ${byName('c.name')}, c.id`.execute(db)
  return rows
}

type Supervised = Pick<Taught, 'teachers' | 'teacherIds'>

/** Who supervises each class, for who supervises it or sees the whole school. */
export async function supervisorsOfClasses(db: Db, schoolId: string, reach: Reach) {
  const { rows } = await sql<Supervised & { id: string }>`
    select c.id, case when u.id is null then '[]'::jsonb else jsonb_build_array(${nameAtSchool('u')}) end as teachers,
      case when u.id is null then '[]'::jsonb else jsonb_build_array(u.id) end as teacher_ids
    from class_rooms c left join users u on u.id = c.supervisor_id ${askedToTeach(schoolId, 'u')}
    where c.school_id = ${schoolId} ${reach.of === 'classes' ? sql`and c.supervisor_id = ${reach.personId}` : sql``}`.execute(
    db,
  )
  return new Map<string, Supervised>(rows.map(({ id, ...supervised }) => [id, supervised]))
}
