import { type RawBuilder, sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'

/** An item as its person may see it now. `things`: the number of works, notes or records in it. */
export type InboxRow = {
  id: string
  kind: string
  at: string
  readAt: string | null
  isOn: boolean | null
  schoolId: string | null
  schoolName: string | null
  studentId: string | null
  firstName: string | null
  classRoomId: string | null
  things: number
  workId: string | null
  courseName: string | null
  date: string | null
  state: 'present' | 'absent' | 'late' | 'excused' | null
  paperKind: string | null
  termName: string | null
  conductName: string | null
  personName: string | null
  givenByName: string | null
  roleName: string | null
  number: number | null
  covers: { number: number; classNames: string[]; absentName: string; roomNames: string[] }[] | null
}

type ItemsQuery = {
  personId: string
  /** Only items of that school. Null: none as staff of a school that requires its own sign-in. */
  onlySchool: string | null
  unread?: boolean | null | undefined
  studentId?: string | null | undefined
  kinds?: readonly string[] | null | undefined
}

/** Whether a session that no provider opened shows an item; mostly no school requires one, and no item is asked about. */
const opens = (childId: RawBuilder<unknown>, subjectId: RawBuilder<unknown>) => sql<boolean>`
  ((select schools_without_passwords()) = '{}' or opens_to_password(kind, at_school_id, ${childId}, ${subjectId}))`

/** A person's items, newest first. */
export async function itemsOf(
  db: Db,
  { personId, onlySchool, unread, studentId, kinds }: ItemsQuery,
  page: PageRequest,
) {
  let query = db.selectFrom('inboxSeen').where('personId', '=', personId)
  query = onlySchool ? query.where('atSchoolId', '=', onlySchool) : query.where(opens(sql`student_id`, sql`work_id`))
  if (unread != null) query = query.where('readAt', unread ? 'is' : 'is not', null)
  if (studentId) query = query.where('studentId', '=', studentId)
  if (kinds) query = query.where('kind', '=', sql<string>`any(${kinds}::text[])`)
  const { rows, total } = await paged(
    query
      .select(['id', 'kind', 'at', 'readAt', 'isOn', 'atSchoolId as schoolId', 'schoolName', 'studentId', 'firstName'])
      .select([
        'classRoomId',
        'things',
        'workId',
        'courseName',
        'date',
        'state',
        'paperKind',
        'termName',
        'conductName',
        'personName',
        'givenByName',
        'roleName',
        'number',
        'covers',
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
    page,
  )
  return { rows: rows as InboxRow[], total }
}

/** How many items are unread, counted up to 100; also by student, with null for items about no student. */
const unreadOf = fixed(
  (personId: string) => sql<{ studentId: string | null; unread: number }>`
    select student_id, unread from unread_of(${personId})`,
)

/** The same for items of one school. */
const unreadIn = fixed(
  (personId: string, schoolId: string) => sql<{ studentId: string | null; unread: number }>`
    select student_id, count(*)::integer as unread from (
      select i.student_id from inbox_seen i
      where i.person_id = ${personId} and i.at_school_id = ${schoolId} and i.read_at is null limit 100
    ) seen group by student_id`,
)

/** What is unread of what the caller may see. */
export const unreadBy = ({ id, onlySchool }: { id: string; onlySchool: string | null }) =>
  onlySchool ? unreadIn(id, onlySchool) : unreadOf(id)

type Read = ItemsQuery & { ids?: readonly string[] | null | undefined; upTo?: string | null | undefined }

/** Marks a person's items as read; returns how many were unread. */
export async function markAsRead(db: Db, { personId, onlySchool, ids, upTo, studentId, kinds }: Read) {
  let query = db
    .updateTable('inboxItems')
    .set({ readAt: sql`now()` })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
  query = onlySchool
    ? query.where('atSchoolId', '=', onlySchool)
    : query.where(opens(sql`case when kind <> 'message' or is_on then student_id end`, sql`subject_ids[1]`))
  if (ids) query = query.where('id', '=', sql<string>`any(${ids}::uuid[])`)
  if (upTo)
    query = query.where(
      sql<boolean>`(at, id) <= (select at, id from inbox_items where id = ${upTo} and person_id = ${personId})`,
    )
  if (studentId) query = query.where('studentId', '=', studentId)
  if (kinds) query = query.where('kind', '=', sql<string>`any(${kinds}::text[])`)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Marks a person's items about announcements as read. */
export const markPostItemsAsRead = (db: Db, personId: string, postIds: readonly string[]) =>
  db
    .updateTable('inboxItems')
    .set({ readAt: sql`now()` })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .where('kind', '=', 'post')
    .where(sql<boolean>`subject_ids[1] = any(${[...postIds]}::uuid[])`)
    .execute()

/** What an invitation in a person's inbox asks, while it is not answered yet. */
export const invitationOf = (db: Db, personId: string, id: string) =>
  db
    .selectFrom('inboxSeen')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .where('kind', 'in', ['teacherInvited', 'roleInvited', 'parentInvited'])
    .select(['kind', 'atSchoolId as schoolId'])
    .executeTakeFirst()
