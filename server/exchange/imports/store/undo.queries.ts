import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { newId } from '#server/db/ids.ts'

/** Records of a student that prevent the undo of the import that added them. All other records are found when the student is removed. */
const recorded = (schoolId: string) => sql`(
  exists (select from attendance_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from lesson_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from lesson_gaps x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from students_elsewhere x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_homework x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_exams x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_activities x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_notes x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_leavings x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from official_records x where x.school_id = ${schoolId} and x.student_id = r.student_id and r.record_version is null)
  or exists (select from student_health x where x.school_id = ${schoolId} and x.student_id = r.student_id and r.health_version is null)
  or exists (select from guardians x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.id <> all (r.guardian_ids))
  or exists (select from excuses x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from form_answers x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from meeting_wishes x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from meeting_bookings x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from threads x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from health_alerts x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from emergency_contacts x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from hand_overs x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from record_proposals x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from record_confirmations x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from absence_calls x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from papers x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from absence_steps x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from part_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from grace_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from remarks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from brought_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from term_results x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from conduct_records x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from group_students x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from exam_seats x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from family_students x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from fee_charges x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from fee_grants x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from student_merges x where x.school_id = ${schoolId} and r.student_id in (x.student_id, x.other_id))
  or exists (select from media x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from promotion_students x where x.school_id = ${schoolId} and x.student_id = r.student_id)
  or exists (select from class_move_students x where x.school_id = ${schoolId} and x.student_id = r.student_id))`

/**
 * The same for an existing student who was moved to another class: only records after the move count, because others work while an import
 * runs.
 */
const recordedSince = (schoolId: string) => sql`(
  exists (select from attendance_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from lesson_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from lesson_gaps x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from students_elsewhere x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_homework x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_exams x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_activities x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_notes x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_leavings x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from official_records x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from student_health x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from guardians x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from excuses x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from form_answers x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from meeting_wishes x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from meeting_bookings x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from thread_texts x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from thread_acts x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.at > joined.created_at)
  or exists (select from thread_reads x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.read_at > joined.created_at)
  or exists (select from health_alerts x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from emergency_contacts x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from hand_overs x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from record_proposals x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from record_confirmations x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from absence_calls x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from papers x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from absence_steps x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from part_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from grace_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.confirmed_at > joined.created_at)
  or exists (select from remarks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from brought_marks x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from term_results x join term_closings k on k.school_id = x.school_id and k.id = x.closing_id
    where x.school_id = ${schoolId} and x.student_id = r.student_id and k.closed_at > joined.created_at)
  or exists (select from conduct_records x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.created_at > joined.created_at)
  or exists (select from exam_seats x join exam_seat_plans p on p.school_id = x.school_id and p.id = x.plan_id
    where x.school_id = ${schoolId} and x.student_id = r.student_id and p.created_at > joined.created_at)
  or exists (select from student_merges x
    where x.school_id = ${schoolId} and r.student_id in (x.student_id, x.other_id) and x.created_at > joined.created_at))`

/** Whether a part of the official record that an import wrote was changed after it. */
const recordChanged = (schoolId: string) => sql`(
  r.record_version is not null and not exists (
    select from official_records x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.version = r.record_version)
  or r.health_version is not null and not exists (
    select from student_health x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.version = r.health_version)
  or r.guardian_ids && (select ids from guardians_changed)
  or r.guardians_was is not null and exists (
    select from jsonb_to_recordset(r.guardians_was) as w(id uuid) where w.id = any ((select ids from guardians_changed)::uuid[])))`

/** Guardians that an import wrote and that were changed after it. Several of its rows may write the same guardian, one after the other. */
const guardiansChanged = ({ schoolId, id: importId }: ImportKey) => sql`
  rewritten as (
    select w.id, max(w.version) + 1 as version from import_rows r
    cross join lateral jsonb_to_recordset(r.guardians_was) as w(id uuid, version integer)
    where r.school_id = ${schoolId} and r.import_id = ${importId} group by w.id),
  written as (
    select unnest(r.guardian_ids) as id from import_rows r where r.school_id = ${schoolId} and r.import_id = ${importId}
    union
    select id from rewritten),
  guardians_changed as materialized (
    select coalesce(array_agg(x.id), '{}') as ids from written w
    join guardians x on x.school_id = ${schoolId} and x.id = w.id left join rewritten o on o.id = w.id
    where x.version <> coalesce(o.version, 1))`

/**
 * The rows of an import whose undo is prevented by something newer, each with the reason. That a guardian has confirmed the number
 * meanwhile is no reason, because it would reveal who has an account.
 */
