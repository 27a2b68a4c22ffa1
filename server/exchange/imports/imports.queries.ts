import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { RowPlan } from '#server/exchange/imports/tables/plans.queries.ts'
import { hasProblem, type ProblemKind } from '#server/exchange/imports/check/problems.queries.ts'
import { newId } from '#server/db/ids.ts'
import { type AttendanceOf, nothingSaid } from '#server/exchange/imports/days/days.queries.ts'
import type { MarksOf } from '#server/exchange/imports/marks/marks.queries.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { portions } from '#server/db/portions.ts'
import { fullName } from '#server/db/search.ts'
import type { FolderFile } from '#server/exchange/imports/beside/beside.queries.ts'
import type { ImportKey } from './import-states.queries.ts'

/** A column as it is stored; its index in the list is its position. */
export type Column = {
  heading: string
  meaning: string | null
  guess: 'exact' | 'near' | 'secret' | null
  samples: string[]
  dayOrder: 'dayFirst' | 'monthFirst' | null
  dayExample: string | null
  /** A date of the Hijri calendar in the column of birth dates. */
  hijriExample: string | null
  dayOrderChosen: boolean
  /** The school's own field that is meant. */
  recordFieldId: string | null
  /** The kind of field that an unknown column would be. */
  suggested: SuggestedField | null
  /** Whether the heading promises codes and none of the values is one: they are numbers of another system. */
  notCodes: boolean
  /** The kind of the national numbers of the column, if it is known for all of them. */
  numberKind: string | null
  /** The maximum of a column of marks, if its heading or a row of maxima says it. */
  fullMark: number | null
  /** Of classes and grades: empty cells below the text that stands once above them, and what a person decided about them. */
  gaps: { text: string; firstRow: number; lastRow: number; cells: number }[]
  fillDown: 'fill' | 'leave' | null
}
export type SuggestedField = { kind: 'text' | 'number' | 'day' | 'choice'; choices: string[] }
/** Where a table came from: a file of its own, or the folder of a system. */
export type ImportSource = 'table' | 'oneRoster' | 'schoolDataSync' | 'clever' | 'canvas'
export type ImportKind = 'students' | 'guardians' | 'staff' | 'courses' | 'balances' | 'marks' | 'attendance'
export type ImportState = 'draft' | 'waiting' | 'running' | 'done' | 'undoing' | 'undone'
type MatchedKind = 'class' | 'relation' | 'feeItem' | 'role' | 'course'
/** `grade`: the grade that rows name beside the name; null: for all rows without another choice. */
export type NamedName = { kind: MatchedKind; name: string; grade: string | null; id: string }

const selected = (db: Db, schoolId: string) =>
  db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.id', 'i.madeBy')
    .leftJoin('importProgress as p', (on) => on.onRef('p.schoolId', '=', 'i.schoolId').onRef('p.importId', '=', 'i.id'))
    .select([
      sql<ImportKind>`i.kind`.as('kind'),
      'i.id',
      'i.schoolId',
      'i.fileName',
      'i.reason',
      'i.classRoomId',
      'i.relationId',
      'i.isPaid',
      'i.rows',
    ])
    .select([
      'i.added',
      'i.changed',
      'i.same',
      'i.problems',
      'i.leftOut',
      'i.guardians',
      'i.coins',
      'i.version',
      'i.similarRows as similar',
    ])
    .select(['i.doubtedRows as doubted', 'i.renamed', 'i.moved', 'i.guardiansChanged', 'i.corrected'])
    .select([
      'i.invites',
      sql<MarksOf | null>`i.marks`.as('marks'),
      sql<AttendanceOf | null>`(${JSON.stringify(nothingSaid)}::jsonb || i.attendance)`.as('attendance'),
      sql<FolderFile[]>`coalesce(i.folder -> 'files', '[]')`.as('files'),
    ])
    .select(
      sql<boolean>`(i.made_courses <> '{}' or i.made_teaching <> '[]' or i.made_invitations <> '{}' or i.made_year is not null)`.as(
        'madeBeside',
      ),
    )
    .select(['i.madeBy as madeById', 'i.createdAt as createDate', 'i.modifiedAt as lastModifyDate'])
    .select(['i.finishedAt as finishDate', fullName('u').as('madeByName')])
    .select([
      sql<ImportSource>`i.source`.as('source'),
      sql<ImportState>`case when i.state = 'waiting' and p.last_row is not null then 'running' else i.state end`.as(
        'state',
      ),
      sql<(Column & { position: number; hidden: boolean })[]>`(
        select coalesce(jsonb_agg('{"dayOrder": null, "dayExample": null, "hijriExample": null, "dayOrderChosen": false,
            "recordFieldId": null, "suggested": null, "notCodes": false, "numberKind": null, "fullMark": null, "gaps": [], "fillDown": null}'::jsonb || c
          || jsonb_build_object('position', nth - 1, 'hidden', false) order by nth), '[]')
        from jsonb_array_elements(i.columns) with ordinality as e(c, nth))`.as('columns'),
      sql<NamedName[]>`(
        select coalesce(jsonb_agg('{"grade": null}'::jsonb || n order by nth), '[]')
        from jsonb_array_elements(i.names) with ordinality as e(n, nth))`.as('names'),
      sql<(UnknownName & { rows: number })[]>`i.unknown_names`.as('unknownNames'),
      sql<{ reason: string; position: number | null; rows: number }[]>`i.problem_kinds`.as('problemKinds'),
      sql<number>`case i.state when 'done' then i.rows when 'draft' then 0 else coalesce(p.rows, 0) end`.as('progress'),
      sql<boolean>`i.state = 'done' and exists (
        select from import_rows r where r.school_id = ${schoolId} and r.import_id = i.id)`.as('undoable'),
    ])
    .where('i.schoolId', '=', schoolId)

