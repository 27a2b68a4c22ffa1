import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type CollectionRows, enrollmentRows, type Shown } from './collections.queries.ts'

/** How the values of a field are compared. */
export type RosterFieldKind = 'text' | 'number' | 'day' | 'moment'

type Comparison = { column: string; kind: RosterFieldKind; operator: string; value: string }

/** A class of OneRoster: one of ours, or a course in one. */
type ClassKey = { classRoomId: string; courseId: string | null }

/** Which rows of a collection are meant, and in which order. */
export type RosterPage = {
  rows: CollectionRows
  only: RawBuilder<boolean>[]
  compared: readonly Comparison[]
  any: boolean
  sort: { column: string; isText: boolean } | null
  descending: boolean
  limit: number
  offset: number
}

/** A page of a collection, and how many rows there are. */
export async function pageOfRoster(db: Db, wanted: RosterPage) {
  const { rows, sort, descending, limit, offset } = wanted
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const order = sort
    ? sql`${sql.ref(`r.${sort.column}`)} ${sort.isText ? sql`collate "C"` : sql``} ${direction}, `
    : sql``
  const { rows: found } = await sql<Record<string, string | null>>`
    select r.*, count(*) over () as in_all from (${rows}) r where ${conditions(wanted)}
    order by ${order}r.sourced_id collate "C" ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(
    db,
  )
  // All columns are texts, days and moments, but this one.
  const first = found[0] as { inAll: number } | undefined
  const total = first?.inAll ?? (offset > 0 ? await countOfRoster(db, wanted) : 0)
  return { rows: found, total }
}

export async function countOfRoster(db: Db, wanted: RosterPage) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${wanted.rows}) r where ${conditions(wanted)}`.execute(db)
  return rows[0]!.total
}

function conditions({ only, compared, any }: RosterPage): RawBuilder<boolean> {
  const filter = compared.map(comparison)
  const whole = filter.length > 0 ? [sql<boolean>`(${sql.join(filter, any ? sql` or ` : sql` and `)})`] : []
  return sql<boolean>`${sql.join([sql`true`, ...only, ...whole], sql` and `)}`
}

const operators: Readonly<Record<string, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '!=': sql`is distinct from`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}

const inType: Readonly<Record<RosterFieldKind, (value: string) => RawBuilder<unknown>>> = {
  text: (value) => sql`${value}`,
  number: (value) => sql`${value}::numeric`,
  day: (value) => sql`${value}::date`,
  moment: (value) => sql`${value}::timestamptz`,
}

function comparison({ column, kind, operator, value }: Comparison): RawBuilder<boolean> {
  const field = sql.ref(`r.${column}`)
  if (operator === '~') return sql<boolean>`coalesce(position(lower(${value}) in lower(${field})) > 0, false)`
  const compared = kind === 'text' ? sql`${field} collate "C"` : field
  return sql<boolean>`coalesce(${compared} ${operators[operator]!} ${inType[kind](value)}, false)`
}

export const isRow = (sourcedId: string) => sql<boolean>`r.sourced_id = ${sourcedId}`
export const hasValueIn = (column: string, value: string) => sql<boolean>`${sql.ref(`r.${column}`)} = ${value}`

export const hasKeyIn = (column: string, key: string) => sql<boolean>`${sql.ref(`r.${column}`)} = ${key}::uuid`

const ofClass = ({ classRoomId, courseId }: ClassKey) =>
  sql<boolean>`e.class_key = ${classRoomId}::uuid and e.course_key is not distinct from ${courseId}::uuid`

/** People of a collection of users who are in a class now. */
export const isInClass = (shown: Shown, key: ClassKey) => sql<boolean>`r.user_key in (
  select e.user_key from (${enrollmentRows(shown)}) e where ${ofClass(key)} and e.status = 'active')`

/** Enrollments in a class, and work in it. */
export const isInOneClass = ({ classRoomId, courseId }: ClassKey) =>
  sql<boolean>`r.class_key = ${classRoomId}::uuid and r.course_key is not distinct from ${courseId}::uuid`

/** Classes in which a person is now. */
export const isClassOf = (
  shown: Shown,
  personId: string,
) => sql<boolean>`(r.class_key, coalesce(r.course_key, r.class_key)) in (
  select e.class_key, coalesce(e.course_key, e.class_key) from (${enrollmentRows(shown)}) e
  where e.user_key = ${personId}::uuid and e.status = 'active')`

/** Months that lie in a term, or in the year that is named, at least partly. */
export const isDuring = ({ id, startDate, endDate }: { id: string; startDate: string; endDate: string }) =>
  sql<boolean>`(r.parent_id = ${id} or r.start_date <= ${endDate}::date and r.end_date >= ${startDate}::date)`

/** The sessions of the current year that classes name: its terms, or the year itself; of the latest year while none is current. */
export async function sessionsOfClasses(db: Db, schoolId: string) {
  const { rows } = await sql<{ yearId: string; terms: string[] }>`
    select y.id as year_id, array(
      select t.id::text from terms t where t.school_id = ${schoolId} and t.school_year_id = y.id order by t.position, t.id) as terms
    from school_years y where y.school_id = ${schoolId} and (y.active or y.completed)
    order by y.active desc, y.began_on desc nulls last, y.created_at desc limit 1`.execute(db)
  return { yearId: rows[0]?.yearId ?? null, terms: rows[0]?.terms ?? [] }
}

export const gradesOfRoster = (db: Db, schoolId: string) =>
  db.selectFrom('grades').where('schoolId', '=', schoolId).select(['id', 'name']).execute()

export const relationsOfRoster = (db: Db) => db.selectFrom('relationTypes').select(['id', 'name']).execute()

/** The guardians of students, as far as they are guardians today. */
export async function agentsOf(db: Db, { schoolId, today }: Shown, studentIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string; ids: string[] }>`
    select g.student_id, array_agg(g.id::text order by g.from_day, g.id) as ids from guardians g
    where g.school_id = ${schoolId} and g.student_id = any (${[...studentIds]}::uuid[]) and g.from_day <= ${today}::date
      and coalesce(g.until_day >= ${today}::date, true)
    group by g.student_id`.execute(db)
  return new Map(rows.map(({ studentId, ids }) => [studentId, ids]))
}
