import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageAsked, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import type { Reach } from '#server/reach.ts'

type Roll = { schoolId: string; classRoomId: string; reach: Reach; seesBirthDate: boolean }

/** The active students of a class, by name: the roll. */
export const rollOf = (db: Db, { schoolId, classRoomId, reach, seesBirthDate }: Roll, page: PageAsked) =>
  paged(
    db
      .selectFrom('students as st')
      .innerJoin('classRooms as c', 'c.id', 'st.classRoomId')
      .innerJoin('schools as s', 's.id', 'st.schoolId')
      .where('st.schoolId', '=', schoolId)
      .where('st.classRoomId', '=', classRoomId)
      .where('st.active', '=', true)
      .where(inReach(reach, { classRoom: 'st.classRoomId', student: 'st.id' }))
      .select(['st.id', 'st.code', 'st.firstName', 'st.middleName', 'st.lastName', 'st.imageUrl', 'st.schoolId'])
      .select([
        's.name as schoolName',
        'st.classRoomId',
        'c.name as classRoomName',
        'st.active',
        'st.isPaid',
        'st.version',
      ])
      .select([
        (seesBirthDate ? sql<string | null>`st.birth_date` : sql<string | null>`null`).as('birthDate'),
        coursesTaughtIn(sql`st.class_room_id`).as('coursesCount'),
      ])
      .orderBy(byName('st.firstName'))
      .orderBy(byName('st.middleName'))
      .orderBy(byName('st.lastName'))
      .orderBy('st.id'),
    page,
  )

/** Which of these students a class may record on a day: active, and in the class now or on that day. */
export async function studentsOnDay(db: Db, classRoomId: string, day: string, studentIds: string[]) {
  const { rows } = await sql<{ id: string }>`
    select st.id from students st
    where st.id = any(${studentIds}::uuid[]) and st.active and (
      st.class_room_id = ${classRoomId}
      or exists (select from student_classes h where h.student_id = st.id and h.class_room_id = ${classRoomId}
        and h.from_day <= ${day} and (h.to_day is null or h.to_day >= ${day})))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const coursesTaughtIn = (classRoom: RawBuilder<unknown>) =>
  sql<number>`(select count(distinct tc.course_id)::integer from class_teacher_courses tc where tc.class_room_id = ${classRoom})`