/** An import as it is answered. */
export const importStored = (db: Db, { schoolId, id }: ImportKey) =>
  selected(db, schoolId).where('i.id', '=', id).executeTakeFirstOrThrow()

/** The imports of a school, latest first. */
export const importsIn = (db: Db, schoolId: string, page: PageRequest) =>
  paged(selected(db, schoolId).orderBy('i.createdAt', 'desc').orderBy('i.id', 'desc'), page)

/** The imports of a school that somebody began and nobody started, or that were carried out, with the moment since when. */
export const draftsOfImports = (db: Db, schoolId: string) =>
  db
    .selectFrom('imports as i')
    .where('i.schoolId', '=', schoolId)
    .where('i.state', '=', 'draft')
    .select(['i.id', 'i.createdAt as at'])
export const doneImports = (db: Db, schoolId: string) =>
  db
    .selectFrom('imports as i')
    .where('i.schoolId', '=', schoolId)
    .where('i.state', '=', 'done')
    .select(['i.id', 'i.finishedAt as at'])

/** What a list of waiting work shows of imports: no cells, which not everybody who imports may read. */
export const importsNamed = (db: Db, schoolId: string, ids: readonly string[]) =>
  db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.id', 'i.madeBy')
    .where('i.schoolId', '=', schoolId)
    .where('i.id', 'in', ids)
    .select(['i.id', 'i.fileName', 'i.rows', 'i.added', 'i.changed', 'i.problems', 'i.createdAt as createDate'])
    .select([sql<ImportKind>`i.kind`.as('kind'), fullName('u').as('madeByName'), 'i.finishedAt as finishDate'])
    .execute()

/** The rights of the caller of an import. `ownPhone`: the caller's phone number, if they may not link themselves. */
export type Rights = {
  change: boolean
  link: boolean
  record: boolean
  readsRecord: boolean
  religion: boolean
  health: boolean
  ownPhone: string | null
}

type NewImport = {
  kind: ImportKind
  schoolId: string
  madeBy: string
  fileName: string | null
  source: string
  columns: Column[]
  marks: MarksOf | null
  attendance: AttendanceOf | null
  rows: number
}

export async function insertImport(db: Db, { columns, marks, attendance, ...row }: NewImport) {
  const id = newId()
  await db
    .insertInto('imports')
    .values({
      ...row,
      id,
      columns: JSON.stringify(columns),
      marks: marks && JSON.stringify(marks),
      attendance: attendance && JSON.stringify(attendance),
    })
    .execute()
  await db.insertInto('importProgress').values({ schoolId: row.schoolId, importId: id }).execute()
  return id
}

export type Fault = { position: number | null; reason: string }
/** `grade`: the grade that the row names for an unknown class. `several`: whether more than one class has the name. */
export type UnknownName = { kind: NamedName['kind']; name: string; grade?: string; several?: boolean }

/** `may`: whether the child lives with a guardian, who may fetch the child and see the records. Used for new guardians only. */
export type GuardianRead = {
  name: string
  key: string
  relation: string
  job: string | null
  phone: string | null
  may?: Partial<Record<'livesWith' | 'mayFetch' | 'maySee', 'yes' | 'no'>>
}

/** A row before classification: its values, null for missing ones, and those that cannot be read. */
export type RowRead = {
  code: string | null
  firstName: string | null
  middleName: string | null
  lastName: string | null
  classRoomId: string | null
  birthDate: string | null
  isPaid: boolean | null
  /** The values for the official record, by column. */
  record: Record<string, unknown> | null
  /** Whether the birth date comes only from the national number. */
  birthStated: boolean
  health: Record<string, string> | null
  /** Guardians of the official record. */
  guardians: GuardianRead[] | null
  /** For staff, courses, marks and attendance: what the row will do. */
  plan: RowPlan | null
  phones: string[]
  relations: string[]
  faults: Fault[]
  unknownNames: UnknownName[]
}

