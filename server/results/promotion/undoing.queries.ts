import { type RawBuilder, sql } from 'kysely'
import { kinds } from '#server/db/work-tables.ts'
import type { Db } from '#server/db/db.ts'
import type { PromotionEffect } from './promotions.queries.ts'

type Which = { schoolId: string; id: string }

/** Why a student who was moved or left can no longer be taken back; null if they can. */
const hindrance = (schoolId: string) => sql<string | null>`case
  when st.merged_into is not null then 'This student was merged with another'
  when p.outcome = 'moved' and (not st.active or st.class_room_id <> p.to_class_id or not exists (
      select from student_classes h where h.school_id = ${schoolId} and h.id = p.joined_id and h.to_day is null))
    then 'This student is no longer in the new class'
  when p.outcome = 'moved' and ${recorded(schoolId)} then 'This student already has records in the new class'
  when p.outcome = 'left' and not exists (
      select from student_leavings l where l.school_id = ${schoolId} and l.id = p.leaving_id and l.returned_on is null
        and l.version = 1)
    then 'The leaving of this student was changed later'
  when c.max_of_students < coalesce(now_in.students, 0) + back.students
    then 'The class of before is full by now'
end`

const taken = ({ schoolId, id }: Which) => sql`
  from promotion_students p
  join students st on st.school_id = p.school_id and st.id = p.student_id
  join class_rooms c on c.school_id = p.school_id and c.id = p.from_class_id
  join promotions pr on pr.school_id = p.school_id and pr.id = p.promotion_id
  left join (
    select class_room_id, count(*) as students from students where school_id = ${schoolId} and active group by class_room_id
  ) now_in on now_in.class_room_id = c.id
  join (
    select from_class_id, count(*) as students from promotion_students
    where school_id = ${schoolId} and promotion_id = ${id} and outcome in ('moved', 'left') group by from_class_id
  ) back on back.from_class_id = c.id
  where p.school_id = ${schoolId} and p.promotion_id = ${id} and p.outcome in ('moved', 'left')`

/** Whether anything was recorded of the student in the new class since then. */
function recorded(schoolId: string): RawBuilder<boolean> {
  const works = Object.values(kinds).map(
    ({ results, works: table, key }) => sql`exists (
      select from ${sql.table(results)} r join ${sql.table(table)} w on w.school_id = r.school_id and w.id = r.${sql.ref(key)}
      where r.school_id = ${schoolId} and r.student_id = p.student_id and w.class_room_id = p.to_class_id
        and r.removed_at is null and w.removed_at is null and r.created_at > pr.done_at)`,
  )
  return sql`(
    exists (select from attendance_marks a where a.school_id = ${schoolId} and a.student_id = p.student_id
      and a.class_room_id = p.to_class_id and a.created_at > pr.done_at)
    or exists (select from student_notes n where n.school_id = ${schoolId} and n.student_id = p.student_id
      and n.class_room_id = p.to_class_id and n.removed_at is null and n.created_at > pr.done_at)
    or ${sql.join(works, sql` or `)})`
}

/** The students who can no longer be taken back, each with the reason. */
export async function hinderingOf(db: Db, which: Which) {
  const { rows } = await sql<{ studentId: string; reason: string }>`
    select student_id, reason from (select p.student_id, ${hindrance(which.schoolId)} as reason ${taken(which)}) checked
    where reason is not null order by student_id`.execute(db)
  return rows
}

export type Back = {
  studentId: string
  outcome: 'moved' | 'left'
  fromClassId: string
  isPaid: boolean
}

/** The students who are taken back: all except those who can no longer be. */
export async function backOf(db: Db, { schoolId, id }: Which, without: readonly string[]) {
  const { rows } = await sql<Back>`
    select student_id, outcome, from_class_id, (was ->> 'is_paid')::boolean as is_paid from promotion_students
    where school_id = ${schoolId} and promotion_id = ${id} and outcome in ('moved', 'left')
      and student_id <> all(${[...without]}::uuid[]) order by student_id`.execute(db)
  return rows
}

const among = ({ schoolId, id }: Which, ids: readonly string[]) => sql`
  p.school_id = ${schoolId} and p.promotion_id = ${id} and p.student_id = any(${[...ids]}::uuid[])`

