import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { containsFolded, fullName } from '#server/db/search.ts'

/**
 * Which rows a reader gets: those within reach, only published ones for parents (`published`), and with or without the notes of
 * counsellors.
 */
export type ReadingConduct = { schoolId: string; reach: Reach; published: boolean; notes: boolean }

type RecordQuery = ReadingConduct & {
  studentId?: string
  state?: 'waiting' | 'published' | 'kept' | 'withdrawn' | null | undefined
  isMerit?: boolean | null | undefined
  search?: string | null | undefined
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
}

/** The records within reach, latest first. */
export const recordsIn = (db: Db, wanted: RecordQuery, page: PageRequest) => paged(recordsQuery(db, wanted), page)

/** The same as a statement, to be sent with others. */
export function recordsQuery(db: Db, { studentId, state, isMerit, search, dateFrom, dateTo, ...reading }: RecordQuery) {
  let query = rows(db, reading)
  if (studentId) query = query.where('r.studentId', '=', studentId)
  if (state === 'withdrawn') query = query.where('r.withdrawnAt', 'is not', null)
  if (state === 'published') query = query.where('r.withdrawnAt', 'is', null).where('r.publishedAt', 'is not', null)
  if (state === 'waiting') query = query.where(waits)
  if (state === 'kept') query = query.where('r.withdrawnAt', 'is', null).where('r.keptAt', 'is not', null)
  if (isMerit != null) query = query.where('r.isMerit', '=', isMerit)
  if (search) query = query.where(containsFolded('st.searched', search))
  if (dateFrom) query = query.where('r.day', '>=', dateFrom)
  if (dateTo) query = query.where('r.day', '<=', dateTo)
  return query.orderBy('r.day', 'desc').orderBy('r.id', 'desc')
}

const waits = sql<boolean>`r.withdrawn_at is null and r.published_at is null and r.kept_at is null`

/** The records within reach that wait for a decision, with the moment since when. */
export const waitingRecords = (db: Db, reading: ReadingConduct) =>
  within(db, reading).where(waits).select(['r.id', 'r.createdAt as at'])

/** Those that a person published later, kept from the parents, or withdrew. Of a kind that parents see at once, nothing was decided. */
export const decidedRecords = (db: Db, reading: ReadingConduct) =>
  within(db, reading)
    .where(sql<boolean>`(r.withdrawn_at is not null or r.kept_at is not null or r.published_at > r.created_at)`)
    .select(['r.id', sql<string>`coalesce(r.withdrawn_at, r.kept_at, r.published_at)`.as('at')])

export const recordsNamed = (db: Db, reading: ReadingConduct, ids: readonly string[]) =>
  rows(db, reading).where('r.id', 'in', ids).execute()

export const conductRecordOf = (db: Db, reading: ReadingConduct, id: string) =>
  rows(db, reading).where('r.id', '=', id).executeTakeFirst()

const rows = (db: Db, reading: ReadingConduct) =>
  within(db, reading)
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'r.schoolId').onRef('c.id', '=', 'r.classRoomId'))
    .innerJoin('users as author', 'author.id', 'r.recordedBy')
    .leftJoin('users as publisher', 'publisher.id', 'r.publishedBy')
    .leftJoin('users as keeper', 'keeper.id', 'r.keptBy')
    .leftJoin('users as withdrawer', 'withdrawer.id', 'r.withdrawnBy')
    .select(['r.id', 'r.schoolId', 'r.studentId', fullName('st').as('studentName'), 'r.classRoomId'])
    .select([
      'c.name as classRoomName',
      'r.name as kindName',
      'r.isMerit',
      'r.level',
      'r.points',
      'r.day',
      'r.details',
      'r.version',
    ])
    .select([
      'r.measure',
      sql<string | null>`case when ${reading.notes} then r.counsellor_note end`.as('counsellorNote'),
    ])
    .select([fullName('author').as('recordedByName'), 'r.createdAt as recordedAt', 'r.publishedAt'])
    .select([nameOr('publisher').as('publishedByName'), 'r.withdrawnAt', nameOr('withdrawer').as('withdrawnByName')])
    .select(['r.withdrawnReason', 'r.keptAt', nameOr('keeper').as('keptByName')])

const within = (db: Db, { schoolId, reach, published }: ReadingConduct) => {
  const query = db
    .selectFrom('conductRecords as r')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'r.schoolId').onRef('st.id', '=', 'r.studentId'))
    .where('r.schoolId', '=', schoolId)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId', student: 'r.studentId', date: 'r.day' }))
  if (published) return query.where('r.publishedAt', 'is not', null)
  if (reach.of !== 'classes' || !reach.childIds) return query
  // A teacher reads about their own child as a parent does, unless they teach the child.
  const taught = inReach(
    { of: 'classes', personId: reach.personId },
    { inSchool: schoolId, classRoom: 'st.classRoomId' },
  )
  return query.where((is) => is.or([is('r.publishedAt', 'is not', null), taught]))
}

const nameOr = (table: 'publisher' | 'keeper' | 'withdrawer'): RawBuilder<string | null> =>
  sql<string | null>`nullif(${fullName(table)}, '')`

export type RecordToStore = {
  schoolId: string
  studentId: string
  classRoomId: string
  kindId: string
  kindVersion: number
  name: string
  isMerit: boolean
  level: number | null
  points: number
  day: string
  details: string | null
  measure: string | null
  counsellorNote: string | null
  recordedBy: string
}

/** Stores a record and returns its id. With `publish`, parents see it at once. */
export async function insertRecord(db: Db, record: RecordToStore, publish: boolean) {
  const id = newId()
  const published = { publishedAt: sql<string>`now()`, publishedBy: record.recordedBy }
  await db
    .insertInto('conductRecords')
    .values({ id, ...record, ...(publish && published) })
    .execute()
  return id
}

type StoredRecord = { isPublished: boolean; isWithdrawn: boolean; measure: string | null; version: number }

/** Locks a record of a student until the call ends. */
export async function lockRecord(db: Db, schoolId: string, studentId: string, id: string) {
  const { rows: found } = await sql<StoredRecord>`
    select published_at is not null as is_published, withdrawn_at is not null as is_withdrawn, measure, version
    from conduct_records where school_id = ${schoolId} and student_id = ${studentId} and id = ${id} for update`.execute(
    db,
  )
  return found[0]
}

type Decision = { measure: string | null; publish: boolean; personId: string }

export const decideRecord = (db: Db, schoolId: string, id: string, { measure, publish, personId }: Decision) =>
  sql`update conduct_records set measure = ${measure}, version = version + 1, modified_at = now(),
      published_at = ${publish ? sql`now()` : null}, published_by = ${publish ? personId : null},
      kept_at = ${publish ? null : sql`now()`}, kept_by = ${publish ? null : personId}
    where school_id = ${schoolId} and id = ${id}`.execute(db)

export const withdrawRecord = (db: Db, schoolId: string, id: string, personId: string, reason: string) =>
  sql`update conduct_records set withdrawn_at = now(), withdrawn_by = ${personId}, withdrawn_reason = ${reason},
      version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

/** The record counts again, and parents who saw it see it again. */
export const countRecordAgain = (db: Db, schoolId: string, id: string) =>
  sql`update conduct_records set withdrawn_at = null, withdrawn_by = null, withdrawn_reason = null,
      version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)
