import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PageRequest } from '#server/db/page.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { fullName } from '#server/db/search.ts'
import { teacherName } from '#server/school/classes/teacher-names.queries.ts'
import { teachingOf } from './replaced.queries.ts'
import { hoursOfSchool, weekdayNamed, weekdayNumber } from './week.queries.ts'

export type TimetableRow = {
  id: string
  schoolId: string
  timetableName: string
  yearName: string
  weeks: number
  anchor: string
  validFrom: string | null
  validTo: string | null
  publishedByName: string | null
  lessons: number
  version: number
  isValid: boolean
}

const timetableRows = (schoolId: string, today: string) => sql<TimetableRow>`
  select t.id, t.school_id, t.name as timetable_name, y.name as year_name, t.weeks, t.anchor, t.valid_from,
    (select min(n.valid_from) - 1 from timetables n
      where n.school_id = ${schoolId} and n.published_at is not null and n.valid_from > t.valid_from) as valid_to,
    (select ${fullName('u')} from users u where u.id = t.published_by) as published_by_name,
    (select count(*)::integer from lessons l where l.school_id = ${schoolId} and l.timetable_id = t.id) as lessons,
    t.version, coalesce(t.id = (select f.timetable_id from timetable_on(${schoolId}, ${today}) f), false) as is_valid
  from timetables t
  join school_years y on y.school_id = ${schoolId} and y.id = t.year_id
  where t.school_id = ${schoolId} and t.removed_at is null`

/** Drafts before published versions, the latest first. */
export async function timetablesOf(db: Db, schoolId: string, today: string, { limit, offset }: PageRequest) {
  const { rows } = await sql<TimetableRow>`
    select * from (${timetableRows(schoolId, today)}) t order by valid_from desc nulls first, id desc`.execute(db)
  return { rows: rows.slice(offset, offset + limit), total: rows.length }
}

export async function timetableById(db: Db, schoolId: string, today: string, id: string) {
  const { rows } = await sql<TimetableRow>`${timetableRows(schoolId, today)} and t.id = ${id}`.execute(db)
  return rows[0]
}

export async function countDrafts(db: Db, schoolId: string) {
  const { rows } = await sql<{ drafts: number }>`
    select count(*)::integer as drafts from timetables
    where school_id = ${schoolId} and removed_at is null and published_at is null`.execute(db)
  return rows[0]!.drafts
}

type NewTimetable = { schoolId: string; name: string; weeks: number; anchor: string }

/** Makes a draft of the current year; undefined if no year is current. */
export async function insertTimetable(db: Db, { schoolId, name, weeks, anchor }: NewTimetable) {
  const { rows } = await sql<{ id: string }>`
    insert into timetables (school_id, id, year_id, name, weeks, anchor)
    select y.school_id, ${newId()}, y.id, ${name}, ${weeks}, ${anchor} from school_years y
    where y.school_id = ${schoolId} and y.active and not y.completed
    returning id`.execute(db)
  return rows[0]?.id
}

/** Copies all lessons whose classes are still active. */
export const copyLessons = (db: Db, schoolId: string, fromId: string, toId: string) =>
  sql`
    insert into lessons (school_id, id, timetable_id, course_id, weekday, number, week, fixed, class_ids, group_ids, teacher_ids, room_ids)
    select l.school_id, gen_random_uuid(), ${toId}, l.course_id, l.weekday, l.number, l.week, l.fixed, l.class_ids, l.group_ids,
      l.teacher_ids, l.room_ids
    from lessons l
    where l.school_id = ${schoolId} and l.timetable_id = ${fromId} and not exists (
      select from class_rooms c where c.school_id = ${schoolId} and c.id = any (l.class_ids) and not c.active)`.execute(
    db,
  )

