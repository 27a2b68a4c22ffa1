import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'
import type { AttachmentRow } from '#server/platform/attachments/attachments.queries.ts'
import type { AboutKind } from './threads.queries.ts'

export type TextRow = {
  id: string
  number: number
  authorId: string
  authorName: string
  bySchool: boolean
  body: string | null
  sentAt: string
  visibleFrom: string
  takenBack: boolean
  attachments: AttachmentRow[]
  readBy: { name: string; at: string }[]
}

type Texts = { schoolId: string; threadId: string; before: number | null; most: number; hidesNight: boolean; at: Date }

/** The last texts before a number, the latest first. `hidesNight`: without those of the school that wait for the morning. */
export async function textsOf(db: Db, { schoolId, threadId, before, most, hidesNight, at }: Texts) {
  const { rows } = await sql<TextRow>`
    select x.id, x.number, x.author_id, ${fullName('u')} as author_name, x.by_school, x.body, x.sent_at, x.visible_from,
      x.taken_back_at is not null as taken_back, (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes) order by a.position, a.id), '[]')
        from attachments a where a.school_id = ${schoolId} and a.text_id = x.id) as attachments, (
        select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'at', r.at) order by r.at, r.name), '[]')
        from (
          select ${fullName('p')} as name, min(s.read_at) as at
          from thread_reads s join users p on p.id = s.person_id
          where s.school_id = ${schoolId} and s.thread_id = ${threadId} and s.up_to >= x.number and s.person_id <> x.author_id
          group by p.id) r) as read_by
    from thread_texts x join users u on u.id = x.author_id
    where x.school_id = ${schoolId} and x.thread_id = ${threadId} and (${before}::integer is null or x.number < ${before})
      and not (${hidesNight} and x.by_school and x.visible_from > ${at.toISOString()}::timestamptz)
    order by x.number desc limit ${most}`.execute(db)
  return rows
}

export type ActRow = {
  id: string
  kind: 'handed' | 'moved' | 'opened' | 'reported' | 'settled' | 'done'
  byId: string | null
  byName: string | null
  toName: string | null
  reason: string | null
  after: number
  at: string
}

/** What happened to a thread after one text and not after a later one. */
export async function actsOfThread(db: Db, schoolId: string, threadId: string, from: number, until: number | null) {
  const { rows } = await sql<ActRow>`
    select a.id, a.kind, a.by_id, nullif(${fullName('u')}, '') as by_name, nullif(${fullName('p')}, '') as to_name, a.reason, a.after, a.at
    from thread_acts a
    left join users u on u.id = a.by_id
    left join users p on p.id = a.to_id
    where a.school_id = ${schoolId} and a.thread_id = ${threadId} and a.after >= ${from}
      and (${until}::integer is null or a.after < ${until})
    order by a.after, a.at, a.id`.execute(db)
  return rows
}

type NewText = {
  schoolId: string
  threadId: string
  studentId: string | null
  number: number
  authorId: string
  bySchool: boolean
  body: string
  sentAt: Date
  visibleFrom: Date
}

/** Returns the id. A text that is visible at once counts as notified: its event is published with it. */
export async function insertText(db: Db, { sentAt, visibleFrom, ...text }: NewText) {
  const id = newId()
  const at = sentAt.toISOString()
  await db
    .insertInto('threadTexts')
    .values({
      id,
      ...text,
      sentAt: at,
      visibleFrom: visibleFrom.toISOString(),
      notifiedAt: visibleFrom <= sentAt ? at : null,
    })
    .execute()
  return id
}

export async function textById(db: Db, schoolId: string, threadId: string, id: string) {
  const { rows } = await sql<{
    number: number
    authorId: string
    sentAt: string
    takenBack: boolean
    bySchool: boolean
    isRead: boolean
  }>`
    select x.number, x.author_id, x.sent_at, x.taken_back_at is not null as taken_back, x.by_school, exists (
        select from thread_reads r
        where r.school_id = ${schoolId} and r.thread_id = ${threadId} and r.up_to >= x.number and r.person_id <> x.author_id) as is_read
    from thread_texts x where x.school_id = ${schoolId} and x.thread_id = ${threadId} and x.id = ${id}`.execute(db)
  return rows[0]
}

