import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { contains, fullName } from '#server/db/search.ts'
import type { Part } from './audience.queries.ts'
import { answersOf, wordsOf } from './reading.queries.ts'

type Filter = {
  published?: boolean | null | undefined
  postId?: string | null | undefined
  classRoomId?: string | null | undefined
  text?: string | null | undefined
}

/**
 * A reader with the view of a writer. `classesOf`: the person whose classes limit the audience, to find what is beyond it; null: no limit.
 */
type Writer = { authorId: string | null; classesOf: string | null }

/** Posts of a school as their writers see them: unpublished ones first, then the newest; with an author, only theirs. */
export function writtenPosts(
  db: Db,
  schoolId: string,
  { authorId, classesOf }: Writer,
  filter: Filter,
  page: PageRequest,
) {
  let query = writtenRows(db, schoolId, classesOf)
    .where((either) => either.or([either('p.publishedAt', 'is not', null), either('p.takenBackAt', 'is', null)]))
    .orderBy('p.publishedAt', (order) => order.desc().nullsFirst())
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id')
  if (authorId) query = query.where('p.authorId', '=', authorId)
  if (filter.published != null) query = query.where('p.publishedAt', filter.published ? 'is not' : 'is', null)
  if (filter.postId) query = query.where('p.id', '=', filter.postId)
  if (filter.classRoomId) query = query.where(reachesClass(schoolId, filter.classRoomId))
  if (filter.text) {
    const { text } = filter
    query = query
      .where('p.takenBackAt', 'is', null)
      .where((either) => either.or([contains('p.title', text), contains('p.body', text)]))
  }
  return paged(query, page)
}

/** Whether the audience of a post includes the families of a class or of a student in it. */
const reachesClass = (schoolId: string, classRoomId: string) => sql<boolean>`exists (
  select from class_rooms c
  join post_audience a on a.school_id = c.school_id and a.post_id = p.id
  where c.school_id = ${schoolId} and c.id = ${classRoomId} and (
    a.kind = 'school' or (a.kind = 'class' and a.target_id = c.id) or (a.kind = 'grade' and a.target_id = c.grade_id)
    or (a.kind = 'student' and exists (
      select from students st
      where st.school_id = ${schoolId} and st.id = a.target_id and st.class_room_id = c.id))))`

export const writtenPost = (db: Db, schoolId: string, classesOf: string | null, id: string) =>
  writtenRows(db, schoolId, classesOf).where('p.id', '=', id).executeTakeFirst()

