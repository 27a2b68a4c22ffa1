import { type RawBuilder, sql } from 'kysely'
import { presenceOfStudent, type Seeing } from '#server/school/presence/presence.queries.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, pagedFirst, pagedFirstOnce, pagedOnce } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, containsFolded, distance } from '#server/db/search.ts'
import type { Reach } from '#server/db/reach.ts'
import { seated } from './seated.queries.ts'

/** Which fields a reader of students sees (api.md §12, students). */
export type Sees = { office: boolean; birthDate: boolean; leaving: boolean }

type Roll = { schoolId: string; classRoomId: string; day?: string | null | undefined; reach: Reach; sees: Sees }

/** The active students of a class by name (the roll); with a `day`, everybody who may be marked in its register. */
export const rollOf = (db: Db, roll: Roll, page: PageRequest) => rolls(db, page, roll)

/** First found, then sorted (offset 0). Otherwise the planner would read the whole school in the order of names to find the class in it. */
const rolls = pagedOnce((db, { schoolId, classRoomId, day, reach, sees }: Roll) => {
  const room = sql<string>`${classRoomId}::uuid`
  if (day)
    return inOrder(completed(db, schoolId, sees, seatedOn(db, { schoolId, classRoomId, day, reach }).offset(0), room))
  const here = bareRows(db)
    .where('st.schoolId', '=', schoolId)
    .where('st.classRoomId', '=', classRoomId)
    .where('st.active', '=', true)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId', student: 'st.id' }))
    .offset(0)
  return inOrder(completed(db, schoolId, sees, here, room))
})

/** The students who were at the school and in a class on a day, even if they have left since (`seated`). */
const seatedOn = (db: Db, { schoolId, classRoomId, day, reach }: Omit<Roll, 'sees'>) =>
  bareRows(db)
    .innerJoin('studentClasses as h', (on) =>
      on
        .onRef('h.schoolId', '=', 'st.schoolId')
        .onRef('h.studentId', '=', 'st.id')
        .on('h.classRoomId', '=', classRoomId),
    )
    .where('st.schoolId', '=', schoolId)
    .where(seated(schoolId, classRoomId, day!))
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'h.classRoomId', student: 'st.id' }))

type Filter = {
  schoolId: string
  search?: string | null | undefined
  classRoomId?: string | null | undefined
  active?: boolean | null | undefined
  isPaid?: boolean | null | undefined
  left?: boolean | null | undefined
}

/** The students of a school by name, active or not. `search` matches full name and code; the best matches come first. */
export function studentsOf(db: Db, filter: Filter, sees: Sees, seeing: Seeing, page: PageRequest) {
  // A typed text is hardly ever typed again, so preparing a statement for it would be useless.
  if (!filter.search) return studentsOnce(db, page, filter, sees, seeing)
  const { rows, complete } = found(db, filter, sees, seeing)
  return pagedFirst(rows, page, complete)
}

function found(db: Db, filter: Filter, sees: Sees, seeing: Seeing) {
  const { schoolId, search, classRoomId, active, isPaid, left } = filter
  let query = bareRows(db).where('st.schoolId', '=', schoolId).where('st.mergedInto', 'is', null)
  if (search) query = query.where(containsFolded('st.searched', search))
  if (classRoomId) query = query.where('st.classRoomId', '=', classRoomId)
  if (active != null) query = query.where('st.active', '=', active)
  if (isPaid != null) query = query.where('st.isPaid', '=', isPaid)
  if (left != null) query = query.where('st.leftOn', left ? 'is not' : 'is', null)
  return {
    rows: inOrder(query, search),
    complete: (some: typeof query) =>
      inOrder(completed(db, schoolId, sees, some), search).select(presenceOfStudent(schoolId, seeing).as('presence')),
  }
}

const studentsOnce = pagedFirstOnce(found)

/** One student of a school, if within reach. */
export const studentOf = (db: Db, schoolId: string, reach: Reach, id: string, sees: Sees) =>
  studentRow(db, schoolId, reach, id, sees).executeTakeFirst()

/** The same as a statement, to be sent with others. */
export const studentRow = (db: Db, schoolId: string, reach: Reach, id: string, sees: Sees) =>
  completed(
    db,
    schoolId,
    sees,
    bareRows(db)
      .where('st.schoolId', '=', schoolId)
      .where('st.id', '=', id)
      .where(inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId', student: 'st.id' })),
  ).select(sql<boolean>`st.merged_into is not null`.as('isMerged'))

/** The present class of a student. */
export async function classOfStudent(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ classRoomId: string }>`
    select class_room_id from students where school_id = ${schoolId} and id = ${id}`.execute(db)
  return rows[0]?.classRoomId
}

