import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged, pagedOnce } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, containsFolded, fullName, namesContain, weekDay } from '#server/db/search.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'
import type { Reach } from '#server/db/reach.ts'
import { isSettled } from '#server/school/presence/settled-marks.queries.ts'
import { onDaysOf } from '#server/school/years/year-days.queries.ts'

type MarkOrigin = 'taken' | 'derived' | 'office'

type SheetQuery = {
  schoolId: string
  reach: Reach
  studentId?: string | null | undefined
  classRoomId?: string | null | undefined
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
  yearId?: string | null | undefined
  state?: 'present' | 'absent' | 'late' | 'excused' | null | undefined
  search?: string | null | undefined
}

/** When the student of mark `m` left; nothing if they were not there. */
const leftAt = sql<string | null>`case when m.state in ('present', 'late') then to_char(m.left_at, 'HH24:MI') end`

/** Marks within reach, latest day first. */
export const marksOf = (db: Db, query: SheetQuery, page: PageRequest) => marks(db, page, query)

const marks = pagedOnce((db, asked: SheetQuery) => {
  const { schoolId, reach, studentId, classRoomId, dateFrom, dateTo, yearId, state, search } = asked
  let query = db
    .selectFrom('attendanceMarks as m')
    .innerJoin('attendanceSheets as sheet', (on) =>
      on
        .onRef('sheet.schoolId', '=', 'm.schoolId')
        .onRef('sheet.classRoomId', '=', 'm.classRoomId')
        .onRef('sheet.date', '=', 'm.date'),
    )
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'm.schoolId').onRef('c.id', '=', 'm.classRoomId'))
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'm.schoolId').onRef('st.id', '=', 'm.studentId'))
    .innerJoin('users as supervisor', 'supervisor.id', 'm.supervisorId')
    .where('m.schoolId', '=', schoolId)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'm.classRoomId', student: 'm.studentId', date: 'm.date' }))
    .select(['m.id', 'm.studentId', fullName('st').as('studentName'), 'm.classRoomId', 'c.name as classRoomName'])
    .select([
      'm.supervisorId',
      fullName('supervisor').as('supervisorName'),
      'm.date',
      'm.state',
      'm.minutesLate',
      'm.note',
    ])
    .select([weekDay('m.date').as('weekDay'), sql<boolean>`m.state in ('present', 'late')`.as('isAttend')])
    .select([leftAt.as('leftAt'), sql<MarkOrigin>`m.origin`.as('origin')])
    .select(['sheet.version', 'm.modifiedAt as lastModifyDate', sql<boolean>`m.import_id is not null`.as('isBrought')])
    .orderBy('m.date', 'desc')
    .orderBy(byName(fullName('st')))
    .orderBy('m.id')
  if (studentId) query = query.where('m.studentId', '=', studentId)
  if (classRoomId) query = query.where('m.classRoomId', '=', classRoomId)
  if (dateFrom) query = query.where('m.date', '>=', dateFrom)
  if (dateTo) query = query.where('m.date', '<=', dateTo)
  if (yearId) query = query.where(onDaysOf(yearId, { inSchool: schoolId, school: 'm.schoolId', date: 'm.date' }))
  if (state) query = query.where('m.state', '=', state)
  // Parents never see the code of their child, so a search must not find by it either.
  if (search)
    query = query.where(reach.of === 'children' ? namesContain('st', search) : containsFolded('st.searched', search))
  return query
})

/** Days with a register, with its counts, latest first. */
export function sheetsOf(
  db: Db,
  { schoolId, reach, classRoomId, dateFrom, dateTo, yearId }: SheetQuery,
  page: PageRequest,
) {
  const counted = (state: string) =>
    sql<number>`count(*) filter (where m.state = ${sql.lit(state)} and ${isSettled})::integer`
  let query = db
    .selectFrom('attendanceSheets as sheet')
    .innerJoin('attendanceMarks as m', (on) =>
      on
        .onRef('m.schoolId', '=', 'sheet.schoolId')
        .onRef('m.classRoomId', '=', 'sheet.classRoomId')
        .onRef('m.date', '=', 'sheet.date'),
    )
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'sheet.schoolId').onRef('c.id', '=', 'sheet.classRoomId'),
    )
    .innerJoin('users as saver', 'saver.id', 'sheet.savedBy')
    .where('sheet.schoolId', '=', schoolId)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'sheet.classRoomId' }))
    .groupBy(['sheet.schoolId', 'sheet.classRoomId', 'sheet.date', 'c.schoolId', 'c.id', 'saver.id'])
    .select(['sheet.classRoomId', 'c.name as classRoomName', 'sheet.date', weekDay('sheet.date').as('weekDay')])
    .select([counted('present').as('present'), counted('late').as('late')])
    .select([counted('absent').as('absent'), counted('excused').as('excused')])
    .select([sql<number>`count(*) filter (where m.import_id is not null and ${isSettled})::integer`.as('brought')])
    .select(['sheet.savedBy as savedById', fullName('saver').as('savedByName')])
    .select(['sheet.version', 'sheet.modifiedAt as lastModifyDate'])
    .orderBy('sheet.date', 'desc')
    .orderBy(placeOfGrade('c', schoolId))
    .orderBy(byName('c.name'))
    .orderBy('sheet.classRoomId')
  if (classRoomId) query = query.where('sheet.classRoomId', '=', classRoomId)
  if (dateFrom) query = query.where('sheet.date', '>=', dateFrom)
  if (dateTo) query = query.where('sheet.date', '<=', dateTo)
  if (yearId)
    query = query.where(onDaysOf(yearId, { inSchool: schoolId, school: 'sheet.schoolId', date: 'sheet.date' }))
  return paged(query, page)
}
