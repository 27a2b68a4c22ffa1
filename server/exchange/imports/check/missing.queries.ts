import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/**
 * The students at the school whom a list does not have: of the classes of which it has more than half, because a list of newcomers lacks all
 * others; and those whom a folder names as to be deleted. A folder of changes alone has only these.
 */
export const missingStudents = (db: Db, { schoolId, id: importId }: ImportKey, page: PageRequest) => {
  const found = sql`
    select r.student_id from import_rows r where r.school_id = ${schoolId} and r.import_id = ${importId} and r.student_id is not null`
  const covered = sql`
    select c.class_room_id from students c
    where c.school_id = ${schoolId} and c.active and c.merged_into is null
    group by 1 having count(*) filter (where c.id in (${found})) * 2 > count(*)`
  const folder = sql`(select i.folder from imports i where i.school_id = ${schoolId} and i.id = ${importId})`
  const toBeDeleted = sql<boolean>`exists (
    select from official_records o where o.school_id = ${schoolId} and o.student_id = s.id
      and coalesce(${folder} -> 'gone', '[]') ? o.other_number)`
  return paged(
    db
      .selectFrom('students as s')
      .innerJoin('classRooms as c', (on) =>
        on.onRef('c.schoolId', '=', 's.schoolId').onRef('c.id', '=', 's.classRoomId'),
      )
      .where('s.schoolId', '=', schoolId)
      .where('s.active', '=', true)
      .where('s.mergedInto', 'is', null)
      .where(sql<boolean>`s.id not in (${found})`)
      .where(
        sql<boolean>`(${toBeDeleted} or coalesce(${folder} ->> 'isDelta', 'false') <> 'true' and s.class_room_id in (${covered}))`,
      )
      .select(['s.id as studentId', 's.code', fullName('s').as('studentName'), 'c.name as classRoomName'])
      .select(toBeDeleted.as('toBeDeleted'))
      .orderBy(sql`to_be_deleted desc`)
      .orderBy(byName('c.name'))
      .orderBy(byName(fullName('s')))
      .orderBy('s.id'),
    page,
  )
}
