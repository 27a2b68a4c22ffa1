import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { guessed, renewed, unread } from '#server/db/speculation/ways.ts'
import { signed } from '#server/db/signing.ts'
import type { RightsRow } from './caller.ts'

/** A live session and its person. */
export type SessionRow = {
  id: string
  sharedComputer: boolean
  createdAt: string
  lastUsedAt: string
  personId: string
  /** Until the second proof is given, the session opens nothing. */
  proofDue: boolean
  /** The school through whose provider the session was opened, to which it is narrowed. */
  onlySchool: string | null
}

export type ChildRow = { id: string; schoolId: string; classRoomId: string }

/**
 * The session of a secret, with the rights of its person. Also puts the person into the transaction's settings for row-level
 * security. Everything is read again at every call (api.md §2.3). Inactive roles and schools give no rights.
 */
export async function callerOf(db: Db, tokenHash: Buffer): Promise<(SessionRow & { rights: RightsRow }) | undefined> {
  const { rows } = await guessed(callerRow(tokenHash)).execute(db)
  if (!rows[0]) return undefined
  const { id, sharedComputer, createdAt, lastUsedAt, personId, proofDue, onlySchool, acting: _, ...rights } = rows[0]
  return { id, sharedComputer, createdAt, lastUsedAt, personId, proofDue, onlySchool, rights }
}

const callerRow = fixed(
  (tokenHash: Buffer) => sql<SessionRow & RightsRow & { acting: string }>`
    select id, shared_computer, created_at, last_used_at, person_id, proof_due, set_config('app.user', acting, true) as acting,
      schools, app_keys, is_teacher, is_platform, is_manager, parent_schools, only_school
    from caller_of(${tokenHash})`,
)

/**
 * Marks a session as used, at most once a minute, also when several calls do it at the same time. A call does this last and without
 * waiting, because code that ends sessions locks them after the rows that the call may have locked (decision 073). If the session
 * is locked, another call marks it or ends it. The next call would guess the instant from before, hence the caller is asked for again.
 */
export async function markSession(db: Db, id: string, tokenHash: Buffer) {
  await unread(sql`
    update sessions set last_used_at = now() where id in (
      select id from sessions where id = ${id} and last_used_at < now() - interval '1 minute' for no key update skip locked)`).execute(
    db,
  )
  await renewed(callerRow(tokenHash)).execute(db)
}

/** All rights of the person in whose name the transaction runs. */
export async function rightsOf(db: Db, personId: string): Promise<RightsRow> {
  const { rows } = await guessed(heldRow(personId)).execute(db)
  return rows[0]!
}

const heldRow = fixed((personId: string) => sql<RightsRow>`select * from rights_of(${personId})`)

/** The rights that a session of this person has: narrowed to a school, or those of a password. To be sent together with others. */
export const sessionRightsRow = (personId: string, onlySchool: string | null) =>
  guessed(sessionHeldRow(personId, onlySchool))

const sessionHeldRow = fixed(
  (personId: string, onlySchool: string | null) =>
    sql<RightsRow>`select * from rights_of_session(${personId}, ${onlySchool}::uuid)`,
)

/** The active schools whose support window is open now. */
export const openWindows = (db: Db) =>
  db
    .selectFrom('schools')
    .where('active', '=', true)
    .where('supportUntil', '>', sql<string>`now()`)
    .select(['id', 'timeZone'])
    .execute()

/**
 * The children that the person may see today: linked students of active schools who are active or have left. The transaction's
 * settings must name these schools.
 */
export const childrenOf = async (db: Db, personId: string, schools: readonly string[]) =>
  (await childRows(personId, schools).execute(db)).rows

/** The statement of `childrenOf`, to be sent together with others. */
export const childRows = (personId: string, schools: readonly string[]) => {
  if (schools.length === 0) return noChildRows()
  return guessed(schools.length === 1 ? childRowsInOne(personId, schools[0]!) : childRowsIn(personId, schools))
}

/** For a person who is a parent in no school: a statement without rows that reads no table. */
const noChildRows = fixed(
  () => sql<ChildRow>`select null::uuid as id, null::uuid as school_id, null::uuid as class_room_id where false`,
)

const linked = (personId: string, there: RawBuilder<unknown>) => sql<ChildRow>`
    select s.id, s.school_id, s.class_room_id from parent_links sp
    join students s on s.school_id = sp.school_id and s.id = sp.student_id
    where ${there} and sp.parent_id = ${personId} and sp.sees and sp.school_active and (s.active or s.left_on is not null)`

const childRowsIn = fixed((personId: string, schools: readonly string[]) =>
  linked(personId, sql`sp.school_id = any(${schools}::uuid[])`),
)

const childRowsInOne = fixed((personId: string, schoolId: string) => linked(personId, sql`sp.school_id = ${schoolId}`))

/** Where an object belongs: its school, its class (if it is in one), the course of class work, and the author of a note. */
export type Place = {
  schoolId: string
  classRoomId: string | null
  courseId: string | null
  authorId: string | null
}

/** For each kind of row that belongs to a school: its table, and the columns of its class or course if it has them. */
const tables = {
  contact: { table: 'school_contacts', live: sql`removed_at is null` },
  grade: { table: 'grades' },
  timetable: { table: 'timetables', live: sql`removed_at is null` },
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
  promotion: { table: 'promotions' },
  paymentRequest: { table: 'payment_requests', live: sql`removed_at is null` },
  transaction: { table: 'payment_transactions' },
  post: { table: 'posts', author: 'author_id' },
  note: {
    table: 'student_notes',
    classRoom: 'class_room_id',
    course: 'course_id',
    author: 'supervisor_id',
    live: sql`removed_at is null`,
  },
} satisfies Record<string, Owned>

