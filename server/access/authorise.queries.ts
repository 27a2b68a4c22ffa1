import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { guessed, unread } from '#server/db/pipeline.ts'
import { signed } from '#server/db/signing.ts'
import type { RightsRow } from './caller.ts'

/** A live session's own row with its person. */
export type SessionRow = {
  id: string
  sharedComputer: boolean
  createdAt: string
  lastUsedAt: string
  personId: string
}

export type ChildRow = { id: string; schoolId: string; classRoomId: string }

/** The session of a secret, and the person put into the transaction's settings for row-level security. */
export async function sessionOf(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${guessed}
    select id, shared_computer, created_at, last_used_at, person_id, set_config('app.user', acting, true)
    from session_of(${tokenHash})`.execute(db)
  return rows[0]
}

/** Marks a session as used; at most once a minute, also when many calls think of it at once. */
export const touchSession = (db: Db, id: string) =>
  sql`update sessions set last_used_at = now() where id = ${id} and last_used_at < now() - interval '1 minute'`.execute(
    db,
  )

/** All rights of a person, read again at every call (api.md §2.3). Inactive roles and schools grant nothing. */
export async function rightsOf(db: Db, personId: string): Promise<RightsRow> {
  const { rows } = await sql<RightsRow>`${guessed}
    with roles_held as (
      select ur.school_id, r.id, r.type from user_roles ur join roles r on r.id = ur.role_id and r.active
      where ur.user_id = ${personId}
    ), held as (
      select h.school_id, rp.permission_id from roles_held h join role_permissions rp on rp.role_id = h.id
      union all
      select school_id, permission_id from user_permissions where user_id = ${personId}
    ), belongs as (
      select id as school_id from schools where admin_id = ${personId}
      union select school_id from school_teachers where teacher_id = ${personId} and accepted_at is not null
      union select school_id from class_rooms where supervisor_id = ${personId}
      union select school_id from roles_held where school_id is not null
      union select school_id from held where school_id is not null
    ), visible as (
      select s.id, s.active, s.time_zone, s.admin_id = ${personId} is true as is_admin
      from belongs b
      -- One by one: a join would read every school of the installation, because what a person belongs to is not known.
      cross join lateral (select * from schools where id = b.school_id limit 1) s
      where s.active or s.admin_id = ${personId}
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'active', v.active, 'timeZone', v.time_zone,
        'isAdmin', v.is_admin, 'keys', coalesce((
          select jsonb_agg(distinct p.key collate "C" order by p.key collate "C")
          from held h join permissions p on p.id = h.permission_id
          where h.school_id = v.id and p.school_scope), '[]'))) from visible v), '[]') as schools,
      coalesce((select jsonb_agg(distinct p.key collate "C" order by p.key collate "C")
        from held h join permissions p on p.id = h.permission_id
        where h.school_id is null and p.app_scope), '[]') as app_keys,
      exists (select from school_teachers t join visible v on v.id = t.school_id
        where t.teacher_id = ${personId} and t.accepted_at is not null and v.active) as is_teacher,
      exists (select from roles_held where type = 2 and id <> ${standard}) as is_platform,
      exists (select from roles_held where id = ${schoolManager}) as is_manager,
      coalesce((select jsonb_agg(distinct sp.school_id) from student_parents sp join schools s on s.id = sp.school_id
        where sp.parent_id = ${personId} and sp.ended_at is null and s.active), '[]') as parent_schools`.execute(db)
  return rows[0]!
}

/** The active schools whose support window is open now. */
export const openWindows = (db: Db) =>
  db
    .selectFrom('schools')
    .where('active', '=', true)
    .where('supportUntil', '>', sql<string>`now()`)
    .select(['id', 'timeZone'])
    .execute()

/** The person's linked children: students of active schools who are active or have left. Needs the schools in the transaction's settings. */
export const childrenOf = async (db: Db, personId: string) => (await childRows(personId).execute(db)).rows

/** The same, to be asked for beside others. */
export const childRows = (personId: string) =>
  sql<ChildRow>`${guessed}
    select s.id, s.school_id, s.class_room_id from student_parents sp
    join students s on s.school_id = sp.school_id and s.id = sp.student_id
    join schools on schools.id = s.school_id and schools.active
    where sp.parent_id = ${personId} and sp.ended_at is null and (s.active or s.left_on is not null)`

/**
 * The place of an object: its school, the class of an object in one, the course of class work, and the author of a
 * note.
 */
export type Place = {
  schoolId: string
  classRoomId: string | null
  courseId: string | null
  authorId: string | null
}

/** Tables whose rows belong to a school, by the kind of row; rows of a class or a course name that class or course. */
const tables = {
  contact: { table: 'school_contacts', live: sql`removed_at is null` },
  grade: { table: 'grades' },
  course: { table: 'courses' },
  classRoom: { table: 'class_rooms', classRoom: 'id' },
  student: { table: 'students', classRoom: 'class_room_id' },
  year: { table: 'school_years' },
  month: { table: 'school_year_months' },
  homework: { table: 'homework', classRoom: 'class_room_id', course: 'course_id', live: sql`removed_at is null` },
  activity: { table: 'activities', classRoom: 'class_room_id', course: 'course_id', live: sql`removed_at is null` },
  exam: { table: 'exams', classRoom: 'class_room_id', course: 'course_id', live: sql`removed_at is null` },
  rateHeader: { table: 'rate_headers' },
  import: { table: 'imports' },
  paymentRequest: { table: 'payment_requests', live: sql`removed_at is null` },
  transaction: { table: 'payment_transactions' },
  note: {
    table: 'student_notes',
    classRoom: 'class_room_id',
    course: 'course_id',
    author: 'supervisor_id',
    live: sql`removed_at is null`,
  },
} satisfies Record<string, Owned>

type Owned = { table: string; classRoom?: string; course?: string; author?: string; live?: RawBuilder<unknown> }

/** The place of the object with an id; undefined where row-level security, or its removal, hides it. */
export async function placeOf(db: Db, kind: 'school' | keyof typeof tables, id: string): Promise<Place | undefined> {
  if (kind === 'school') {
    const { rows } =
      await sql<Place>`${guessed} select id as school_id, null as class_room_id, null as course_id, null as author_id
        from schools where id = ${id}`.execute(db)
    return rows[0]
  }
  const { table, classRoom, course, author, live }: Owned = tables[kind]
  const column = (name?: string) => (name ? sql.ref(name) : sql`null`)
  const { rows } = await sql<Place>`${guessed}
    select school_id, ${column(classRoom)} as class_room_id, ${column(course)} as course_id,
      ${column(author)} as author_id
    from ${sql.table(table)} where id = ${id} and ${live ?? sql`true`}`.execute(db)
  return rows[0]
}

/** Whether a person supervises a class or teaches in it: the course, where one is named (api.md §3.3). */
export async function teachesIn(db: Db, personId: string, classRoomId: string, courseId: string | null) {
  const { rows } = await sql<{ works: boolean }>`${guessed}
    select exists (select from class_rooms where id = ${classRoomId} and supervisor_id = ${personId})
      or exists (select from class_teacher_courses where class_room_id = ${classRoomId} and teacher_id = ${personId}
        and (${courseId}::uuid is null or course_id = ${courseId})) as works`.execute(db)
  return rows[0]!.works
}

/** The public fields of a school, to decide whether it is visible. */
export async function schoolById(db: Db, id: string) {
  const { rows } = await sql<{ id: string; active: boolean; timeZone: string; adminId: string }>`${guessed}
    select id, active, time_zone, admin_id from schools where id = ${id}`.execute(db)
  return rows[0]
}

/** What row-level security lets this transaction see from here on; unset, it sees nothing. */
export function seeOnly(
  db: Db,
  { schools, children = [] }: { schools: readonly string[]; children?: readonly string[] },
) {
  const [school, child] = [schools.join(','), children.join(',')]
  return sql`${unread} select set_config('app.schools', ${school}, true), set_config('app.children', ${child}, true),
    set_config('app.proof', ${proof(db, 'see only', school, child)}, true)`.execute(db)
}

/** Lets this transaction read what the platform reviews across schools; never a student. */
export const actOnPlatform = (db: Db) =>
  sql`${unread} select set_config('app.platform', ${proof(db, 'platform')}, true)`.execute(db)

/** Makes this transaction a person's where no session of theirs does: while they sign in, and for work done in their name. */
export const actAs = (db: Db, personId: string) =>
  sql`${unread} select set_config('app.user', ${`${personId} ${proof(db, 'user', personId)}`}, true)`.execute(db)

/** Row-level security believes no setting without it (0106_settings_signed.sql). */
const proof = (db: Db, ...parts: string[]) => signed(db, ...parts).toString('hex')

const standard = '01900000-0000-7000-8000-000000000001'
const schoolManager = '01900000-0000-7000-8000-000000000002'
