import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { weekdayNumber } from './week.queries.ts'

type RoomKind = 'classroom' | 'lab' | 'computers' | 'workshop' | 'sports' | 'other'

const roomRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('rooms')
    .where('schoolId', '=', schoolId)
    .select(['id', 'schoolId', 'name as roomName', sql<RoomKind>`kind`.as('roomKind'), 'seats', 'active', 'version'])

/** The rooms of a school, active ones first. */
export const roomsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(roomRows(db, schoolId).orderBy('active', 'desc').orderBy(byName('name')).orderBy('id'), page)

export const roomById = (db: Db, schoolId: string, id: string) =>
  roomRows(db, schoolId).where('id', '=', id).executeTakeFirst()

export async function countRooms(db: Db, schoolId: string) {
  const { rows } = await sql<{ rooms: number }>`
    select count(*)::integer as rooms from rooms where school_id = ${schoolId}`.execute(db)
  return rows[0]!.rooms
}

type NewRoom = { schoolId: string; name: string; kind: RoomKind; seats: number | null }

export async function insertRoom(db: Db, room: NewRoom) {
  const id = newId()
  await db
    .insertInto('rooms')
    .values({ id, ...room })
    .execute()
  return id
}

/** Makes classrooms of these names where there is none; answers the ids of all by name. */
export async function storeRoomsNamed(db: Db, schoolId: string, names: readonly string[]) {
  const rows = names.map((name) => ({ id: newId(), name }))
  await sql`
    insert into rooms (school_id, id, name, kind)
    select ${schoolId}, r.id, r.name, 'classroom' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, name text)
    on conflict do nothing`.execute(db)
  const { rows: stored } = await sql<Named>`
    select wanted.name, r.id from unnest(${names}::text[]) as wanted (name)
    join rooms r on r.school_id = ${schoolId} and fold(r.name) = fold(wanted.name)`.execute(db)
  return new Map(stored.map(({ id, name }) => [name, id]))
}

type Named = { id: string; name: string }

/** The version of the calendar, its hours, and the grades of the school. */
export async function hoursChoices(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number; sets: Named[]; grades: Named[] }>`
    select coalesce((select k.version from school_calendars k where k.school_id = ${schoolId}), 0) as version,
      coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name) order by h.position, h.id)
        from hours_sets h where h.school_id = ${schoolId}), '[]') as sets,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.position, g.id)
        from grades g where g.school_id = ${schoolId}), '[]') as grades`.execute(db)
  return rows[0]!
}

type Use = { gradeId: string | null; weekday: string | null; hoursSetId: string }

export async function replaceHoursUses(db: Db, schoolId: string, uses: readonly Use[]) {
  await sql`delete from hours_uses where school_id = ${schoolId}`.execute(db)
  const rows = uses.map(({ weekday, ...use }) => ({
    ...use,
    id: newId(),
    weekday: weekday === null ? null : weekdayNumber(weekday),
  }))
  await sql`
    insert into hours_uses (school_id, id, grade_id, weekday, hours_set_id)
    select ${schoolId}, u.id, u."gradeId", u.weekday, u."hoursSetId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u (id uuid, "gradeId" uuid, weekday smallint, "hoursSetId" uuid)`.execute(db)
}

type DivisionRow = {
  id: string
  divisionName: string
  version: number
  groups: { id: string; groupName: string; studentIds: string[] }[]
  ungroupedIds: string[]
}

/** In which group of division `of` each student of the class is on a day. */
const placed = (schoolId: string, day: string) => sql`
  select distinct on (g.student_id) g.student_id, g.group_id from group_students g
  where g.school_id = ${schoolId} and g.division_id = d.id and g.from_day <= ${day}
  order by g.student_id, g.from_day desc`