/** The ids of the students with a code, and their schools; several if several schools use the code. */
export function idsByCode(db: Db, reach: Reach, code: string, schoolId: string | null) {
  const found = db
    .selectFrom('students as st')
    .where('st.code', '=', code)
    .where(inReach(reach, { inSchool: schoolId ?? undefined, school: 'st.schoolId', classRoom: 'st.classRoomId' }))
    .select(['st.id', 'st.schoolId'])
    .limit(2)
  return (schoolId ? found.where('st.schoolId', '=', schoolId) : found).execute()
}

/** The student to whom an entry belongs now: itself, or the one into which it was finally merged. */
export async function keptStudent(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ id: string }>`
    with recursive entries (id, merged_into) as (
      select st.id, st.merged_into from students st where st.school_id = ${schoolId} and st.id = ${id}
      union
      select st.id, st.merged_into from entries e
      join students st on st.school_id = ${schoolId} and st.id = e.merged_into
    )
    select id from entries where merged_into is null`.execute(db)
  return rows[0]!.id
}

/** Whether one of these entries was merged with another. */
export async function hasAnyMerged(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ merged: boolean }>`
    select exists (select from students
      where school_id = ${schoolId} and id = any(${[...ids]}::uuid[]) and merged_into is not null) as merged`.execute(
    db,
  )
  return rows[0]!.merged
}

/**
 * Locks students in the same way as storing a mark. Must be sent before any other statement about them, so that the call waits
 * for decisions that are being made, for example about an excuse.
 */
export const keepingStudents = fixed(
  (schoolId: string, studentIds: readonly string[]) => sql`
    select from students st where st.school_id = ${schoolId} and st.id = any(${studentIds}::uuid[])
    order by st.id for key share`,
)

const bareRows = (db: Db) => db.selectFrom('students as st').selectAll('st')

/** Students with the names of their class (the present one or that of a day) and of their school, and how many courses it has. */
const completed = (
  db: Db,
  schoolId: string,
  { office, birthDate, leaving }: Sees,
  rows: ReturnType<typeof bareRows>,
  classRoomId: RawBuilder<string> = sql`st.class_room_id`,
) =>
  db
    .selectFrom(rows.as('st'))
    .innerJoin('classRooms as c', (on) => on.on('c.schoolId', '=', schoolId).on('c.id', '=', classRoomId))
    .innerJoin('schools as s', 's.id', 'st.schoolId')
    .leftJoin('studentLeavings as l', (on) =>
      on.on('l.schoolId', '=', schoolId).onRef('l.studentId', '=', 'st.id').on('l.returnedOn', 'is', null),
    )
    .leftJoin('leavingReasons as reason', 'reason.id', 'l.reasonId')
    .select(['st.id', 'st.firstName', 'st.middleName', 'st.lastName', 'st.imageUrl', 'st.schoolId', 'st.active'])
    .select(['s.name as schoolName', 'c.id as classRoomId', 'c.name as classRoomName', 'st.version'])
    .select([
      (office ? sql<string | null>`st.code` : sql<string | null>`null`).as('code'),
      (office ? sql<boolean | null>`st.is_paid` : sql<boolean | null>`null::boolean`).as('isPaid'),
      (birthDate ? sql<string | null>`st.birth_date` : sql<string | null>`null`).as('birthDate'),
      (office ? sql<string | null>`st.seat_ended_on` : sql<string | null>`null`).as('seatEndedOn'),
      'st.leftOn',
      (leaving ? sql<string | null>`reason.name` : sql<string | null>`null`).as('leavingReason'),
      (leaving ? sql<string | null>`l.note` : sql<string | null>`null`).as('leavingNote'),
      (leaving ? sql<string | null>`l.destination` : sql<string | null>`null`).as('destination'),
      coursesTaughtIn(schoolId, classRoomId).as('coursesCount'),
    ])

/** By first, middle and last name; for a search, the best match first. */
function inOrder<Query extends { orderBy: (by: RawBuilder<string | number>) => Query }>(
  query: Query,
  search?: string | null,
) {
  const nearestFirst = search ? query.orderBy(distance(sql.ref('st.searched'), sql`${search}::text`)) : query
  return nearestFirst
    .orderBy(byName('st.firstName'))
    .orderBy(byName('st.middleName'))
    .orderBy(byName('st.lastName'))
    .orderBy(sql<string>`st.id`)
}

const coursesTaughtIn = (schoolId: string, classRoomId: RawBuilder<string>) =>
  sql<number>`(select count(distinct tc.course_id)::integer from class_teacher_courses tc
    where tc.school_id = ${schoolId} and tc.class_room_id = ${classRoomId})`

/** The national number in the official record of a student, and its kind. */
export const nationalNumberOf = (db: Db, schoolId: string, studentId: string) =>
  db
    .selectFrom('officialRecords')
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .select(['numberKind', 'nationalNumber'])
    .executeTakeFirst()