/** Takes students back: restores their memberships, leavings and rows. A row that was edited since then keeps that edit. */
export async function restoreStudents(db: Db, which: Which, ids: readonly string[]) {
  await sql`
    delete from student_classes h using promotion_students p
    where ${among(which, ids)} and h.school_id = p.school_id and h.id = p.joined_id`.execute(db)
  await sql`
    update student_classes h set to_day = null from promotion_students p
    where ${among(which, ids)} and h.school_id = p.school_id and h.id = p.left_id`.execute(db)
  await sql`
    delete from student_leavings l using promotion_students p
    where ${among(which, ids)} and l.school_id = p.school_id and l.id = p.leaving_id`.execute(db)
  await sql`
    update students st set class_room_id = w.class_room_id, active = w.active,
      is_paid = case when p.outcome = 'left' then w.is_paid else st.is_paid end,
      seat_ended_on = case when p.outcome = 'left' then w.seat_ended_on else st.seat_ended_on end,
      ended_with_year_id = case when p.outcome = 'left' then w.ended_with_year_id else st.ended_with_year_id end,
      left_on = w.left_on,
      version = case when st.version = p.version_after then w.version else st.version + 1 end,
      modified_at = case when st.version = p.version_after then w.modified_at else moment.now end
    from promotion_students p cross join lateral jsonb_populate_record(null::students, p.was) w cross join now() as moment(now)
    where ${among(which, ids)} and st.school_id = p.school_id and st.id = p.student_id`.execute(db)
}

/** Gives students back the later work from which they were removed. */
export async function resumeLaterWork(
  db: Db,
  schoolId: string,
  works: NonNullable<PromotionEffect['works']>,
  ids: readonly string[],
) {
  for (const { results, key } of Object.values(kinds)) {
    const own = works.filter(({ table, studentId }) => table === results && ids.includes(studentId))
    if (own.length > 0)
      await sql`
        update ${sql.table(results)} r set removed_at = null, removed_by = null, modified_at = g."modifiedAt"
        from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as g(
          "workId" uuid, "studentId" uuid, "modifiedAt" timestamptz)
        where r.school_id = ${schoolId} and r.${sql.ref(key)} = g."workId" and r.student_id = g."studentId" and r.removed_at is not null`.execute(
        db,
      )
  }
}

/** Stores who was taken back and who was not, and clears the saved former rows. */
export async function noteBack(db: Db, { schoolId, id }: Which, kept: readonly string[]) {
  await sql`
    update promotion_students set outcome = case
        when outcome = 'stayed' then 'stayed'
        when student_id = any(${[...kept]}::uuid[]) then 'kept' else 'undone' end, was = null
    where school_id = ${schoolId} and promotion_id = ${id} and outcome is not null`.execute(db)
}

/** Classes that belonged to no year before the promotion do so again, if nothing of the promotion is left. */
export const undateClasses = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`update class_rooms set school_year_id = null
    where school_id = ${schoolId} and id = any(${[...ids]}::uuid[])`.execute(db)

/** Classes made by hand for years that the undo removes belong to no year again. A class whose name would then be taken keeps its year. */
export const undateClassesOfYears = (db: Db, schoolId: string, yearIds: readonly string[]) =>
  sql`update class_rooms c set school_year_id = null
    where c.school_id = ${schoolId} and c.school_year_id = any(${[...yearIds]}::uuid[]) and not exists (
      select from class_rooms other
      where other.school_id = ${schoolId} and other.grade_id = c.grade_id and other.language_id = c.language_id
        and fold(other.name) = fold(c.name) and other.school_year_id is null)`.execute(db)

/** Removes a class and the assignments of its teachers. Fails if the class is in use. */
export async function removeClass(db: Db, schoolId: string, id: string) {
  await sql`delete from class_teacher_courses where school_id = ${schoolId} and class_room_id = ${id}`.execute(db)
  await sql`delete from class_rooms where school_id = ${schoolId} and id = ${id}`.execute(db)
}

/** The made classes in which nobody is or was. */
export async function emptyClasses(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select c.id from class_rooms c where c.school_id = ${schoolId} and c.id = any(${[...ids]}::uuid[])
      and not exists (select from student_classes h where h.school_id = c.school_id and h.class_room_id = c.id)
    order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}

export const removeCopiedDays = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`delete from calendar_days where school_id = ${schoolId} and id = any(${[...ids]}::uuid[])`.execute(db)

/** Removes terms with the uses of schemes that were copied into them. A use that was chosen or changed since then keeps its term. */
export const removeTerms = async (db: Db, schoolId: string, { termIds = [], useIds = [] }: PromotionEffect) => {
  await sql`
    delete from result_scheme_uses
    where school_id = ${schoolId} and id = any(${[...useIds]}::uuid[]) and version = 1`.execute(db)
  await sql`delete from terms where school_id = ${schoolId} and id = any(${[...termIds]}::uuid[])`.execute(db)
}

export const removeMonths = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`delete from school_year_months where school_id = ${schoolId} and id = any(${[...ids]}::uuid[])`.execute(db)

export const removeYear = (db: Db, schoolId: string, id: string) =>
  sql`delete from school_years where school_id = ${schoolId} and id = ${id}`.execute(db)