type Owned = { table: string; classRoom?: string; course?: string; author?: string; live?: RawBuilder<unknown> }

type Kind = keyof typeof tables | 'school'

/** A school of the caller, or a child of theirs in a school. */
type Among = { id: string } | { schoolId: string }

/** The place of an object in one of these schools; undefined if row-level security hides it or it is removed. */
export async function placeOf(db: Db, callers: readonly Among[], kind: Kind, id: string) {
  const schools = callers.map((one) => ('schoolId' in one ? one.schoolId : one.id))
  const [school, ...others] = new Set(schools)
  if (!school && kind !== 'school') return undefined
  const among = (of: keyof typeof tables) =>
    school && others.length === 0 ? placesInOne[of](school, id) : placesIn[of](schools, id)
  const { rows } = await guessed(kind === 'school' ? schoolPlace(id) : among(kind)).execute(db)
  return rows[0]
}

/** Like `placeOf`, but in any school, for the platform. */
export async function placeAnywhere(db: Db, kind: Kind, id: string): Promise<Place | undefined> {
  const { rows } = await guessed(kind === 'school' ? schoolPlace(id) : placesAnywhere[kind](id)).execute(db)
  return rows[0]
}

const place = ({ table, classRoom, course, author, live }: Owned, found: RawBuilder<unknown>) => {
  const column = (name?: string) => (name ? sql.ref(name) : sql`null`)
  return sql<Place>`
    select school_id, ${column(classRoom)} as class_room_id, ${column(course)} as course_id,
      ${column(author)} as author_id
    from ${sql.table(table)} where ${found} and ${live ?? sql`true`}`
}

const ofEach = <Row>(row: (owned: Owned) => Row) =>
  Object.fromEntries(Object.entries(tables).map(([kind, owned]) => [kind, row(owned)])) as Record<
    keyof typeof tables,
    Row
  >

const placesIn = ofEach((owned) =>
  fixed((schools: readonly string[], id: string) =>
    place(owned, sql`school_id = any(${schools}::uuid[]) and id = ${id}`),
  ),
)

const placesInOne = ofEach((owned) =>
  fixed((schoolId: string, id: string) => place(owned, sql`school_id = ${schoolId} and id = ${id}`)),
)

const placesAnywhere = ofEach((owned) => fixed((id: string) => place(owned, sql`id = ${id}`)))

const schoolPlace = fixed(
  (id: string) => sql<Place>`
    select id as school_id, null as class_room_id, null as course_id, null as author_id from schools where id = ${id}`,
)

/** A class, or a course in it. */
type Lessons = { schoolId: string; classRoomId: string; courseId: string | null }

/** Whether a person supervises a class or teaches in it. If a course is named, they must teach that course (api.md §3.3). */
export async function teachesIn(db: Db, personId: string, { schoolId, classRoomId, courseId }: Lessons) {
  const { rows } = await guessed(worksRow(personId, schoolId, classRoomId, courseId)).execute(db)
  return rows[0]!.works
}

const worksRow = fixed(
  (personId: string, schoolId: string, classRoomId: string, courseId: string | null) => sql<{
    works: boolean
  }>`
    select exists (select from class_rooms
        where school_id = ${schoolId} and id = ${classRoomId} and supervisor_id = ${personId})
      or exists (select from class_teacher_courses
        where school_id = ${schoolId} and class_room_id = ${classRoomId} and teacher_id = ${personId}
        and (${courseId}::uuid is null or course_id = ${courseId})) as works`,
)

/** The public fields of a school, to decide whether it is visible. */
export async function schoolById(db: Db, id: string) {
  const { rows } = await guessed(schoolRow(id)).execute(db)
  return rows[0]
}

const schoolRow = fixed(
  (id: string) => sql<{ id: string; active: boolean; timeZone: string; adminId: string }>`
    select id, active, time_zone, admin_id from schools where id = ${id}`,
)

/** Sets what row-level security shows this transaction from now on. Without this it shows nothing. */
export function seeOnly(
  db: Db,
  { schools, children = [] }: { schools: readonly string[]; children?: readonly string[] },
) {
  const [school, child] = [schools.join(','), children.join(',')]
  return unread(sight(school, child, proof(db, 'see only', school, child))).execute(db)
}

const sight = fixed(
  (school: string, child: string, signature: string) => sql`
    select set_config('app.schools', ${school}, true), set_config('app.children', ${child}, true),
      set_config('app.proof', ${signature}, true)`,
)

/** Lets this transaction read what the platform reviews across schools; this never includes students. */
export const actOnPlatform = (db: Db) =>
  unread(sql`select set_config('app.platform', ${proof(db, 'platform')}, true)`).execute(db)

/** Lets this transaction act as a person without a session of theirs: during sign-in, and for work done in their name. */
export const actAs = (db: Db, personId: string) =>
  unread(sql`select set_config('app.user', ${`${personId} ${proof(db, 'user', personId)}`}, true)`).execute(db)

/** Row-level security ignores a setting without this signature (0106_settings_signed.sql). */
const proof = (db: Db, ...parts: string[]) => signed(db, ...parts).toString('hex')
