import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import type { GuardianRead } from '#server/exchange/imports/imports.queries.ts'
import { otherDays } from '#server/exchange/imports/days/days.queries.ts'
import { correctedMarks } from '#server/exchange/imports/marks/marks.queries.ts'
import { changesOf, isOfExisting, type OfExisting } from './existing.queries.ts'
import { hasProblem, type ProblemKind } from './problems.queries.ts'
import type { RowPlan } from '#server/exchange/imports/tables/plans.queries.ts'
import { isSimilar } from './similar.queries.ts'
import { hindrances } from '#server/exchange/imports/store/undo.queries.ts'

export type RowOutcome = 'add' | 'change' | 'same' | 'problem' | 'leftOut'
type Change = {
  field:
    | 'firstName'
    | 'middleName'
    | 'lastName'
    | 'className'
    | 'birthDate'
    | 'isPaid'
    | 'guardian'
    | 'record'
    | 'health'
    | 'guardianOfRecord'
    | 'mark'
    | 'day'
  was: string | null
  becomes: string | null
}

/** Columns of the official record and their values; null if a row has none. */
type RecordColumns = Record<string, unknown> | null

/**
 * `seesStudents`: whether stored fields of students may be shown next to the fields of the table. `seesNumbers`: whether birth dates that
 * come only from a national number may be shown.
 */
export type RowsQuery = {
  importId: string
  schoolId: string
  row?: number
  show?: RowOutcome | 'all' | 'hindering' | 'similar' | OfExisting
  problem?: ProblemKind | null | undefined
  seesStudents: boolean
  seesNumbers: boolean
}

/** Rows of an import by their number, each with what prevents its undo. */
export async function rowsFound(db: Db, wanted: RowsQuery, page: PageRequest) {
  // The details are computed only for the rows of the page, not for thousands.
  const { rows: found, total } = await (wanted.show === 'hindering'
    ? paged(hindering(db, wanted), page)
    : paged(shown(db, wanted), page))
  const rows = await describedRows(
    db,
    wanted,
    found.map(({ row }) => row),
  )
  return { rows: rows.map((row, nth) => ({ ...row, hindrance: found[nth]!.hindrance })), total }
}

type Found = { row: number; hindrance: string | null }

const shown = (db: Db, { importId, schoolId, row, show = 'all', problem }: RowsQuery) =>
  db
    .selectFrom('importRows as r')
    .where('r.schoolId', '=', schoolId)
    .where('r.importId', '=', importId)
    .$if(row !== undefined, (query) => query.where('r.row', '=', row!))
    .$if(show === 'similar', (query) => query.where(isSimilar))
    .$if(isOfExisting(show), (query) => query.where(changesOf(show as OfExisting)))
    .$if(show !== 'all' && show !== 'similar' && !isOfExisting(show), (query) => query.where('r.outcome', '=', show))
    .$if(problem != null, (query) => query.where(hasProblem(problem!)))
    .select(['r.row', sql<Found['hindrance']>`null`.as('hindrance')])
    .orderBy('r.row')

const hindering = (db: Db, { importId, schoolId }: RowsQuery) =>
  db
    .selectFrom(hindrances({ schoolId, id: importId }).as('h'))
    .where('h.reason', 'is not', null)
    .select(['h.row', sql<Found['hindrance']>`h.reason`.as('hindrance')])
    .orderBy('h.row')

