import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { TakenJob } from '#server/platform/jobs/taken-job.queries.ts'
import type { Among } from './progress.queries.ts'

/** An import that the worker has taken; it is locked until the transaction ends. */
export type ImportJob = TakenJob & { state: 'waiting' | 'undoing' }

export async function nextImport(db: Db): Promise<ImportJob | undefined> {
  const { rows } = await sql<ImportJob>`select id, school_id, state from next_import()`.execute(db)
  return rows[0]
}

export type StartedImport = {
  kind: ImportKind
  startedBy: string
  timeZone: string
  isPaid: boolean
  columns: { meaning: string | null }[]
  counts: string
}

/** What was agreed to and by whom, and the time zone of the school. */
export async function startedImport(db: Db, { schoolId, id }: ImportKey): Promise<StartedImport> {
  const { rows } = await sql<StartedImport>`
    select i.kind, i.started_by, i.is_paid, i.columns, s.time_zone,
      jsonb_build_array(i.added, i.changed, i.same, i.problems, i.left_out, i.guardians, i.coins)::text as counts
    from imports i join schools s on s.id = i.school_id where i.school_id = ${schoolId} and i.id = ${id}`.execute(db)
  return rows[0]!
}

/** The classes that students of these rows enter. */
export async function classesEntered(db: Db, { schoolId, id: importId }: ImportKey, { after, upTo }: Among) {
  const { rows } = await sql<{ id: string }>`
    select distinct class_room_id as id from import_rows
    where school_id = ${schoolId} and import_id = ${importId} and row > ${after} and row <= ${upTo} and outcome in ('add', 'change')
      and class_room_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

export type StoredRow = {
  row: number
  outcome: 'add' | 'change'
  studentId: string | null
  firstName: string
  middleName: string
  lastName: string
  /** Null where the row changes a student and names no class. */
  classRoomId: string | null
  birthDate: string | null
  isPaid: boolean | null
  changes: string[]
  /** Whether the row has values for the official record. */
  hasRecord: boolean
  guardians: { phoneNumber: string; relationId: string }[]
}

/** Those of these rows that are to be stored. */
export async function rowsToStore(
  db: Db,
  { schoolId, id: importId }: ImportKey,
  { after, upTo }: Among,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select r.row, r.outcome, r.student_id, r.first_name, r.middle_name, r.last_name, r.class_room_id, r.birth_date,
      r.is_paid, r.changes, coalesce(r.record, r.health, r.guardians) is not null as has_record, (
        select coalesce(jsonb_agg(jsonb_build_object('phoneNumber', g.phone, 'relationId', g.relation) order by g.nth), '[]')
        from unnest(r.phones, r.relations) with ordinality as g(phone, relation, nth)
        where g.phone = any (r.new_phones)) as guardians
    from import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row > ${after} and r.row <= ${upTo} and r.outcome in ('add', 'change')
    order by r.row`.execute(db)
  return rows
}

/** What was done for a row, so that its undo can reverse it. */
export type Effect = {
  row: number
  student_id: string
  was: boolean
  joined_id?: string
  left_id?: string | undefined
  /** The seat that was charged or given back. */
  seat_id?: string | undefined
  link_ids: string[]
  invitation_ids: string[]
}

/** Changes of a row that do not change the student's own row. */
const besideStudent = sql`'{guardian,record,health,guardianOfRecord}'::text[]`

/** Stores the former rows of the students that will be changed. Must run before the change. */
export const keepFormer = (db: Db, { schoolId, id: importId }: ImportKey, rows: readonly number[]) =>
  sql`
  update import_rows r set was = to_jsonb(s) from students s
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = any(${[...rows]}::integer[]) and s.school_id = ${schoolId} and s.id = r.student_id`.execute(
    db,
  )

/** Writes names, class, birth date and seat of students from their rows. `today`: the last day of unpaid seats. */
export const changeStudents = (db: Db, { schoolId, id: importId }: ImportKey, rows: readonly number[], today: string) =>
  sql`
  update students s set
    first_name = case when 'firstName' = any (r.changes) then r.first_name else s.first_name end,
    middle_name = case when 'middleName' = any (r.changes) then r.middle_name else s.middle_name end,
    last_name = case when 'lastName' = any (r.changes) then r.last_name else s.last_name end,
    class_room_id = case when 'className' = any (r.changes) then r.class_room_id else s.class_room_id end,
    birth_date = case when 'birthDate' = any (r.changes) then r.birth_date else s.birth_date end,
    is_paid = case when 'isPaid' = any (r.changes) then r.is_paid else s.is_paid end,
    seat_ended_on = case when 'isPaid' = any (r.changes) then case when r.is_paid then null else ${today}::date end
      else s.seat_ended_on end,
    version = s.version + 1, modified_at = now()
  from import_rows r
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = any(${[...rows]}::integer[]) and s.school_id = ${schoolId} and s.id = r.student_id
    and not r.changes <@ ${besideStudent}`.execute(db)

/** Seats charged today that would be refunded. A seat that an earlier coin pays is not (decision 028). */
export async function seatsOfToday(db: Db, schoolId: string, studentIds: readonly string[], today: string) {
  const { rows } = await sql<{ id: string; studentId: string }>`
    select id, student_id from seats
    where school_id = ${schoolId} and student_id = any(${[...studentIds]}::uuid[]) and refunded_on is null and charged_on = ${today}
      and carried_from is null`.execute(db)
  return rows
}

/** Stores what was done, and for a changed student also the present version. */
export const keepEffects = (db: Db, { schoolId, id: importId }: ImportKey, effects: readonly Effect[]) =>
  sql`
  update import_rows r set student_id = g.student_id, joined_id = g.joined_id, left_id = g.left_id,
    seat_id = g.seat_id, link_ids = g.link_ids, invitation_ids = g.invitation_ids,
    version_after = case when not r.changes <@ ${besideStudent} or not g.was then s.version end
  from jsonb_to_recordset(${JSON.stringify(effects)}::jsonb) as g(row integer, student_id uuid, was boolean,
    joined_id uuid, left_id uuid, seat_id uuid, link_ids uuid[], invitation_ids uuid[])
  join students s on s.school_id = ${schoolId} and s.id = g.student_id
  -- The rows are named again, because the planner has no statistics for rows that were just inserted.
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row and r.row = any(${effects.map(({ row }) => row)}::integer[])
    and s.id = any(${effects.map((effect) => effect.student_id)}::uuid[])`.execute(db)

/** Ends the worker's job; `reason` says why the import comes back. */
export const settle = (
  db: Db,
  { schoolId, id }: ImportKey,
  state: 'draft' | 'done' | 'undone',
  { reason = null, finished = false }: { reason?: string | null; finished?: boolean } = {},
) =>
  sql`
  update imports set state = ${state}, reason = ${reason}, version = version + 1, modified_at = now(),
    finished_at = ${finished ? sql`now()` : sql`finished_at`}
  where school_id = ${schoolId} and id = ${id}`.execute(db)

/** Stores the progress of the worker, in a separate transaction. */
export const noteProgress = (db: Db, { schoolId, id: importId }: ImportKey, rows: number) =>
  sql`update import_progress set rows = ${rows} where school_id = ${schoolId} and import_id = ${importId}`.execute(db)
