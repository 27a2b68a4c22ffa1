import { createHash, randomBytes } from 'node:crypto'
import { calendarFeeds, feedsAtMost } from '#contract/school/calendar/calendar-feeds.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Caller } from '#server/access/caller.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Served } from '#server/call/serve.ts'
import { civilDay, daysFrom } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import {
  feedDays,
  feedLessons,
  feedMeetings,
  feedOf,
  feedsOf,
  insertFeed,
  lockFeeds,
  revokeFeed,
} from './calendar-feeds.queries.ts'
import { icalOf } from './ical.ts'

export const calendarFeedOperations = implement(calendarFeeds, {
  async list({ db, user, input: { schoolId }, page: { limit, offset } }) {
    await seeOwnSchool(db, user, schoolId)
    const feeds = await feedsOf(db, schoolId, user.id)
    return { rows: feeds.slice(offset, offset + limit), total: feeds.length }
  },

  async make({ db, user, input: { schoolId, language } }) {
    await seeOwnSchool(db, user, schoolId)
    await lockFeeds(db, schoolId, user.id)
    if ((await feedsOf(db, schoolId, user.id)).length >= feedsAtMost)
      throw conflict('You already have 5 addresses of this calendar')
    const token = randomBytes(32).toString('base64url')
    const id = newId()
    await insertFeed(db, { schoolId, id, personId: user.id, tokenHash: hashOf(token), language })
    return { id, path: `/feeds/${token}.ics` }
  },

  async revoke({ db, user, input: { schoolId, feedId } }) {
    await seeOwnSchool(db, user, schoolId)
    if ((await revokeFeed(db, schoolId, user.id, feedId)) === 0) throw notFound()
    return { done: true as const, changed: 1 }
  },
})

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A school where the caller is staff or a parent. Throws 404 for any other school. */
async function seeOwnSchool(db: Db, { rights }: Caller, schoolId: string) {
  const isOwn = rights.schools.some(({ id }) => id === schoolId) || rights.parentSchools.includes(schoolId)
  if (!isOwn) throw notFound()
  await seeOnly(db, { schools: [schoolId] })
}

const categories = {
  en: { holiday: 'Holiday', exam: 'Exams', remote: 'Remote day', event: 'Event', otherHours: 'Other hours' },
  ar: { holiday: 'إجازة', exam: 'امتحانات', remote: 'دراسة عن بُعد', event: 'فعالية', otherHours: 'مواعيد أخرى' },
} as const

/** Lessons from a week ago to four weeks ahead. */
const daysOfLessons = 35

/** What a calendar program reads at an address; null if the address does not exist. */
export const readFeed = ({ db, clock }: Pick<Served, 'db' | 'clock'>, token: string): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const feed = await feedOf(tx, hashOf(token))
    if (!feed) return null
    await seeOnly(tx, { schools: [feed.schoolId] })
    const today = civilDay(clock.now(), feed.timeZone)
    const days = await feedDays(tx, feed, daysFrom(today, -366))
    const lessons = await feedLessons(tx, hashOf(token), daysFrom(today, -7), daysOfLessons)
    const events = days.map(({ kind, ...day }) => ({ ...day, category: categories[feed.language][kind] }))
    const times = lessons.map(({ lessonId, studentId, day, startsAt, minutes, courseName, about }) => ({
      id: [lessonId, day, ...(studentId ? [studentId] : [])].join('-'),
      name: `${courseName} · ${about}`,
      startsAt,
      minutes,
    }))
    const meetings = await feedMeetings(tx, hashOf(token), daysFrom(today, -7))
    const met = meetings.map(({ bookingId: id, startsAt, minutes, title, about }) => ({
      id,
      name: `${title} · ${about}`,
      startsAt,
      minutes,
    }))
    return icalOf(feed.schoolName, feed.timeZone, events, [...times, ...met])
  })
