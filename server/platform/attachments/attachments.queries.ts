import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { schoolAs } from '#server/db/rows.ts'

export type AttachmentRow = { id: string; kind: 'picture' | 'file'; name: string; bytes: number }

type NewAttachment = { schoolId: string; kind: 'picture' | 'file'; name: string; content: Buffer; uploadedBy: string }

/** Stores a picture or file that does not belong to anything yet. */
export async function insertAttachment(db: Db, attachment: NewAttachment): Promise<AttachmentRow> {
  const { kind, name, content } = attachment
  const id = newId()
  await db
    .insertInto('attachments')
    .values({ id, ...attachment })
    .execute()
  return { id, kind, name, bytes: content.length }
}

/**
 * The bytes of a school's pictures and files that are in use, and those of a person that nothing uses yet. Unused ones of others do not
 * count, so that nobody can take the space of colleagues. Locks the school's row, so that two uploads at once cannot exceed a limit.
 */
export async function storedBytes(db: Db, schoolId: string, personId: string) {
  await sql`select from schools where id = ${schoolId} for no key update`.execute(db)
  const { rows } = await sql<{ used: number; unused: number }>`
    select coalesce(sum(a.bytes) filter (where num_nonnulls(a.post_id, a.homework_id, a.text_id) > 0), 0)::float8 as used,
      coalesce(sum(a.bytes) filter (where num_nonnulls(a.post_id, a.homework_id, a.text_id) = 0 and a.uploaded_by = ${personId}), 0)::float8
        as unused
    from attachments a where a.school_id = ${schoolId}`.execute(db)
  return rows[0]!
}

/** Erases the files of announcements and homework that were removed and could still be put back, without them. */
export const eraseFilesOfRemoved = (db: Db, schoolId: string) =>
  sql`
  delete from attachments a where a.school_id = ${schoolId} and (
    a.post_id in (select p.id from posts p where p.school_id = ${schoolId} and p.taken_back_at is not null)
    or a.homework_id in (select w.id from homework w where w.school_id = ${schoolId} and w.removed_at is not null))`.execute(
    db,
  )

/** The owner of a picture or file. */
export type AttachmentOwner = { postId: string } | { homeworkId: string } | { textId: string }

function columnOf(owner: AttachmentOwner) {
  if ('textId' in owner) return { column: sql.ref('text_id'), id: owner.textId }
  return 'postId' in owner
    ? { column: sql.ref('post_id'), id: owner.postId }
    : { column: sql.ref('homework_id'), id: owner.homeworkId }
}

/**
 * Replaces the pictures and files of an owner; the others are deleted. Only the person's own unused ones, and those that
 * already belong to the owner, are accepted. Returns how many were accepted.
 */
export async function replaceAttachments(
  db: Db,
  schoolId: string,
  owner: AttachmentOwner,
  ids: readonly string[],
  personId: string,
) {
  const { column, id } = columnOf(owner)
  await sql`delete from attachments a where a.school_id = ${schoolId} and a.${column} = ${id} and a.id <> all (${[...ids]}::uuid[])`.execute(
    db,
  )
  const { numAffectedRows } = await sql`
    update attachments a set ${column} = ${id}, position = array_position(${[...ids]}::uuid[], a.id)
    where a.school_id = ${schoolId} and a.id = any (${[...ids]}::uuid[])
      and (a.${column} = ${id} or (num_nonnulls(a.post_id, a.homework_id, a.text_id) = 0 and a.uploaded_by = ${personId}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** The pictures and files of a homework, in their order. */
export const attachmentsOfHomework = (id: string, inSchool?: string) => sql<AttachmentRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes) order by a.position, a.id), '[]')
  from attachments a where a.homework_id = ${sql.ref(id)} and a.school_id = ${schoolAs({ inSchool }, id)})`

export async function listedOfHomework(db: Db, schoolId: string, homeworkId: string) {
  const { rows } = await sql<AttachmentRow>`
    select a.id, a.kind, a.name, a.bytes from attachments a
    where a.school_id = ${schoolId} and a.homework_id = ${homeworkId} order by a.position, a.id`.execute(db)
  return rows
}

type Content = { kind: 'picture' | 'file'; name: string; content: Buffer }

/** A picture or file that the acting person, or the public, may read. */
export async function readableAttachment(db: Db, id: string) {
  const { rows } = await sql<Content & { isPublic: boolean }>`select * from readable_attachment(${id}::uuid)`.execute(
    db,
  )
  return rows[0]
}

/** The owner of a picture or file, if the transaction sees it, and the author if the owner is a post. */
export async function placeOfAttachment(db: Db, id: string) {
  const { rows } = await sql<{ schoolId: string; homeworkId: string | null; authorId: string | null }>`
    select a.school_id, a.homework_id, p.author_id from attachments a
    left join posts p on p.school_id = a.school_id and p.id = a.post_id and p.taken_back_at is null
    where a.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function contentOfAttachment(db: Db, id: string) {
  const { rows } =
    await sql<Content>`select a.kind, a.name, a.content from attachments a where a.id = ${id}::uuid`.execute(db)
  return rows[0]
}