/** Puts a draft away or brings it back; answers how many drafts changed. */
export async function discardDraft(db: Db, schoolId: string, id: string, discarded: boolean) {
  const { numAffectedRows } = await sql`
    update timetables set removed_at = case when ${discarded} then now() end, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and published_at is null and (removed_at is null) = ${discarded}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

type StoredLesson = {
  id: string
  courseId: string
  weekday: number
  number: number
  week: number
  fixed: boolean
  classes: { classRoomId: string; groupId: string | null }[]
  teacherIds: string[]
  roomIds: string[]
}

/** The lessons of a version. */
const lessonsOf = (schoolId: string, timetableId: string) => sql<StoredLesson>`
  select l.id, l.course_id, l.weekday, l.number, l.week, l.fixed, l.teacher_ids, l.room_ids, (
    select jsonb_agg(jsonb_build_object('classRoomId', one.class_id, 'groupId', one.group_id) order by one.place)
    from unnest(l.class_ids, l.group_ids) with ordinality as one (class_id, group_id, place)) as classes
  from lessons l where l.school_id = ${schoolId} and l.timetable_id = ${timetableId}
  order by l.weekday, l.number, l.id`

const withWeekday = ({ weekday, ...lesson }: StoredLesson) => ({ ...lesson, weekday: weekdayNamed(weekday) })

export type PlannedLesson = ReturnType<typeof withWeekday>

export async function plannedLessons(db: Db, schoolId: string, timetableId: string): Promise<PlannedLesson[]> {
  const { rows } = await lessonsOf(schoolId, timetableId).execute(db)
  return rows.map(withWeekday)
}

type Named = { id: string; name: string }

/** Everything that lessons of a school are made of, with the lessons of one version, in one round trip. */
export async function planOf(db: Db, schoolId: string, timetableId: string) {
  const { lessons, week, ...read } = await sideBySide(db, {
    lessons: lessonsOf(schoolId, timetableId),
    classes: sql<Named & { gradeId: string; gradeName: string }>`
      select c.id, c.name, c.grade_id, g.name as grade_name from class_rooms c
      join grades g on g.school_id = ${schoolId} and g.id = c.grade_id
      where c.school_id = ${schoolId} and (c.active or exists (
        select from lessons l where l.school_id = ${schoolId} and l.timetable_id = ${timetableId} and c.id = any (l.class_ids)))
      order by g.position, g.id, c.name collate by_name, c.id`,
    groups: sql<Named & { divisionId: string; divisionName: string; classRoomId: string }>`
      select g.id, g.name, g.division_id, d.name as division_name, g.class_room_id from class_groups g
      join class_divisions d on d.school_id = ${schoolId} and d.id = g.division_id
      where g.school_id = ${schoolId} order by d.name, d.id, g.position, g.id`,
    courses: sql<Named>`
      select c.id, c.name from courses c where c.school_id = ${schoolId} order by c.name collate by_name, c.id`,
    teachers: sql<Named>`
      select u.id, ${teacherName} as name from school_teachers t join users u on u.id = t.teacher_id
      where t.school_id = ${schoolId} order by 2, 1`,
    teaching: sql<{ classRoomId: string; teacherId: string; courseId: string }>`
      select t.class_room_id, t.teacher_id, t.course_id from (${teachingOf(schoolId)}) t
      join class_rooms c on c.school_id = ${schoolId} and c.id = t.class_room_id
      where c.active order by 1, 2, 3`,
    rooms: sql<Named & { active: boolean }>`
      select r.id, r.name, r.active from rooms r where r.school_id = ${schoolId} order by r.name collate by_name, r.id`,
    hours: hoursOfSchool(schoolId),
    uses: hoursUsesOf(schoolId),
    week: sql<{ bits: number }>`
      select bit_or(w.open_weekdays)::integer as bits from school_week w where w.school_id = ${schoolId} having count(*) > 0`,
  })
  return {
    ...read,
    uses: read.uses.map(namedUse),
    lessons: lessons.map(withWeekday),
    openWeekdays: weekdaysOf(week[0]?.bits ?? everyWeekday),
  }
}

/** Weekdays from bits, as in the database: bit 0 is Sunday. */
const weekdaysOf = (bits: number) => [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits >> day) & 1).map(weekdayNamed)

const everyWeekday = 127

export type WeekPlan = Awaited<ReturnType<typeof planOf>>

type UseRow = { gradeId: string | null; weekday: number | null; hoursSetId: string }

/** Which hours apply where. */
export const hoursUsesOf = (schoolId: string) => sql<UseRow>`
  select u.grade_id, u.weekday, u.hours_set_id from hours_uses u where u.school_id = ${schoolId}
  order by u.grade_id nulls first, u.weekday nulls first`

export const namedUse = ({ weekday, ...use }: UseRow) => ({
  ...use,
  weekday: weekday === null ? null : weekdayNamed(weekday),
})

type Stored = { schoolId: string; timetableId: string; lessons: readonly PlannedLesson[] }

const asRows = (lessons: readonly PlannedLesson[]) =>
  JSON.stringify(
    lessons.map(({ classes, weekday, ...lesson }) => ({
      ...lesson,
      weekday: weekdayNumber(weekday),
      classIds: classes.map(({ classRoomId }) => classRoomId),
      groupIds: classes.map(({ groupId }) => groupId),
    })),
  )

const lessonColumns = sql`
  (id uuid, "courseId" uuid, weekday smallint, number smallint, week smallint, fixed boolean,
    "classIds" uuid[], "groupIds" uuid[], "teacherIds" uuid[], "roomIds" uuid[])`

export const insertLessons = (db: Db, { schoolId, timetableId, lessons }: Stored) =>
  sql`
    insert into lessons (school_id, id, timetable_id, course_id, weekday, number, week, fixed, class_ids, group_ids, teacher_ids, room_ids)
    select ${schoolId}, x.id, ${timetableId}, x."courseId", x.weekday, x.number, x.week, x.fixed, x."classIds", x."groupIds",
      x."teacherIds", x."roomIds"
    from jsonb_to_recordset(${asRows(lessons)}::jsonb) as x ${lessonColumns}`.execute(db)

/** All in one statement, so that lessons can change places. */
export const updateLessons = (db: Db, { schoolId, timetableId, lessons }: Stored) =>
  sql`
    update lessons l set course_id = x."courseId", weekday = x.weekday, number = x.number, week = x.week, fixed = x.fixed,
      class_ids = x."classIds", group_ids = x."groupIds", teacher_ids = x."teacherIds", room_ids = x."roomIds"
    from jsonb_to_recordset(${asRows(lessons)}::jsonb) as x ${lessonColumns}
    where l.school_id = ${schoolId} and l.timetable_id = ${timetableId} and l.id = x.id`.execute(db)

export async function deleteLessons(db: Db, schoolId: string, timetableId: string, ids: readonly string[]) {
  const { numAffectedRows } = await sql`
    delete from lessons where school_id = ${schoolId} and timetable_id = ${timetableId} and id = any (${ids}::uuid[])`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Computes again what lessons take, by the hours that apply now. */
export const renewSlots = (db: Db, schoolId: string, timetableId: string) =>
  sql`update lessons set number = number where school_id = ${schoolId} and timetable_id = ${timetableId}`.execute(db)

export const publishTimetable = (db: Db, schoolId: string, id: string, validFrom: string, by: string) =>
  sql`
    update timetables set valid_from = ${validFrom}, published_at = now(), published_by = ${by}, version = version + 1,
      modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

export const withdrawTimetable = (db: Db, schoolId: string, id: string) =>
  sql`
    update timetables set valid_from = null, published_at = null, published_by = null, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

/** The version in force on a day. */
export async function timetableInForce(db: Db, schoolId: string, day: string) {
  const { rows } = await sql<{ id: string }>`
    select f.timetable_id as id from timetable_on(${schoolId}, ${day}) f`.execute(db)
  return rows[0]?.id
}
