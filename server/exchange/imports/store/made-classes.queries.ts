import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** Records classes as made for an import. Returns false unless each belongs to the school, is newer than the import and has no students. */
export async function keepMadeClasses(db: Db, { schoolId, id: importId }: ImportKey, classIds: readonly string[]) {
  const { rows } = await sql<{ fit: number }>`
    update imports i set made_classes = made_classes || ${[...classIds]}::uuid[]
    where i.school_id = ${schoolId} and i.id = ${importId} and ${classIds.length} = (
      select count(*) from class_rooms c
      where c.id = any(${[...classIds]}::uuid[]) and c.school_id = ${schoolId} and c.created_at >= i.created_at
        and not exists (select from student_classes m where m.school_id = ${schoolId} and m.class_room_id = c.id))
    returning 1 as fit`.execute(db)
  return rows.length > 0
}

/** Classes made for an import that have never had students. */
export async function emptyMadeClasses(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ id: string }>`
    select c.id from imports i join class_rooms c on c.school_id = i.school_id and c.id = any(i.made_classes)
    where i.school_id = ${schoolId} and i.id = ${importId} and c.school_id = ${schoolId}
      and not exists (select from student_classes m where m.school_id = ${schoolId} and m.class_room_id = c.id)
    order by c.id for update of c`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteClass = (db: Db, schoolId: string, id: string) =>
  db.deleteFrom('classRooms').where('schoolId', '=', schoolId).where('id', '=', id).execute()