export const hindrances = ({ schoolId, id: importId }: ImportKey) => sql<{ row: number; reason: string }>`(
  with ${guardiansChanged({ schoolId, id: importId })}
  select r.row, case
    when r.plan ? 'balance' then case when ${openingTouched(schoolId)} then 'Something else happened to this balance later' end
    when s.id is null or s.version <> r.version_after then 'This student was changed later'
    when r.outcome = 'add' and ${recorded(schoolId)} or ${recordChanged(schoolId)} or r.joined_id is not null and ${recordedSince(schoolId)}
      then 'Something was recorded of this student later'
    when exists (select from student_parents sp where sp.school_id = ${schoolId} and sp.id = any (r.link_ids)
        and (sp.version > 1 or sp.ended_at is not null))
      or exists (select from parent_invitations v where v.school_id = ${schoolId} and v.id = any (r.invitation_ids) and v.removed_at is not null)
      or r.outcome = 'add' and (
        exists (select from student_parents sp where sp.school_id = ${schoolId} and sp.student_id = r.student_id and sp.id <> all (r.link_ids)
          and not ${ofInvitation(schoolId)})
        or exists (select from parent_invitations v where v.school_id = ${schoolId} and v.student_id = r.student_id and v.id <> all (r.invitation_ids)))
      then 'The parents of this student were changed later'
    when r.seat_id is not null and exists (select from seats x where x.school_id = ${schoolId} and x.id = r.seat_id
        and (x.refunded_on is null) <> coalesce(r.is_paid, i.is_paid))
      or r.outcome = 'add' and exists (
        select from seats x where x.school_id = ${schoolId} and x.student_id = r.student_id and x.id is distinct from r.seat_id)
      then 'The seat of this student was changed later'
    end as reason
  from import_rows r join imports i on i.school_id = r.school_id and i.id = r.import_id left join students s on s.school_id = ${schoolId} and s.id = r.student_id
    left join student_classes joined on joined.school_id = ${schoolId} and joined.id = r.joined_id
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome in ('add', 'change'))`

/** Whether the part of a balance that a row brought was paid, reduced or promised later, or its credit was used. */
const openingTouched = (schoolId: string) => sql`(
  exists (select from fee_charges c
    join fee_dues d on d.school_id = ${schoolId} and d.charge_id = c.id
    join fee_lines l on l.school_id = ${schoolId} and l.due_id = d.id and l.posting_id <> c.posting_id
    where c.school_id = ${schoolId} and c.posting_id = (r.effect ->> 'openingId')::uuid)
  or exists (select from fee_charges c
    join fee_dues d on d.school_id = ${schoolId} and d.charge_id = c.id
    join fee_promises o on o.school_id = ${schoolId} and o.state = 'waiting' and d.id = any (o.due_ids)
    where c.school_id = ${schoolId} and c.posting_id = (r.effect ->> 'openingId')::uuid)
  or exists (select from fee_lines l
    where l.school_id = ${schoolId} and l.posting_id = (r.effect ->> 'openingId')::uuid and l.from_account = 'credit'
      and l.amount > credit_of(${schoolId}, l.family_id)))`

/** Whether a link of a student (`sp`) came from an invitation of the import after its number was confirmed. */
const ofInvitation = (schoolId: string) => sql`exists (
  select from parent_invitations v join users u on u.phone_number = v.phone_number
  where v.school_id = ${schoolId} and v.id = any (r.invitation_ids) and v.accepted_at is not null and u.id = sp.parent_id
    and sp.student_id = v.student_id)`