/** The divisions of a class with the students of each group on a day. */
export async function divisionsOf(db: Db, schoolId: string, classRoomId: string, day: string) {
  const { rows: divisions } = await sql<DivisionRow>`
    select d.id, d.name as division_name, d.version,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'groupName', c.name, 'studentIds', coalesce((
          select jsonb_agg(p.student_id order by p.student_id) from (${placed(schoolId, day)}) p
          join students s on s.school_id = ${schoolId} and s.id = p.student_id
          where p.group_id = c.id and s.active and s.class_room_id = d.class_room_id), '[]')) order by c.position, c.id)
        from class_groups c where c.school_id = ${schoolId} and c.division_id = d.id), '[]') as groups,
      coalesce((select jsonb_agg(s.id order by s.id) from students s
        where s.school_id = ${schoolId} and s.class_room_id = d.class_room_id and s.active and not exists (
          select from (${placed(schoolId, day)}) p where p.student_id = s.id and p.group_id is not null)), '[]') as ungrouped_ids
    from class_divisions d where d.school_id = ${schoolId} and d.class_room_id = ${classRoomId}
    order by d.name collate by_name, d.id`.execute(db)
  const { rows: students } = await sql<Named>`
    select s.id, ${fullName('s')} as name from students s
    where s.school_id = ${schoolId} and s.class_room_id = ${classRoomId} and s.active
    order by s.first_name collate by_name, s.middle_name collate by_name, s.last_name collate by_name, s.id`.execute(db)
  return { divisions, students }
}

type DivisionToStore = { schoolId: string; classRoomId: string; id: string; name: string }

export const insertDivision = (db: Db, division: DivisionToStore) =>
  db.insertInto('classDivisions').values(division).execute()

type GroupToStore = { id: string; groupName: string; studentIds: readonly string[] }
type GroupsToStore = { schoolId: string; classRoomId: string; divisionId: string; groups: readonly GroupToStore[] }

/** Replaces the groups of a division. Those with lessons stay, because the lessons refer to them. */
export async function replaceGroups(db: Db, { schoolId, classRoomId, divisionId, groups }: GroupsToStore) {
  const kept = groups.map(({ id }) => id)
  await sql`
    delete from class_groups where school_id = ${schoolId} and division_id = ${divisionId} and not id = any (${kept}::uuid[])`.execute(
    db,
  )
  const rows = groups.map(({ id, groupName }, at) => ({ id, groupName, position: at + 1 }))
  await sql`
    insert into class_groups (school_id, id, class_room_id, division_id, name, position)
    select ${schoolId}, g.id, ${classRoomId}, ${divisionId}, g."groupName", g.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, "groupName" text, position smallint)
    on conflict (school_id, id) do update set name = excluded.name, position = excluded.position`.execute(db)
}

/** Stores who is in which group from a day on; students of the class that are in none of the groups leave the division. */
export async function placeStudents(db: Db, { schoolId, classRoomId, divisionId, groups }: GroupsToStore, day: string) {
  const rows = groups.flatMap(({ id, studentIds }) => studentIds.map((studentId) => ({ studentId, groupId: id })))
  await sql`
    insert into group_students (school_id, division_id, student_id, from_day, group_id)
    select ${schoolId}, ${divisionId}, s.id, ${day}, wanted."groupId"
    from students s
    left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted ("studentId" uuid, "groupId" uuid)
      on wanted."studentId" = s.id
    where s.school_id = ${schoolId} and s.class_room_id = ${classRoomId} and s.active
      and wanted."groupId" is distinct from (
        select g.group_id from group_students g
        where g.school_id = ${schoolId} and g.division_id = ${divisionId} and g.student_id = s.id and g.from_day <= ${day}
        order by g.from_day desc limit 1)
    on conflict (school_id, division_id, student_id, from_day) do update set group_id = excluded.group_id`.execute(db)
}

/** Whether a lesson of any version is of one of these groups. */
export async function hasLessons(db: Db, schoolId: string, divisionId: string, butOf: readonly string[]) {
  const { rows } = await sql<{ planned: boolean }>`
    select exists (select from lesson_slots s
      where s.school_id = ${schoolId} and s.division_id = ${divisionId} and not s.group_id = any (${butOf}::uuid[])) as planned`.execute(
    db,
  )
  return rows[0]!.planned
}

export const deleteDivision = (db: Db, schoolId: string, id: string) =>
  sql`delete from class_divisions where school_id = ${schoolId} and id = ${id}`.execute(db)
