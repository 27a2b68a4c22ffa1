import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'

type Part = 'supervisor' | 'teacher' | 'counsellor' | 'office'

export type StoredSettings = {
  opens: Part[]
  officeIds: string[]
  frameFrom: string
  frameTo: string
  nightFrom: string
  nightTo: string
  answerDays: number
  words: string[]
  version: number
}

/** How a school that has saved none begins: without messages. */
const atFirst: StoredSettings = {
  opens: [],
  officeIds: [],
  frameFrom: '08:00',
  frameTo: '15:00',
  nightFrom: '20:00',
  nightTo: '07:00',
  answerDays: 2,
  words: [],
  version: 1,
}

export async function messageSettingsOf(db: Db, schoolId: string): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select opens, office_ids, to_char(frame_from, 'HH24:MI') as frame_from, to_char(frame_to, 'HH24:MI') as frame_to,
      to_char(night_from, 'HH24:MI') as night_from, to_char(night_to, 'HH24:MI') as night_to, answer_days, words, version
    from message_settings where school_id = ${schoolId}`.execute(db)
  return rows[0] ?? atFirst
}

/** Locks the settings of a school until the call ends, and creates them if they are new. */
export async function lockMessageSettings(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into message_settings (school_id) values (${schoolId})
    on conflict (school_id) do update set version = message_settings.version
    returning version`.execute(db)
  return rows[0]!.version
}

export const saveMessageSettings = (db: Db, schoolId: string, to: Omit<StoredSettings, 'version'>) =>
  sql`
    update message_settings set opens = ${to.opens}::text[], office_ids = ${to.officeIds}::uuid[], frame_from = ${to.frameFrom},
      frame_to = ${to.frameTo}, night_from = ${to.nightFrom}, night_to = ${to.nightTo}, answer_days = ${to.answerDays},
      words = ${to.words}::text[], version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)

/** The people who work at a school, by name. */
export async function staffOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ personId: string; personName: string }>`
    select u.id as person_id, ${fullName('u')} as person_name
    from (select distinct m.person_id from school_members m where m.school_id = ${schoolId}) m
    join users u on u.id = m.person_id
    order by ${fullName('u')} collate by_name, u.id limit 500`.execute(db)
  return rows
}

/** What a person of a school chose. */
export async function personSettings(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{
    awayFrom: string | null
    awayUntil: string | null
    standInId: string | null
    version: number
  }>`
    select away_from, away_until, stand_in_id, version from message_people
    where school_id = ${schoolId} and person_id = ${personId}`.execute(db)
  return rows[0] ?? { awayFrom: null, awayUntil: null, standInId: null, version: 1 }
}

export async function hoursOf(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ weekday: number; from: string; to: string }>`
    select weekday, to_char(from_time, 'HH24:MI') as "from", to_char(to_time, 'HH24:MI') as "to" from message_hours
    where school_id = ${schoolId} and person_id = ${personId} order by weekday`.execute(db)
  return rows
}

/** Locks what a person chose until the call ends, and creates it if it is new. */
export async function lockPerson(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into message_people (school_id, id, person_id) values (${schoolId}, ${newId()}, ${personId})
    on conflict on constraint message_people_once do update set version = message_people.version
    returning version`.execute(db)
  return rows[0]!.version
}

type Away = { awayFrom: string | null; awayUntil: string | null; standInId: string | null }

export const savePerson = (db: Db, schoolId: string, personId: string, to: Away) =>
  sql`
    update message_people set away_from = ${to.awayFrom}::date, away_until = ${to.awayUntil}::date, stand_in_id = ${to.standInId},
      version = version + 1, modified_at = now()
    where school_id = ${schoolId} and person_id = ${personId}`.execute(db)

type Hours = { weekday: number; from: string; to: string }

export async function saveHours(db: Db, schoolId: string, personId: string, hours: readonly Hours[]) {
  await sql`delete from message_hours where school_id = ${schoolId} and person_id = ${personId}`.execute(db)
  if (hours.length === 0) return
  await sql`
    insert into message_hours (school_id, person_id, weekday, from_time, to_time)
    select ${schoolId}, ${personId}, h.weekday, h."from"::time, h."to"::time
    from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h (weekday smallint, "from" text, "to" text)`.execute(
    db,
  )
}

/** The weekdays on which a school is open, 0 for Sunday, by its calendar today; all without a calendar. */
export async function openWeekdays(db: Db, schoolId: string) {
  const { rows } = await sql<{ weekday: number }>`
    select d.n as weekday from generate_series(0, 6) as d (n)
    where (coalesce((select k.open_weekdays from closures_of(${schoolId}, null) k), 127) >> d.n) & 1 = 1 order by d.n`.execute(
    db,
  )
  return rows.map(({ weekday }) => weekday)
}

/** The last of some open days after a day; null if there are not so many in the next months. */
export async function openDayAfter(db: Db, schoolId: string, day: string, days: number) {
  const { rows } = await sql<{ day: string }>`
    select d.day from open_days(${schoolId}, null, ${day}::date + 1, ${day}::date + 120) as d (day)
    order by d.day offset ${days - 1} limit 1`.execute(db)
  return rows[0]?.day ?? null
}

/** When people of the school read a text of now, and whether what the school writes now waits for the morning, and until when. */
export async function timesOf(db: Db, schoolId: string, personId: string | null, now: Date) {
  const { rows } = await sql<{ staffAt: string; familyAt: string }>`
    select next_message_time(${schoolId}, ${personId}::uuid, ${now.toISOString()}::timestamptz) as staff_at,
      next_family_time(${schoolId}, ${now.toISOString()}::timestamptz) as family_at`.execute(db)
  return { staffAt: new Date(rows[0]!.staffAt), familyAt: new Date(rows[0]!.familyAt) }
}
