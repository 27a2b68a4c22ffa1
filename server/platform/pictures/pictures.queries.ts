import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The column in which the picture of each kind of owner is stored. */
const places = {
  student: { table: 'students', column: 'image_url' },
  user: { table: 'users', column: 'image_url' },
  school: { table: 'schools', column: 'image_url' },
  contact_type: { table: 'school_contact_types', column: 'icon_url' },
  class_room: { table: 'class_rooms', column: 'wcs_url' },
} as const

/** The picture of an excuse, or of a transfer that a parent reports, is named there when that is sent. */
export type PictureKind = keyof typeof places | 'excuse' | 'transfer'

/** A picture to be stored. `schoolId`: for owners that belong to a school. `ownerId`: null for a free student picture. */
export type NewPicture = {
  name: string
  kind: PictureKind
  ownerId: string | null
  schoolId: string | null
  content: Buffer
  uploadedBy: string
}

/** Stores a picture as the one of its owner. The previous one is kept for a day. */
export async function keepPicture(db: Db, { name, kind, ownerId, schoolId, content, uploadedBy }: NewPicture) {
  if (ownerId && kind !== 'excuse' && kind !== 'transfer')
    await nameFor(db, { kind, id: ownerId, schoolId }, urlOf(name))
  await db
    .insertInto('media')
    .values({
      name,
      kind,
      schoolId,
      studentId: kind === 'student' || kind === 'excuse' ? ownerId : null,
      userId: kind === 'user' ? ownerId : null,
      contactTypeId: kind === 'contact_type' ? ownerId : null,
      classRoomId: kind === 'class_room' ? ownerId : null,
      content,
      uploadedBy,
    })
    .execute()
}

export const urlOf = (name: string) => `/media/${name}`

type Owner = { kind: keyof typeof places; id: string; schoolId: string | null }

/** Stores the URL in the row of its owner, and marks the previous picture as replaced. */
async function nameFor(db: Db, { kind, id, schoolId }: Owner, url: string) {
  const { table, column } = places[kind]
  const isOwner =
    kind === 'student' || kind === 'class_room' ? sql`t.school_id = ${schoolId} and t.id = ${id}` : sql`t.id = ${id}`
  const { rows } = await sql<{ replaced: string | null }>`
    with before as (select id, ${sql.ref(column)} as url from ${sql.table(table)} t where ${isOwner} for update),
    named as (
      update ${sql.table(table)} t set ${sql.ref(column)} = ${url}, version = t.version + 1, modified_at = now()
      from before where ${isOwner} and t.id = before.id returning before.url)
    select url as replaced from named`.execute(db)
  const replaced = rows[0]?.replaced
  if (replaced)
    await sql`update media set replaced_at = now() where name = ${replaced.replace('/media/', '')} and replaced_at is null`.execute(
      db,
    )
}

/** Whether an id belongs to a school. For a free student picture, the request contains the school instead of a student. */
export async function isSchool(db: Db, id: string) {
  const { rows } = await sql`select from schools where id = ${id}`.execute(db)
  return rows.length > 0
}

export async function isContactType(db: Db, id: string) {
  const { rows } = await sql`select from school_contact_types where id = ${id}`.execute(db)
  return rows.length > 0
}