/** Takes the words and files of a text off for good. */
export async function takeTextBack(db: Db, schoolId: string, id: string, at: Date) {
  await sql`
    update thread_texts set body = null, taken_back_at = ${at.toISOString()}::timestamptz
    where school_id = ${schoolId} and id = ${id}`.execute(db)
  await sql`delete from attachments where school_id = ${schoolId} and text_id = ${id}`.execute(db)
}

/** Which side wrote the texts that stand, the latest first. */
export async function sidesOfTexts(db: Db, schoolId: string, threadId: string) {
  const { rows } = await sql<{ bySchool: boolean }>`
    select by_school from thread_texts
    where school_id = ${schoolId} and thread_id = ${threadId} and taken_back_at is null
    order by number desc limit 10`.execute(db)
  return rows.map(({ bySchool }) => bySchool)
}

/** How many texts a thread had on the school's present day. */
export async function textsToday(db: Db, schoolId: string, threadId: string, today: string) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from thread_texts x join schools s on s.id = ${schoolId}
    where x.school_id = ${schoolId} and x.thread_id = ${threadId} and (x.sent_at at time zone s.time_zone)::date = ${today}::date`.execute(
    db,
  )
  return rows[0]!.many
}

/** How many threads a parent has begun at a school in the last seven days. */
export async function threadsThisWeek(db: Db, schoolId: string, personId: string, now: Date) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from threads
    where school_id = ${schoolId} and asker_id = ${personId} and begun_by = ${personId}
      and created_at > ${now.toISOString()}::timestamptz - interval '7 days'`.execute(db)
  return rows[0]!.many
}

type Read = { schoolId: string; threadId: string; studentId: string | null; personId: string; upTo: number; at: Date }

/** Notes that a person has read up to a text; returns whether that was new. */
export async function insertRead(db: Db, { at, ...read }: Read) {
  const { numAffectedRows } = await sql`
    insert into thread_reads (school_id, id, thread_id, student_id, person_id, up_to, read_at)
    select ${read.schoolId}, ${newId()}, ${read.threadId}, ${read.studentId}, ${read.personId}, ${read.upTo}, ${at.toISOString()}::timestamptz
    where not exists (
      select from thread_reads r
      where r.school_id = ${read.schoolId} and r.thread_id = ${read.threadId} and r.person_id = ${read.personId} and r.up_to >= ${read.upTo})
    on conflict on constraint thread_reads_once do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Marks what the inbox says about a thread as read. */
export const markThreadItemsAsRead = (db: Db, personId: string, threadId: string) =>
  db
    .updateTable('inboxItems')
    .set({ readAt: sql`now()` })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .where('kind', 'in', ['message', 'messageReported'])
    .where(sql<boolean>`subject_ids[1] = ${threadId}`)
    .execute()

type About = { schoolId: string; studentId: string | null; kind: AboutKind; id: string }

/** What a thread is about, if it is still there: its words (of an excuse its kind) and its day. */
export async function aboutOf(db: Db, { schoolId, studentId, kind, id }: About) {
  const { rows } = await sql<{ about: string; aboutDay: string }>`
    select left(n.notes, 300) as about, n.date as about_day from student_notes n
    where ${kind}::text = 'note' and n.school_id = ${schoolId} and n.id = ${id} and n.student_id = ${studentId} and n.removed_at is null
    union all
    select e.kind, e.from_day from excuses e
    where ${kind}::text = 'excuse' and e.school_id = ${schoolId} and e.id = ${id} and e.student_id = ${studentId}
    union all
    select a.name, a.reached_on from absence_steps a
    where ${kind}::text = 'absenceStep' and a.school_id = ${schoolId} and a.id = ${id} and a.student_id = ${studentId}
      and a.withdrawn_at is null
    union all
    select p.title, (p.published_at at time zone s.time_zone)::date from posts p join schools s on s.id = ${schoolId}
    where ${kind}::text = 'post' and p.school_id = ${schoolId} and p.id = ${id} and p.published_at is not null and p.taken_back_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Whether the acting person reads a post. */
export async function readsPost(db: Db, id: string) {
  const { rows } = await sql<{ reads: boolean }>`
    select exists (select from own_posts() o where o.post_id = ${id}) as reads`.execute(db)
  return rows[0]!.reads
}
