import { sql } from 'kysely'
import type { AttachmentRow } from '#server/platform/attachments/attachments.queries.ts'
import type { Db } from '#server/db/db.ts'
import { emptyPage, type PageRequest, paged } from '#server/db/page.ts'
import { amongSchools } from '#server/db/rows.ts'
import { contains, fullName } from '#server/db/search.ts'

type PostFilter = {
  schoolId?: string | null | undefined
  postId?: string | null | undefined
  classRoomId?: string | null | undefined
  unread?: boolean | null | undefined
  text?: string | null | undefined
}

/**
 * The posts that the caller, who belongs to these schools, may read, newest first. Of a post that was taken back, only this
 * fact is returned.
 */
export async function postsOfReader(
  db: Db,
  reader: { id: string; schools: readonly string[]; onlySchool: string | null },
  { schoolId, postId, classRoomId, unread, text }: PostFilter,
  page: PageRequest,
) {
  if (reader.schools.length === 0) return emptyPage
  let query = db
    .selectFrom(
      sql<{ schoolId: string; postId: string; studentIds: string[]; childNames: string[] }>`own_posts()`.as('own'),
    )
    .innerJoin('posts as p', (join) => join.onRef('p.schoolId', '=', 'own.schoolId').onRef('p.id', '=', 'own.postId'))
    .innerJoin('schools as s', 's.id', 'p.schoolId')
    .innerJoin('users as author', 'author.id', 'p.authorId')
    .leftJoin('postReaders as r', (join) =>
      join.onRef('r.schoolId', '=', 'p.schoolId').onRef('r.postId', '=', 'p.id').on('r.personId', '=', reader.id),
    )
    .where(amongSchools('p.school_id', reader.schools))
    .where(opensTo(reader.onlySchool))
    .orderBy('p.publishedAt', 'desc')
    .orderBy('p.id')
  if (schoolId) query = query.where('p.schoolId', '=', schoolId)
  if (postId) query = query.where('p.id', '=', postId)
  if (classRoomId)
    query = query.where((either) =>
      either.exists(
        either
          .selectFrom('students as st')
          .whereRef('st.schoolId', '=', 'p.schoolId')
          .where(sql<boolean>`st.id = any (own.student_ids)`)
          .where('st.classRoomId', '=', classRoomId),
      ),
    )
  if (unread != null) query = query.where('r.readAt', unread ? 'is' : 'is not', null)
  if (text)
    query = query
      .where('p.takenBackAt', 'is', null)
      .where((either) => either.or([contains('p.title', text), contains('p.body', text)]))
  return paged(
    query
      .select(wordsOf)
      .select(publishedAt)
      .select(['s.name as schoolName', 'p.important', answersOf, 'p.answerBy', 'own.childNames'])
      .select(sql<string | null>`case when p.taken_back_at is null then r.answer end`.as('answer'))
      .select(fullName('author').as('authorName'))
      .select(sql<boolean>`r.read_at is not null`.as('read')),
    page,
  )
}

/** The public posts of a school, newest first. */
export const publicPosts = (db: Db, schoolId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom('posts as p')
      .innerJoin('schools as s', 's.id', 'p.schoolId')
      .where('p.schoolId', '=', schoolId)
      .where('p.public', '=', true)
      .where('p.publishedAt', 'is not', null)
      .where('p.takenBackAt', 'is', null)
      .orderBy('p.publishedAt', 'desc')
      .orderBy('p.id')
      .select(wordsOf)
      .select(publishedAt)
      .select('s.name as schoolName'),
    page,
  )

/** Readers see only published posts. */
const publishedAt = sql<string>`p.published_at`.as('publishedAt')

/** The texts of a post; none after it was taken back. */
export const wordsOf = [
  'p.id',
  'p.schoolId',
  sql<string>`case when p.taken_back_at is null then p.title else '' end`.as('title'),
  sql<string>`case when p.taken_back_at is null then p.body else '' end`.as('body'),
  sql<boolean>`p.changed_at is not null`.as('changed'),
  sql<boolean>`p.taken_back_at is not null`.as('takenBack'),
  sql<AttachmentRow[]>`attachments_of_post(p.school_id, p.id)`.as('attachments'),
] as const

/** The possible answers are texts of a post too. */
export const answersOf = sql<string[] | null>`case when p.taken_back_at is null then p.answers end`.as('answers')

/** What a session shows of own_posts() as own: of its school, or not as staff of one that requires its own sign-in. */
const opensTo = (onlySchool: string | null) =>
  onlySchool
    ? sql<boolean>`own.school_id = ${onlySchool}`
    : sql<boolean>`(own.student_ids <> '{}' or own.school_id <> all ((select schools_without_passwords())::uuid[]))`

export async function markPostsRead(db: Db, postIds: readonly string[], onlySchool: string | null) {
  const { rows } = await sql<{ read: number }>`
    select read_own_posts(array(
      select own.post_id from own_posts() own where ${opensTo(onlySchool)} and own.post_id = any(${[...postIds]}::uuid[]))) as read`.execute(
    db,
  )
  return rows[0]!.read
}

/** The possible answers to a post that the person may read, the last day for them, and the current day at its school. */
export async function answerable(
  db: Db,
  { schools, onlySchool }: { schools: readonly string[]; onlySchool: string | null },
  postId: string,
  now: Date,
) {
  if (schools.length === 0) return undefined
  const { rows } = await sql<{ answers: string[] | null; answerBy: string | null; takenBack: boolean; today: string }>`
    select p.answers, p.answer_by, p.taken_back_at is not null as taken_back,
      (${now}::timestamptz at time zone s.time_zone)::date as today
    from own_posts() own
    join posts p on p.school_id = own.school_id and p.id = own.post_id
    join schools s on s.id = p.school_id
    where ${amongSchools('p.school_id', schools)} and ${opensTo(onlySchool)} and own.post_id = ${postId}`.execute(db)
  return rows[0]
}

export const storeAnswer = (db: Db, postId: string, answer: string) =>
  sql`select answer_own_post(${postId}, ${answer})`.execute(db)
