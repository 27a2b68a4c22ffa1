import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { lockName } from '#server/db/named-lock.ts'

const live = (schoolId: string, personId: string) => sql`
  school_id = ${schoolId} and person_id = ${personId} and revoked_at is null`

export async function feedsOf(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ id: string; schoolId: string; createDate: string }>`
    select id, school_id, created_at as create_date from calendar_feeds
    where ${live(schoolId, personId)} order by created_at desc, id`.execute(db)
  return rows
}

/** Only one call at a time can create an address for a person. */
export const lockFeeds = (db: Db, schoolId: string, personId: string) => lockName(db, `feeds ${schoolId} ${personId}`)

type NewFeed = { schoolId: string; id: string; personId: string; tokenHash: Buffer; language: string }

export const insertFeed = (db: Db, feed: NewFeed) => db.insertInto('calendarFeeds').values(feed).execute()

/** Returns how many addresses were active: 0 or 1. */
export async function revokeFeed(db: Db, schoolId: string, personId: string, id: string) {
  const { numAffectedRows } = await sql`
    update calendar_feeds set revoked_at = now() where ${live(schoolId, personId)} and id = ${id}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type FeedRead = {
  schoolId: string
  schoolName: string
  timeZone: string
  language: 'ar' | 'en'
  /** Null: of all grades. */
  gradeIds: string[] | null
}

/** The feed of an address, with the current rights of its person. */
export async function feedOf(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<FeedRead>`
    select school_id, school_name, time_zone, language, grade_ids from calendar_feed_of(${tokenHash})`.execute(db)
  return rows[0]
}

type FeedDay = {
  id: string
  kind: 'holiday' | 'exam' | 'remote' | 'event' | 'otherHours'
  name: string
  fromDay: string
  toDay: string
  version: number
  changedAt: string
}

/** The entries of a feed: those of the last year and all future ones, for its grades. */
export async function feedDays(db: Db, { schoolId, gradeIds }: FeedRead, from: string) {
  const { rows } = await sql<FeedDay>`
    select id, kind, name, from_day, to_day, version, modified_at as changed_at from calendar_days
    where school_id = ${schoolId} and removed_at is null and to_day >= ${from}
      and (${gradeIds}::uuid[] is null or (grade_ids is null and cardinality(${gradeIds}::uuid[]) > 0)
        or grade_ids && ${gradeIds}::uuid[])
    order by from_day, id limit 2000`.execute(db)
  return rows
}

type FeedLesson = {
  lessonId: string
  studentId: string | null
  day: string
  startsAt: string
  minutes: number
  courseName: string
  about: string
}

/** The lessons of a feed's person, and of their children with their first names, on so many days. */
export async function feedLessons(db: Db, tokenHash: Buffer, from: string, many: number) {
  const { rows } = await sql<FeedLesson>`
    select lesson_id, student_id, day, starts_at, minutes, course_name, about
    from feed_lessons(${tokenHash}, ${from}, ${many})`.execute(db)
  return rows
}

type FeedMeeting = { bookingId: string; startsAt: string; minutes: number; title: string; about: string }

/** The meetings of a feed's person at parents' evenings, from a day on. */
export async function feedMeetings(db: Db, tokenHash: Buffer, from: string) {
  const { rows } = await sql<FeedMeeting>`
    select booking_id, starts_at, minutes, title, about from feed_meetings(${tokenHash}, ${from})`.execute(db)
  return rows
}