// Whether students are seen is asked of each row: a database that is spread by school finds no place for what is joined to nothing.
const describedRows = (db: Db, { importId, schoolId, seesStudents, seesNumbers }: RowsQuery, rows: number[]) =>
  db
    .selectFrom('importRows as r')
    .innerJoin('imports as i', (on) => on.onRef('i.schoolId', '=', 'r.schoolId').onRef('i.id', '=', 'r.importId'))
    .leftJoin('students as s', (join) =>
      join
        .on('s.schoolId', '=', schoolId)
        .onRef('s.id', '=', 'r.studentId')
        .on(sql<boolean>`(s.id = r.student_id) = ${seesStudents}::boolean`),
    )
    .leftJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'r.schoolId').onRef('c.id', '=', 'r.classRoomId'))
    .leftJoin('classRooms as sc', (on) =>
      on.onRef('sc.schoolId', '=', 's.schoolId').onRef('sc.id', '=', 's.classRoomId'),
    )
    .where('r.schoolId', '=', schoolId)
    .where('r.importId', '=', importId)
    .where(sql<boolean>`r.row = any(${rows}::integer[])`)
    .select([sql<RowPlan | null>`r.plan`.as('plan')])
    .select(['r.similarIds', 'r.isNew', 'r.sameAs', sql<'keep' | 'take' | null>`r.days`.as('days')])
    .select(sql<string[] | null>`r.effect -> 'dates'`.as('dates'))
    .select(ownValues(schoolId).as('own'))
    .select(['r.row', 'r.cells', 'r.studentId', sql<RowOutcome>`r.outcome`.as('outcome')])
    .select([
      sql<RecordColumns>`r.record`.as('said'),
      sql<RecordColumns>`r.health`.as('health'),
      sql<GuardianRead[] | null>`r.guardians`.as('named'),
    ])
    .select([
      sql<{ position: number | null; reason: string }[]>`r.problems`.as('problems'),
      sql<string>`coalesce(r.plan ->> 'title', nullif(concat_ws(' ', r.first_name, nullif(r.middle_name, ''), r.last_name), ''), ${fullName('s')}, '')`.as(
        'studentName',
      ),
      sql<string | null>`coalesce(c.name, sc.name)`.as('classRoomName'),
      sql<
        string | null
      >`coalesce(case when not ${isUnseen(seesNumbers)} then r.birth_date end, case when r.outcome <> 'add' then s.birth_date end)`.as(
        'birthDate',
      ),
      sql<
        boolean | null
      >`case when i.kind = 'students' then coalesce(r.is_paid, case when r.outcome = 'add' then i.is_paid else s.is_paid end) end`.as(
        'isPaid',
      ),
      guardians(sql`r.phones`).as('guardians'),
      changes(schoolId, seesNumbers).as('changes'),
    ])
    .orderBy('r.row')
    .execute()

/** Whether the row's birth date is hidden from the reader. */
const isUnseen = (seesNumbers: boolean) => sql<boolean>`(r.birth_stated and not ${seesNumbers}::boolean)`

const guardians = (phones: RawBuilder<unknown>) => sql<{ phoneNumber: string; relationName: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('phoneNumber', g.phone, 'relationName', t.name) order by g.nth), '[]')
  from unnest(${phones}, r.relations) with ordinality as g(phone, relation, nth)
  join relation_types t on t.id = g.relation)`

/** The values of a row in the school's own fields, by field name. */
const ownValues = (schoolId: string) => sql<{ name: string; value: string }[] | null>`(
  select jsonb_agg(jsonb_build_object('name', f.name, 'value', v.value) order by f.created_at, f.id)
  from jsonb_each_text(r.record -> 'own_values') as v join record_fields f on f.school_id = ${schoolId} and f.id = v.key::uuid)`

/** What a row changes, in words, before it is stored. */
const changes = (schoolId: string, seesNumbers: boolean) => sql<Change[]>`(
  case when r.student_id is not null and i.kind = 'attendance' and i.state = 'draft' and not r.left_out and r.days is distinct from 'keep' then ${otherDays(schoolId)}
  when r.outcome <> 'change' or i.state in ('done', 'undoing', 'undone') then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('field', f.field, 'was', f.was, 'becomes', f.becomes) order by f.nth), '[]')
    from (
      values (1, 'firstName', s.first_name, r.first_name), (2, 'middleName', s.middle_name, r.middle_name),
        (3, 'lastName', s.last_name, r.last_name), (4, 'className', sc.name, c.name),
        (5, 'birthDate', s.birth_date::text, r.birth_date::text), (6, 'isPaid', s.is_paid::text, r.is_paid::text), (7, 'record', null, null),
        (8, 'health', null, null), (9, 'guardianOfRecord', null, null)
    ) as f(nth, field, was, becomes) where f.field = any (r.changes) and not (f.field = 'birthDate' and ${isUnseen(seesNumbers)})
  ) || (select coalesce(jsonb_agg(jsonb_build_object('field', 'guardian', 'was', null, 'becomes', phone)), '[]')
    from unnest(r.new_phones) as phone) || case when 'corrected' = any (r.changes) then ${correctedMarks} else '[]' end end)`