/** How many rows prevent the undo of an import. */
export async function countHindrances(db: Db, key: ImportKey) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${hindrances(key)} as h where h.reason is not null`.execute(db)
  return rows[0]!.count
}

/** Locks the students that an import changed until the call ends, always in the same order. */
export const lockTouched = (db: Db, { schoolId, id: importId }: ImportKey) =>
  sql`
  select from students s
  where s.school_id = ${schoolId} and s.id in (select student_id from import_rows where school_id = ${schoolId} and import_id = ${importId} and outcome in ('add', 'change'))
  order by s.id for update`.execute(db)

type Unlinked = { studentId: string; parentId: string }

/** Ends the links that an import made, including those that waited for a number at first, and withdraws those that still wait. */
export async function takeBackLinks(db: Db, key: ImportKey): Promise<Unlinked[]> {
  const { schoolId, id: importId } = key
  const { rows: linked } = await sql<Unlinked>`
    delete from student_parents
    where school_id = ${schoolId} and id in (select unnest(link_ids) from import_rows where school_id = ${schoolId} and import_id = ${importId})
    returning student_id, parent_id`.execute(db)
  const { rows: confirmed } = await sql<Unlinked>`
    delete from student_parents sp using parent_invitations v, users u
    where v.school_id = ${schoolId} and sp.school_id = ${schoolId} and v.id in ${invited(key)} and v.accepted_at is not null and u.phone_number = v.phone_number
      and sp.student_id = v.student_id and sp.parent_id = u.id
    returning sp.student_id, sp.parent_id`.execute(db)
  await sql`delete from parent_invitations where school_id = ${schoolId} and id in ${invited(key)}`.execute(db)
  return [...linked, ...confirmed]
}

const invited = ({ schoolId, id: importId }: ImportKey) =>
  sql`(select unnest(invitation_ids) from import_rows where school_id = ${schoolId} and import_id = ${importId})`

type Refunding = { importId: string; schoolId: string; actorId: string; today: string }

/**
 * Gives back the coins of the seats that an import paid; the seats of students that it added no longer name anybody. A seat that an earlier
 * coin pays ends too, without a coin to give back. Returns the number of coins.
 */
export async function takeBackSeats(db: Db, { importId, schoolId, actorId, today }: Refunding) {
  const { rows } = await sql<{ id: string; carried: boolean }>`
    update seats x set refunded_on = ${today}, student_id = case when r.outcome = 'add' then null else x.student_id end
    from import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome in ('add', 'change') and x.school_id = ${schoolId} and x.id = r.seat_id and x.refunded_on is null
    returning x.id, x.carried_from is not null as carried`.execute(db)
  const entries = rows.filter(({ carried }) => !carried).map(({ id }) => ({ id: newId(), seat_id: id }))
  await sql`
    insert into coin_entries (id, school_id, kind, coins, seat_id, made_by)
    select g.id, x.school_id, 'seat_refund', 1, x.id, ${actorId}::uuid
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as g(id uuid, seat_id uuid)
    join seats x on x.school_id = ${schoolId} and x.id = g.seat_id`.execute(db)
  return entries.length
}

/** Students whose seat an import gave back because their row is not paid. */
export async function seatsToRestore(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ studentId: string }>`
    select r.student_id from import_rows r join seats x on x.school_id = ${schoolId} and x.id = r.seat_id
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'change' and r.is_paid is false and x.refunded_on is not null`.execute(
    db,
  )
  return rows.map(({ studentId }) => studentId)
}

/** The students that an import added. */
export async function studentsBrought(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ studentId: string }>`
    select student_id from import_rows where school_id = ${schoolId} and import_id = ${importId} and outcome = 'add' order by row`.execute(
    db,
  )
  return rows.map(({ studentId }) => studentId)
}

/** Removes the students that an import added, without a trace. Throws if something else still refers to one of them. */
export async function takeBackStudents(db: Db, schoolId: string, ids: readonly string[]) {
  await sql`delete from student_classes where school_id = ${schoolId} and student_id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  await sql`delete from students where school_id = ${schoolId} and id = any(${[...ids]}::uuid[])`.execute(db)
}

/** Restores the former names, class, birth date and seat of the students that an import changed. Returns who returns to which class. */
export async function giveBackFormer(db: Db, { schoolId, id: importId }: ImportKey) {
  await sql`
    delete from student_classes m using import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'change' and m.school_id = ${schoolId} and m.id = r.joined_id`.execute(
    db,
  )
  await sql`
    update student_classes m set to_day = null from import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'change' and m.school_id = ${schoolId} and m.id = r.left_id`.execute(
    db,
  )
  await sql`
    update students s set first_name = w.first_name, middle_name = w.middle_name, last_name = w.last_name,
      class_room_id = w.class_room_id, birth_date = w.birth_date, is_paid = w.is_paid, seat_ended_on = w.seat_ended_on,
      ended_with_year_id = w.ended_with_year_id, version = s.version + 1, modified_at = now()
    from import_rows r cross join lateral jsonb_populate_record(null::students, r.was) as w
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'change' and r.version_after is not null and s.school_id = ${schoolId} and s.id = r.student_id`.execute(
    db,
  )
  const { rows } = await sql<{ studentId: string; classRoomId: string }>`
    select r.student_id, (r.was ->> 'class_room_id')::uuid as class_room_id from import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'change' and r.joined_id is not null`.execute(
    db,
  )
  return rows
}
