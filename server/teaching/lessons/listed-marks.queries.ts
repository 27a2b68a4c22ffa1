import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, containsFolded, fullName, weekDay } from '#server/db/search.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

type State = 'present' | 'absent' | 'late' | 'excused'

type Sought = {
  schoolId: string
  reach: Reach
  classRoomId?: string | null | undefined
  dateFrom: string
  dateTo: string
  state?: State | null | undefined
  search?: string | null | undefined
}

/** The marks of lessons within reach, by day, number, class and name. */
export function listedMarks(
  db: Db,
  { schoolId, reach, classRoomId, dateFrom, dateTo, state, search }: Sought,
  page: PageRequest,
) {
  let query = db
    .selectFrom('lessonMarks as m')
    .innerJoin('lessonSheets as s', (on) =>
      on
        .on('s.schoolId', '=', schoolId)
        .onRef('s.classRoomId', '=', 'm.classRoomId')
        .onRef('s.day', '=', 'm.day')
        .onRef('s.number', '=', 'm.number')
        .onRef('s.part', '=', 'm.part'),
    )
    .innerJoin('courses as co', (on) => on.on('co.schoolId', '=', schoolId).onRef('co.id', '=', 's.courseId'))
    .innerJoin('classRooms as c', (on) => on.on('c.schoolId', '=', schoolId).onRef('c.id', '=', 'm.classRoomId'))
    .leftJoin('classGroups as g', (on) => on.on('g.schoolId', '=', schoolId).onRef('g.id', '=', 's.groupId'))
    .innerJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 'm.studentId'))
    .innerJoin('users as u', 'u.id', 'm.markedBy')
    .leftJoinLateral(sql<{ name: string }>`event_of_mark(${schoolId}, m)`.as('event'), (on) => on.onTrue())
    .where('m.schoolId', '=', schoolId)
    .where('m.day', '>=', dateFrom)
    .where('m.day', '<=', dateTo)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'm.classRoomId', student: 'm.studentId', date: 'm.day' }))
    .select(['m.id', 'm.studentId', fullName('st').as('studentName'), 'm.classRoomId', 'c.name as classRoomName'])
    .select(['g.name as groupName', 'm.day as date', weekDay('m.day').as('weekDay'), 'm.number'])
    .select(['co.name as courseName', 'm.minutesLate', 'event.name as elsewhere', 'm.note'])
    .select([sql<string | null>`to_char(m.left_at, 'HH24:MI')`.as('leftAt'), fullName('u').as('byName')])
    .select(sql<State>`m.state`.as('state'))
    .select('m.modifiedAt as lastModifyDate')
    .orderBy('m.day')
    .orderBy('m.number')
    .orderBy(placeOfGrade('c', schoolId))
    .orderBy(byName('c.name'))
    .orderBy(byName(fullName('st')))
    .orderBy('m.id')
  if (classRoomId) query = query.where('m.classRoomId', '=', classRoomId)
  if (state) query = query.where('m.state', '=', state)
  if (search) query = query.where(containsFolded('st.searched', search))
  return paged(query, page)
}
