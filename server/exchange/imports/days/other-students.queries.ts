import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import type { Among } from '#server/exchange/imports/store/progress.queries.ts'
import { daysOfRows } from './rows-with-days.queries.ts'

/** Students who were entered this many days after the first ones came later, and are in their first class only from then on. */
const entering = 14

/**
 * Students (`studentId`) of the classes and days that an import brings who are in none of its rows of that day and have no mark of it. `row`: the first row of the class
 * and day. Before the school knew a student, the first class counts, as in the rows themselves; not for those who came later or had left.
 */
const otherStudents = ({ schoolId, id: importId }: ImportKey) => sql`
  with named as materialized (
    select r.row, r.student_id, d.date, k.id as class_room_id, r.outcome = 'change' and r.effect -> 'dates' ? d.date::text as comes
    from import_rows r ${daysOfRows(schoolId)}
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.student_id is not null and not r.left_out
  ), day as materialized (
    select class_room_id, date, min(row) as row from named where comes group by class_room_id, date
  ), placed as materialized (
    select h.student_id, h.class_room_id, coalesce(h.to_day, 'infinity') as to_day,
      case when row_number() over (partition by h.student_id order by h.from_day, h.id) = 1
          and h.from_day <= min(h.from_day) over () + ${entering}::integer then '-infinity' else h.from_day end as from_day
    from student_classes h where h.school_id = ${schoolId}
  )
  select day.row, day.class_room_id, day.date, s.id as student_id
  from day join placed p on p.class_room_id = day.class_room_id and day.date between p.from_day and p.to_day
  join students s on s.school_id = ${schoolId} and s.id = p.student_id and s.merged_into is null and (s.left_on is null or s.left_on >= day.date)
  where not exists (select from named n where n.student_id = s.id and n.date = day.date)
    and not exists (select from attendance_marks m where m.school_id = ${schoolId} and m.student_id = s.id and m.date = day.date and not m.superseded)`

export const countOthers = (db: Db, key: ImportKey) =>
  sql`
  update imports set attendance = attendance || jsonb_build_object('others', (select count(*) from (${otherStudents(key)}) as other))
  where school_id = ${key.schoolId} and id = ${key.id}`.execute(db)

export type OtherStudent = { row: number; classRoomId: string; date: string; studentId: string }

/** The other students of the days whose first rows are in a portion, if a person said that they were present. To be asked before these are stored. */
export async function othersPresent(db: Db, key: ImportKey, { after, upTo }: Among) {
  const { rows } = await sql<OtherStudent>`
    select o.row, o.class_room_id, o.date::text, o.student_id from (${otherStudents(key)}) as o
    where o.row > ${after} and o.row <= ${upTo}
      and (select coalesce((attendance ->> 'othersPresent')::boolean, false) from imports where school_id = ${key.schoolId} and id = ${key.id})`.execute(
    db,
  )
  return rows
}

/** Stores them as present, and with each row what it did. Whom somebody has marked meanwhile stays as they are. */
export async function storeOthers(
  db: Db,
  { schoolId, id: importId }: ImportKey,
  others: readonly OtherStudent[],
  personId: string,
) {
  const made = others.map((one) => ({ ...one, id: newId() }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g(row integer, "studentId" uuid, "classRoomId" uuid, date date, id uuid)`
  await sql`
    with stored as (
      insert into attendance_marks (school_id, id, class_room_id, student_id, date, state, supervisor_id, import_id)
      select ${schoolId}, g.id, g."classRoomId", g."studentId", g.date, 'present', ${personId}::uuid, ${importId}::uuid from ${given}
      on conflict do nothing returning id
    )
    update import_rows r set effect = jsonb_set(r.effect, '{ids}', r.effect -> 'ids' || o.ids)
    from (select g.row, jsonb_agg(g.id) as ids from ${given} join stored on stored.id = g.id group by g.row) o
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = o.row`.execute(db)
}
