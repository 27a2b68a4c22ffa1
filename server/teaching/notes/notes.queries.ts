import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { inReach, schoolAs } from '#server/db/rows.ts'
import { contains, fullName } from '#server/db/search.ts'
import { onlySchoolOf, type Reach } from '#server/db/reach.ts'
import { onDaysOf } from '#server/school/years/year-days.queries.ts'

type Filter = {
  studentId?: string | null | undefined
  classRoomId?: string | null | undefined
  courseId?: string | null | undefined
  supervisorId?: string | null | undefined
  notes?: string | null | undefined
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
  yearId?: string | null | undefined
}

/** The notes within reach, latest first. */
export const notesIn = (db: Db, reach: Reach, filter: Filter, page: PageRequest) =>
  paged(notesQuery(db, reach, filter), page)

/** The same as a statement, to be sent with others. */
export function notesQuery(db: Db, reach: Reach, filter: Filter, inSchool = onlySchoolOf(reach)) {
  let query = noteRows(db, reach, inSchool).orderBy('n.date', 'desc').orderBy('n.createdAt', 'desc').orderBy('n.id')
  for (const column of ['studentId', 'classRoomId', 'courseId', 'supervisorId'] as const)
    if (filter[column]) query = query.where(`n.${column}`, '=', filter[column])
  if (filter.notes) query = query.where(contains('n.notes', filter.notes))
  if (filter.dateFrom) query = query.where('n.date', '>=', filter.dateFrom)
  if (filter.dateTo) query = query.where('n.date', '<=', filter.dateTo)
  if (filter.yearId) query = query.where(onDaysOf(filter.yearId, { inSchool, school: 'n.schoolId', date: 'n.date' }))
  return query
}

/** One note of a school within reach. */
export const noteOf = (db: Db, schoolId: string, reach: Reach, id: string) =>
  noteRows(db, reach, schoolId).where('n.schoolId', '=', schoolId).where('n.id', '=', id).executeTakeFirst()

/** Whether a student is active and in the class now. Locks the student, so that this stays so until the call ends. */
export async function isOnRoll(db: Db, schoolId: string, classRoomId: string, studentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from students
    where school_id = ${schoolId} and id = ${studentId} and class_room_id = ${classRoomId} and active for share`.execute(
    db,
  )
  return rows.length > 0
}

type NewNote = {
  schoolId: string
  classRoomId: string
  studentId: string
  courseId: string | null
  date: string
  notes: string
  supervisorId: string
}

/** Stores a note and returns its id. */
export async function insertNote(db: Db, note: NewNote) {
  const id = newId()
  const { schoolId, classRoomId, studentId, courseId, date, notes, supervisorId } = note
  await db
    .insertInto('studentNotes')
    .values({ id, schoolId, classRoomId, studentId, courseId, date, notes, supervisorId })
    .execute()
  return id
}

type NewNotes = Omit<NewNote, 'studentId' | 'classRoomId' | 'courseId'>

/** Stores the same note about several students in their classes. Returns the id of the note about each student. */
export async function insertNotes(
  db: Db,
  { schoolId, date, notes, supervisorId }: NewNotes,
  about: readonly { id: string; classRoomId: string }[],
) {
  const rows = about.map(({ id: studentId, classRoomId }) => ({ noteId: newId(), studentId, classRoomId }))
  await sql`
    insert into student_notes (id, school_id, class_room_id, student_id, date, notes, supervisor_id)
    select g."noteId", st.school_id, g."classRoomId", st.id, ${date}::date, ${notes}, ${supervisorId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("noteId" uuid, "classRoomId" uuid, "studentId" uuid)
    join students st on st.school_id = ${schoolId} and st.id = g."studentId"`.execute(db)
  return rows.map(({ noteId, studentId }) => ({ noteId, studentId }))
}

/** Stores that the caller has read notes about their children. Returns how many of them were unread. */
export async function markNotesRead(db: Db, noteIds: readonly string[]) {
  const { rows } = await sql<{ read: number }>`select read_own_notes(${[...noteIds]}::uuid[]) as read`.execute(db)
  return rows[0]!.read
}

/** Marks a note as deleted. */
export const removeNote = (db: Db, schoolId: string, id: string, by: string) =>
  db
    .updateTable('studentNotes')
    .set({ removedAt: sql`now()`, removedBy: by })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

export const putNoteBack = (db: Db, schoolId: string, id: string) =>
  db
    .updateTable('studentNotes')
    .set({ removedAt: null, removedBy: null })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

const noteRows = (db: Db, reach: Reach, inSchool?: string) =>
  db
    .selectFrom('studentNotes as n')
    .innerJoin('classRooms as cr', (on) =>
      on.onRef('cr.schoolId', '=', 'n.schoolId').onRef('cr.id', '=', 'n.classRoomId'),
    )
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'n.schoolId').onRef('st.id', '=', 'n.studentId'))
    .innerJoin('users as author', 'author.id', 'n.supervisorId')
    .leftJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'n.schoolId').onRef('c.id', '=', 'n.courseId'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('noteReaders as r')
          .innerJoin('users as reader', 'reader.id', 'r.personId')
          .where('r.schoolId', '=', schoolAs({ inSchool }, 'n.id'))
          .whereRef('r.noteId', '=', 'n.id')
          // A parent is not shown whether the other parent has read it.
          .where(
            sql<boolean>`(r.person_id = acting_user() or not exists (
              select from parent_links l
              where l.school_id = ${schoolAs({ inSchool }, 'n.id')} and l.student_id = n.student_id and l.parent_id = acting_user()))`,
          )
          .select([
            sql<string | null>`min(r.read_at)`.as('readAt'),
            sql<
              string[]
            >`coalesce(array_agg(concat_ws(' ', reader.first_name, reader.last_name) order by r.read_at), '{}')`.as(
              'readBy',
            ),
          ])
          .as('reading'),
      (join) => join.onTrue(),
    )
    .where('n.removedAt', 'is', null)
    .where(
      inReach(reach, {
        inSchool,
        school: 'n.schoolId',
        classRoom: 'n.classRoomId',
        course: 'n.courseId',
        author: 'n.supervisorId',
        student: 'n.studentId',
        date: 'n.date',
      }),
    )
    .select(['n.id', 'n.date', 'n.notes', 'n.courseId', 'c.name as courseName'])
    .select(['n.supervisorId', fullName('author').as('supervisorName'), 'n.classRoomId', 'cr.name as classRoomName'])
    .select(['n.studentId', fullName('st').as('studentName'), 'n.version'])
    .select(['reading.readAt', 'reading.readBy'])
    // Needed to decide who may change it.
    .select(['n.schoolId', 'cr.supervisorId as classSupervisorId'])
