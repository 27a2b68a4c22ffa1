import { type RawBuilder, sql } from 'kysely'

/** What a parent could add to the record of child `st`: empty fields that the school takes and that wait for no decision, and contacts. */
export const missingOf = (parentId: string, schoolId: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(f.field order by f.nth), '[]') from (values
      (1, 'nationalNumber', (select o.national_number from official_records o where o.school_id = ${schoolId} and o.student_id = st.id)),
      (2, 'birthDate', st.birth_date::text),
      (3, 'sex', (select o.sex from official_records o where o.school_id = ${schoolId} and o.student_id = st.id)),
      (4, 'nationality', (select o.nationality from official_records o where o.school_id = ${schoolId} and o.student_id = st.id)),
      (5, 'emergencyContact', (
        select 'given' from emergency_contacts e
        where e.school_id = ${schoolId} and e.student_id = st.id and e.given_by = ${parentId} and e.contacts <> '[]'))
    ) as f (nth, field, value)
  where f.value is null
    and coalesce((select w.ways->>f.field from proposal_settings w where w.school_id = ${schoolId}), '') <> 'off'
    and not exists (
      select from record_proposals p
      where p.school_id = ${schoolId} and p.student_id = st.id and p.field = f.field and p.asked_by = ${parentId}
        and p.accepted is null and p.taken_back_at is null))`

/** Whether a parent has said in the current school year that all is right in the record of child `st`. */
export const isConfirmedBy = (parentId: string, schoolId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from record_confirmations k
  where k.school_id = ${schoolId} and k.student_id = st.id and k.person_id = ${parentId} and k.on_day >= coalesce((
    select min(y.first_day) from school_year_days y where y.school_id = ${schoolId} and y.current), '-infinity'))`
