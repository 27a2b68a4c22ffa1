import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

/** A student of a grade, as charging needs them. */
export type ToCharge = {
  id: string
  familyId: string | null
  /** 1: the eldest child of the family at the school. */
  place: number
  /** The first day in a class of the school. */
  joinedOn: string | null
  chargedItemIds: string[]
  grantedIds: string[]
}

/** The students who are in a grade now, locked until the call ends. */
export async function studentsToCharge(
  db: Db,
  schoolId: string,
  { yearId, gradeId }: { yearId: string; gradeId: string },
) {
  const { rows: members } = await sql<{ id: string }>`
    select st.id from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and c.grade_id = ${gradeId} and st.active and st.left_on is null and st.merged_into is null
    order by st.id for key share of st`.execute(db)
  return chargedOf(
    db,
    schoolId,
    yearId,
    members.map(({ id }) => id),
  )
}

export async function chargedOf(db: Db, schoolId: string, yearId: string, studentIds: readonly string[]) {
  const { rows } = await sql<ToCharge>`
    select st.id, m.family_id,
      case when m.family_id is null then 1 else 1 + (
        select count(*)::integer from family_students o join students e on e.school_id = ${schoolId} and e.id = o.student_id
        where o.school_id = ${schoolId} and o.family_id = m.family_id and e.active and e.left_on is null and e.merged_into is null
          and e.id <> st.id and (coalesce(e.birth_date, 'infinity'), e.code) < (coalesce(st.birth_date, 'infinity'), st.code)) end as place,
      (select min(k.from_day) from student_classes k where k.school_id = ${schoolId} and k.student_id = st.id) as joined_on,
      array(select c.item_id from fee_charges c where c.school_id = ${schoolId} and c.student_id = st.id and c.year_id = ${yearId}
        and c.undone_by is null order by 1) as charged_item_ids,
      array(select g.reduction_id from fee_grants g where g.school_id = ${schoolId} and g.student_id = st.id and g.year_id = ${yearId}
        and g.ended_at is null order by 1) as granted_ids
    from students st left join family_students m on m.school_id = st.school_id and m.student_id = st.id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[]) order by st.id`.execute(db)
  return rows
}

/** The postings by which a grade was charged for a year, with what was paid or otherwise done to their parts since. */
export async function chargesOfGrade(
  db: Db,
  schoolId: string,
  { yearId, gradeId }: { yearId: string; gradeId: string },
) {
  const { rows } = await sql<{ studentId: string; chargeIds: string[]; postingIds: string[]; touched: boolean }>`
    select c.student_id, array_agg(distinct c.id) as charge_ids,
      array_agg(distinct p.id) filter (where p.kind in ('charge', 'reduction')) as posting_ids,
      bool_or(p.kind not in ('charge', 'reduction')) as touched
    from fee_charges c
    join fee_plans v on v.school_id = c.school_id and v.id = c.plan_id
    join fee_dues d on d.school_id = ${schoolId} and d.charge_id = c.id
    join fee_lines l on l.school_id = ${schoolId} and l.due_id = d.id
    join fee_postings p on p.school_id = ${schoolId} and p.id = l.posting_id
    where c.school_id = ${schoolId} and c.undone_by is null and v.year_id = ${yearId} and v.grade_id = ${gradeId}
    group by c.student_id`.execute(db)
  return rows
}

/** Of these students, those of whom a cheque for one of the parts waits. */
export async function promisedStudents(db: Db, schoolId: string, chargeIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string }>`
    select distinct d.student_id from fee_dues d
    join fee_promises o on o.school_id = ${schoolId} and o.state = 'waiting' and d.id = any (o.due_ids)
    where d.school_id = ${schoolId} and d.charge_id = any (${[...chargeIds]}::uuid[])`.execute(db)
  return new Set(rows.map(({ studentId }) => studentId))
}

export const markUndone = (db: Db, schoolId: string, undone: readonly { chargeId: string; postingId: string }[]) =>
  sql`update fee_charges c set undone_by = r."postingId"
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as r ("chargeId" uuid, "postingId" uuid)
    where c.school_id = ${schoolId} and c.id = r."chargeId"`.execute(db)

export async function namesOfStudents(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; first: string; last: string; className: string }>`
    select st.id, ${fullName('st')} as name, st.first_name as first, st.last_name as last, c.name as class_name
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[]) order by st.id`.execute(db)
  return rows
}
