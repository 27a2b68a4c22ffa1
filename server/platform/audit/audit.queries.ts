import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, pagedFirst } from '#server/db/page.ts'
import { amongSchools } from '#server/db/rows.ts'
import { fullName } from '#server/db/search.ts'

type Maybe<T> = T | null | undefined

/** What lines say of themselves, or the operations they are of. */
export type NarrowedTo =
  | { kind: 'accounts' | 'exports'; orNamed: string[] }
  | 'reads'
  | 'refused'
  | { paths: string[]; butThese: boolean }

export type Filter = {
  /** The school whose lines are read; or those of no school and of what the platform does with one, by operations. */
  of: string | { doneByPlatform: string[] }
  kind: NarrowedTo | null
  personId?: Maybe<string>
  dateFrom?: Maybe<string>
  dateTo?: Maybe<string>
  timeZone: string
}

/** Lines of the audit with the names they speak of, the newest first. */
export async function linesBy(db: Db, { of, kind, personId, dateFrom, dateTo, timeZone }: Filter, page: PageRequest) {
  let lines = allLines(db)
  lines =
    typeof of === 'string'
      ? lines.where('l.schoolId', '=', of)
      : lines.where(sql<boolean>`(l.school_id is null or l.operation = any(${of.doneByPlatform}))`)
  if (personId) lines = lines.where((eb) => eb.or([eb('l.personId', '=', personId), eb('l.targetId', '=', personId)]))
  if (dateFrom) lines = lines.where(sql<boolean>`l.at >= ${dateFrom}::date::timestamp at time zone ${timeZone}`)
  if (dateTo) lines = lines.where(sql<boolean>`l.at < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  lines = lines.where(kind ? isOf(kind) : sql<boolean>`l.outcome <> 'read'`)

  const { rows, total } = await pagedFirst(lines.orderBy('l.at', 'desc').orderBy('l.id', 'desc'), page, (some) =>
    withNames(db, typeof of === 'string' ? linesAmong(db, of, some) : some),
  )
  const students = await studentsOf(db, rows)
  const withStudents = rows.map(({ studentId, schoolId: _, aboutName, ...line }) => ({
    ...line,
    aboutName: aboutName ?? students.get(studentId ?? '') ?? null,
  }))
  return { rows: withStudents, total }
}

const allLines = (db: Db) => db.selectFrom('auditLines as l').selectAll('l')

/**
 * The lines of a school that are on a page. What narrows and orders them is all in an index (migration 0955), so that only the lines of
 * the page itself are read.
 */
const linesAmong = (db: Db, schoolId: string, page: ReturnType<typeof allLines>) =>
  allLines(db).where('l.schoolId', '=', schoolId).where('l.id', 'in', page.clearSelect().select('l.id'))

export type StoredLine = {
  number: number
  at: string
  operation: string
  outcome: string
  targetKind: string | null
  event: string | null
  personId: string | null
  personName: string | null
  aboutName: string | null
  schoolName: string | null
  ipAddress: string | null
  device: string | null
  exportedRows: number | null
}

/** What an operator did with a person, as it was written before they were named as all others are. */
const ofOperatorBefore = sql`l.target_kind = 'user' and l.operation like 'operator %'`

/** The names as they are now; whose row a reader must not see has none. */
const withNames = (db: Db, lines: ReturnType<typeof allLines>) =>
  db
    .selectFrom(lines.as('l'))
    .leftJoin('users as u', 'u.id', 'l.personId')
    .leftJoin('users as about', (join) =>
      join
        .onRef('about.id', '=', 'l.targetId')
        .on(sql<boolean>`(l.target_kind in ('person', 'account') or ${ofOperatorBefore})`),
    )
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'l.targetId').on('l.targetKind', '=', 'role'))
    .leftJoin('schools as s', 's.id', 'l.schoolId')
    .leftJoin('auditOrigins as o', 'o.requestId', 'l.requestId')
    .select(['l.id as number', 'l.at', 'l.operation', 'l.outcome', 'l.targetKind', 'l.personId'])
    .select([sql<string | null>`l.detail ->> 'event'`.as('event'), 's.name as schoolName', 'o.address as ipAddress'])
    .select(sql<string | null>`coalesce(o.device, l.detail ->> 'device')`.as('device'))
    .select(sql<number | null>`(l.detail ->> 'rows')::integer`.as('exportedRows'))
    .select(sql<string | null>`nullif(${fullName('u')}, '')`.as('personName'))
    .select(sql<string | null>`coalesce(nullif(${fullName('about')}, ''), r.name)`.as('aboutName'))
    .select(sql<string | null>`case when l.target_kind = 'student' then l.target_id end`.as('studentId'))
    .select('l.schoolId')
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')

type OfStudent = { schoolId: string | null; studentId: string | null }

/** Students are found in their school, and most pages name none: so they are not joined to lines, which may be of no school. */
async function studentsOf(db: Db, lines: OfStudent[]): Promise<Map<string, string | null>> {
  const about = lines.filter(({ schoolId, studentId }) => schoolId && studentId)
  if (about.length === 0) return new Map()
  const schools = [...new Set(about.map(({ schoolId }) => schoolId!))]
  const ids = [...new Set(about.map(({ studentId }) => studentId!))]
  const rows = await db
    .selectFrom('students as st')
    .where(amongSchools('st.school_id', schools))
    .where(sql<boolean>`st.id = any(${ids}::uuid[])`)
    .select(['st.id', sql<string | null>`nullif(${fullName('st')}, '')`.as('name')])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const special = sql`coalesce(l.target_kind in ('account', 'export'), false)`

function isOf(kind: NarrowedTo): RawBuilder<boolean> {
  if (kind === 'reads') return sql`l.outcome = 'read'`
  if (kind === 'refused') return sql`l.outcome in ('403', '404', '429')`
  if ('orNamed' in kind) {
    const named = sql`l.operation = any(${kind.orNamed})`
    if (kind.kind === 'accounts') return sql`l.outcome <> 'read' and (l.target_kind = 'account' or ${named})`
    return sql`l.outcome <> 'read' and (l.target_kind = 'export' and l.outcome = 'done' or ${named})`
  }
  const named = sql`l.operation = any(${kind.paths})`
  return sql`l.outcome = 'done' and not ${special} and ${kind.butThese ? sql`not ${named}` : named}`
}