/** The fields of a row, as read. */
export type RowFields = RowRead & { row: number; cells?: readonly string[] }

const rowsAtOnce = 2000

/** Stores rows of a new import. */
export async function insertRows(db: Db, schoolId: string, importId: string, all: readonly RowFields[]) {
  for (const rows of portions(all, rowsAtOnce))
    await sql`
      insert into import_rows (school_id, import_id, row, cells, code, first_name, middle_name, last_name, class_room_id,
        birth_date, is_paid, record, birth_stated, health, guardians, plan, phones, relations, faults, unknown_names, outcome, problems, changes, new_phones)
      select i.school_id, i.id, g.row, g.cells, g.code, g."firstName", g."middleName", g."lastName", g."classRoomId",
        g."birthDate", g."isPaid", g.record, g."birthStated", g.health, g.guardians, g.plan, g.phones, g.relations, g.faults,
        g."unknownNames", ${asOfNewcomer}
      from imports i cross join ${given(rows)} where i.school_id = ${schoolId} and i.id = ${importId}`.execute(db)
}

/** Updates the rows that were read again and differ; the cells only if they are given. */
export async function updateRows(db: Db, { schoolId, id }: ImportKey, all: readonly RowFields[]) {
  for (const rows of portions(all, rowsAtOnce))
    await sql`
      update import_rows r set cells = coalesce(g.cells, r.cells), code = g.code, first_name = g."firstName",
        middle_name = g."middleName", last_name = g."lastName", class_room_id = g."classRoomId",
        birth_date = g."birthDate", is_paid = g."isPaid", record = g.record,
        birth_stated = g."birthStated", health = g.health, guardians = g.guardians, plan = g.plan, phones = g.phones,
        relations = g.relations, faults = g.faults,
        unknown_names = g."unknownNames", (outcome, problems, changes, new_phones) = (${asOfNewcomer})
      from ${given(rows)}
      where r.school_id = ${schoolId} and r.import_id = ${id} and r.row between ${rows[0]!.row} and ${rows.at(-1)!.row} and r.row = g.row and (
        r.cells, r.code, r.first_name, r.middle_name, r.last_name, r.class_room_id, r.birth_date, r.is_paid, r.record,
        r.birth_stated, r.health, r.guardians, r.plan, r.phones, r.relations, r.faults, r.unknown_names) is distinct from (
        coalesce(g.cells, r.cells), g.code, g."firstName", g."middleName", g."lastName", g."classRoomId", g."birthDate",
        g."isPaid", g.record, g."birthStated", g.health, g.guardians, g.plan, g.phones, g.relations, g.faults, g."unknownNames")`.execute(
      db,
    )
}

/** The outcome of a row before classification: as of a new student, because most are, so that these need no second write. */
const asOfNewcomer = sql`case when g.faults = '[]' then 'add' else 'problem' end, g.faults,
  case when g.phones = '{}' then '{}'::text[] else '{guardian}' end, g.phones`

const given = (rows: readonly RowFields[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
  row integer, cells text[], code text, "firstName" text, "middleName" text, "lastName" text, "classRoomId" uuid,
  "birthDate" date, "isPaid" boolean, record jsonb, "birthStated" boolean, health jsonb, guardians jsonb, plan jsonb, phones text[], relations uuid[], faults jsonb, "unknownNames" jsonb)`

/** The cells of every row, or of one. */
export const cellsOf = (db: Db, { schoolId, id }: ImportKey, row?: number) =>
  db
    .selectFrom('importRows')
    .where('schoolId', '=', schoolId)
    .where('importId', '=', id)
    .$if(row !== undefined, (query) => query.where('row', '=', row!))
    .select(['row', 'cells'])
    .orderBy('row')
    .execute()

/**
 * Leaves out the named rows, or all with a problem or with one kind of problem; or includes the named rows, or all. Returns how many
 * changed.
 */
export async function setLeftOut(
  db: Db,
  { schoolId, id }: ImportKey,
  { rows, problem, leftOut }: { rows: readonly number[] | null; problem: ProblemKind | null; leftOut: boolean },
) {
  const everyOne = leftOut ? sql`outcome = 'problem' and ${problem ? hasProblem(problem) : sql`true`}` : sql`true`
  const which = rows ? sql`row = any(${[...rows]}::integer[])` : everyOne
  const { numAffectedRows } = await sql`
    update import_rows set left_out = ${leftOut}
    where school_id = ${schoolId} and import_id = ${id} and left_out <> ${leftOut} and ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Longer than usual, because an import is read and classified as a whole. */
export const patience = { statement: 8, between: 60 }