const writtenRows = (db: Db, schoolId: string, classesOf: string | null) =>
  db
    .selectFrom('posts as p')
    .innerJoin('schools as s', 's.id', 'p.schoolId')
    .innerJoin('users as author', 'author.id', 'p.authorId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('postReaders as r')
          .where('r.schoolId', '=', schoolId)
          .whereRef('r.postId', '=', 'p.id')
          .select([
            sql<number>`count(*) filter (where r.addressed)::integer`.as('addressed'),
            sql<number>`count(r.read_at) filter (where r.addressed)::integer`.as('readBy'),
            sql<number>`count(r.answer)::integer`.as('answered'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .where('p.schoolId', '=', schoolId)
    .select(wordsOf)
    .select(['s.name as schoolName', 'p.authorId', fullName('author').as('authorName'), 'p.public', 'p.important'])
    .select(
      (classesOf ? sql<boolean>`is_beyond_classes(${schoolId}, p.id, ${classesOf})` : sql<boolean>`false`).as(
        'isBeyond',
      ),
    )
    .select([
      'p.publishedAt',
      'p.publishAt',
      'p.refusedAt',
      'p.notifiedAgainAt',
      answersOf,
      'p.answerBy',
      'p.version',
      'counts.addressed',
      'counts.readBy',
      'counts.answered',
    ])
    .select([tally(schoolId), formerWords(schoolId)])
    .select(
      sql<{ kind: Part['kind']; targetId: string | null; name: string | null }[]>`(
        select jsonb_agg(jsonb_build_object('kind', a.kind, 'targetId', a.target_id, 'name', case a.kind
          when 'grade' then (select g.name from grades g where g.school_id = ${schoolId} and g.id = a.target_id)
          when 'class' then (select c.name from class_rooms c where c.school_id = ${schoolId} and c.id = a.target_id)
          when 'student' then (select concat_ws(' ', st.first_name, st.middle_name, st.last_name) from students st
            where st.school_id = ${schoolId} and st.id = a.target_id)
          end) order by a.kind, a.target_id)
        from post_audience a where a.school_id = ${schoolId} and a.post_id = p.id)`.as('audience'),
    )

/** How often each answer was given, counted per child and per staff member. */
const tally = (schoolId: string) =>
  sql<{ answer: string; count: number }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('answer', o.answer, 'count', coalesce(c.many, 0)) order by o.nth), '[]')
  from unnest(case when p.taken_back_at is null then p.answers end) with ordinality as o (answer, nth)
  left join (
    select a.answer, count(*) as many from counted_answers(${schoolId}, p.id) a group by a.answer) c on c.answer = o.answer)`.as(
    'tally',
  )

/** What readers saw before each correction, latest first. */
const formerWords = (schoolId: string) =>
  sql<{ title: string; body: string; until: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('title', w.title, 'body', w.body, 'until', w.until) order by w.id desc), '[]')
  from (
    select f.id, f.changed_at as until, f.was ->> 'title' as title, f.was ->> 'body' as body,
      lead(f.was ->> 'title', 1, p.title) over (order by f.id) as next_title,
      lead(f.was ->> 'body', 1, p.body) over (order by f.id) as next_body
    from former_values f
    where p.changed_at is not null and p.taken_back_at is null and f.table_name = 'posts'
      and f.row_id = p.id and f.school_id = ${schoolId} and f.was ->> 'published_at' is not null
  ) w
  where (w.title, w.body) is distinct from (w.next_title, w.next_body))`.as('former')

export type PostToStore = {
  schoolId: string
  authorId: string
  title: string
  body: string
  public: boolean
  important: boolean
  answers: string[] | null
  answerBy: string | null
  publishAt: string | null
  plannedBy: string | null
  /** Null if it is not published yet. */
  publishedAt: string | null
}

/** Stores a post and returns its id. */
export async function insertPost(db: Db, post: PostToStore) {
  const id = newId()
  await db
    .insertInto('posts')
    .values({ id, ...post })
    .execute()
  return id
}

/** The moment of a day and time by the clock of a school. */
export async function instantOf(db: Db, { timeZone }: { timeZone: string }, day: string, time: string) {
  const { rows } = await sql<{ at: string }>`
    select (${day}::date + ${time}::time) at time zone ${timeZone} as at`.execute(db)
  return new Date(rows[0]!.at)
}

/**
 * How many other important posts a school has published on the day of a moment, has notified of again, or plans for it. Locks the school's
 * row, so that two posts cannot pass the limit at once.
 */
export async function importantOn(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
  at: Date,
  besides: string | null,
) {
  await sql`select from schools where id = ${id} for no key update`.execute(db)
  const { rows } = await sql<{ published: number }>`
    select count(*)::integer as published from posts p
    cross join unnest(array[
      case when p.published_at is not null or (p.taken_back_at is null and p.refused_at is null) then coalesce(p.published_at, p.publish_at) end,
      p.notified_again_at]) as sent (at)
    where p.school_id = ${id} and p.important and p.id is distinct from ${besides}::uuid
      and (sent.at at time zone ${timeZone})::date = (${at}::timestamptz at time zone ${timeZone})::date`.execute(db)
  return rows[0]!.published
}

/** Makes a post unread again for everybody to whom it was addressed. */
export const countAsUnread = (db: Db, id: string) => sql`select count_as_unread(${id})`.execute(db)

/** Removes the texts and files of a post from all answers; returns 0 if they were removed before. */
export async function takePostBack(db: Db, schoolId: string, id: string, by: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ takenBackAt: now.toISOString(), takenBackBy: by, version: sql`version + 1`, modifiedAt: sql`now()` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('takenBackAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Marks as reminded those who have not read a post and may be notified of it now, each at most once in 24 hours; returns who they are. */
export async function remindUnread(db: Db, schoolId: string, id: string, now: Date) {
  const isDue = sql`(r.reminded_at is null or r.reminded_at <= ${now}::timestamptz - interval '24 hours')`
  // The check of who is notified is in a sub-select, because a database that is spread by school cannot update with a function of the row.
  const { rows } = await sql<{ personId: string }>`
    update post_readers r set reminded_at = ${now}
    where r.school_id = ${schoolId} and r.post_id = ${id} and r.read_at is null and ${isDue} and r.person_id = any(array(
      select r.person_id from post_readers r
      where r.school_id = ${schoolId} and r.post_id = ${id} and r.addressed and r.read_at is null and ${isDue}
        and is_notified_of_post(${schoolId}::uuid, r.post_id, r.person_id, r.student_ids)))
    returning r.person_id`.execute(db)
  return rows.map(({ personId }) => personId)
}

type ReportState = 'read' | 'unread' | 'answered' | 'notAnswered' | 'unreachable' | 'unlinked'

/** Everybody to whom a post was addressed, and the students of its audience without an account for them, by name. */
export function reportRows(db: Db, schoolId: string, id: string, state: ReportState | null, page: PageRequest) {
  let query = db
    .selectFrom(sql<ReportRow>`report_of_post(${schoolId}, ${id})`.as('r'))
    .selectAll('r')
    .orderBy('r.personName', (order) => order.nullsLast())
    .orderBy('r.rank')
  if (state) query = query.where(states[state])
  return paged(query, page)
}

/** How many lines the report of a post has in each state. */
export async function reportCounts(db: Db, schoolId: string, id: string) {
  const counted = Object.entries(states).map(
    ([state, isIn]) => sql`count(*) filter (where ${isIn})::integer as ${sql.id(state)}`,
  )
  const { rows } = await sql<Record<ReportState, number>>`
    select ${sql.join(counted)} from report_of_post(${schoolId}, ${id}) r`.execute(db)
  return rows[0]!
}

const states: Record<ReportState, ReturnType<typeof sql<boolean>>> = {
  read: sql<boolean>`r.read_at is not null`,
  unread: sql<boolean>`r.reachable and r.linked and r.read_at is null`,
  answered: sql<boolean>`r.answer is not null`,
  notAnswered: sql<boolean>`r.reachable and r.linked and r.answer is null`,
  unreachable: sql<boolean>`not r.reachable`,
  unlinked: sql<boolean>`not r.linked`,
}

type ReportRow = {
  personName: string | null
  studentNames: string[]
  classRoomNames: string[]
  readAt: string | null
  answer: string | null
  answeredAt: string | null
  counts: boolean
  remindedAt: string | null
  reachable: boolean
  linked: boolean
  rank: number
}
