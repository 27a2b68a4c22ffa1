import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Turn } from './facts.queries.ts'
import { oldDays, oldMonths, oldTerms } from './parts.queries.ts'

export async function yearByName(db: Db, schoolId: string, name: string) {
  const { rows } = await sql<{ id: string; name: string; completed: boolean }>`
    select id, name, completed from school_years where school_id = ${schoolId} and fold(name) = fold(${name})`.execute(
    db,
  )
  return rows[0]
}

/** Makes the next year if it does not exist; then returns its id. It becomes the current year only when a person activates it. */
export const makeYear = async (db: Db, { schoolId, toYearId }: Turn, name: string) =>
  idsOf(
    db,
    sql`
    insert into school_years (id, school_id, name, active, completed)
    select ${toYearId}, ${schoolId}, ${name}, false, false
    where not exists (select from school_years where school_id = ${schoolId} and id = ${toYearId})
    returning id`,
  )

export const copyMonths = (db: Db, turn: Turn) =>
  idsOf(
    db,
    sql`
    insert into school_year_months (id, school_id, school_year_id, name, description, is_active, position, start_date, end_date)
    select gen_random_uuid(), m.school_id, ${turn.toYearId}, m.name, m.description, m.is_active, m.position,
      ${later('m.start_date')}, ${later('m.end_date')}
    from (${oldMonths(turn)}) m returning id`,
  )

export const copyTerms = (db: Db, turn: Turn) =>
  idsOf(
    db,
    sql`
    insert into terms (id, school_id, school_year_id, name, position, start_date, end_date)
    select gen_random_uuid(), t.school_id, ${turn.toYearId}, t.name, t.position, ${later('t.start_date')}, ${later('t.end_date')}
    from (${oldTerms(turn)}) t returning id`,
  )

/** Applies the schemes of the old year's terms to the copied terms, each in its newest version. */
export const copySchemes = (db: Db, { schoolId, fromYearId }: Turn, termIds: readonly string[]) =>
  idsOf(
    db,
    sql`
    insert into result_scheme_uses (school_id, id, term_id, grade_id, course_id, scheme_id, scheme_version, full_mark, pass_mark, in_total)
    select u.school_id, gen_random_uuid(), made.id, u.grade_id, u.course_id, u.scheme_id, newest.version, u.full_mark, u.pass_mark, u.in_total
    from terms made
    join terms t on t.school_id = made.school_id and t.school_year_id = ${fromYearId} and t.position = made.position
    join result_scheme_uses u on u.school_id = t.school_id and u.term_id = t.id
    cross join lateral (
      select max(v.version) as version from result_scheme_versions v where v.school_id = u.school_id and v.scheme_id = u.scheme_id
    ) newest
    where made.school_id = ${schoolId} and made.id = any(${[...termIds]}::uuid[]) returning id`,
  )

export const copyDays = (db: Db, turn: Turn) =>
  idsOf(
    db,
    sql`
    insert into calendar_days (id, school_id, kind, from_day, to_day, name, grade_ids, hours_set_id)
    select gen_random_uuid(), d.school_id, d.kind, ${later('d.from_day')}, ${later('d.from_day')} + (d.to_day - d.from_day),
      d.name, d.grade_ids, d.hours_set_id
    from (${oldDays(turn)}) d returning id`,
  )

const later = (day: string) => sql`(${sql.ref(day)} + interval '1 year')::date`

/** Assigns classes that belong to no particular year to the old year. */
export const dateClasses = (db: Db, { schoolId, fromYearId }: Turn) =>
  idsOf(
    db,
    sql`
    update class_rooms set school_year_id = ${fromYearId}
    where school_id = ${schoolId} and school_year_id is null and active returning id`,
  )

export const makeClasses = (db: Db, { schoolId, id, toYearId }: Turn) =>
  idsOf(
    db,
    sql`
    insert into class_rooms as added (id, school_id, name, gender, max_of_students, grade_id, language_id, supervisor_id, active, school_year_id)
    select n.id, n.school_id, n.name, c.gender, n.max_of_students, c.grade_id, c.language_id,
      case when n.keeps_supervisor then c.supervisor_id end, true, ${toYearId}
    from promotion_classes n join class_rooms c on c.school_id = n.school_id and c.id = n.from_class_id
    where n.school_id = ${schoolId} and n.promotion_id = ${id}
      and not exists (select from class_rooms made where made.school_id = ${schoolId} and made.id = n.id)
    returning added.id`,
  )

export const copyTeachers = (db: Db, { schoolId, id }: Turn) =>
  sql`
  insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id)
  select t.school_id, n.id, t.teacher_id, t.course_id
  from promotion_classes n
  join class_teacher_courses t on t.school_id = n.school_id and t.class_room_id = n.from_class_id
  where n.school_id = ${schoolId} and n.promotion_id = ${id} on conflict do nothing`.execute(db)

/** Stores the decisions that people made for a promotion that was undone for another one. `classes`: which class is now which. */
export const takeOverDecisions = (
  db: Db,
  { schoolId, id }: Turn,
  formerId: string,
  classes: readonly { from: string; to: string }[],
) =>
  sql`
  insert into promotion_students (school_id, promotion_id, student_id, decision, to_class_id, decided_by)
  select d.school_id, ${id}::uuid, d.student_id, d.decision, coalesce(n."to", d.to_class_id), d.decided_by
  from promotion_students d
  left join jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as n("from" uuid, "to" uuid) on n."from" = d.to_class_id
  where d.school_id = ${schoolId} and d.promotion_id = ${formerId} and d.decided_by is not null
    and d.outcome is distinct from 'kept'`.execute(db)

async function idsOf(db: Db, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (statement as RawBuilder<{ id: string }>).execute(db)
  return rows.map(({ id }) => id)
}
