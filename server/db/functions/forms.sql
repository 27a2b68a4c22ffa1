-- How many agreed to a form before an answer, of all families, who do not see each other's answers. It decides who has a place.
create or replace function agreed_before(at_school uuid, form uuid, since timestamptz, answer uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select count(*)::integer from form_answers a
  where a.school_id = at_school and a.form_id = form and a.agreed_at is not null and (a.agreed_at, a.id) < (since, answer)
    and at_school = any ((select acting_schools())::uuid[]));
revoke execute on function agreed_before(uuid, uuid, timestamptz, uuid) from public;
grant execute on function agreed_before(uuid, uuid, timestamptz, uuid) to kashkool_app;

-- The students whom a form asks and for whom nobody answered.
create or replace function unanswered_of_form(of_school uuid, of_form uuid) returns setof uuid
language sql stable
begin atomic
  select st.id
  from forms f
  join students st on st.school_id = of_school and st.active and (cardinality(f.class_room_ids) = 0 or st.class_room_id = any (f.class_room_ids))
  where f.school_id = of_school and f.id = of_form and not exists (
    select from form_answers a where a.school_id = of_school and a.form_id = of_form and a.student_id = st.id);
end;
grant execute on function unanswered_of_form(uuid, uuid) to kashkool_app;

-- Whether a form can be answered and nobody did for a student. In the inbox no school acts, hence the owner asks.
create or replace function is_form_waiting(of_school uuid, of_form uuid, of_student uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (
    select from forms f
    join schools s on s.id = of_school and s.active
    where f.school_id = of_school and f.id = of_form and f.closed_at is null
      and coalesce(f.until_day >= (now() at time zone s.time_zone)::date, true)
      and of_student in (select unanswered_of_form(of_school, of_form)));
end;
revoke execute on function is_form_waiting(uuid, uuid, uuid) from public;
grant execute on function is_form_waiting(uuid, uuid, uuid) to kashkool_app;

-- Reminds, from four in the afternoon two days before the last day of a form, the parents who have not answered; each form once, also where no
-- server ran on that day, and not if somebody has reminded of it since that morning. Answers of how many forms. For the owner alone.
create or replace function remind_of_forms(at timestamptz) returns integer
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  with due as (
    update forms f set reminded_at = at
    from schools s
    where s.id = f.school_id and s.active and f.closed_at is null
      and (at at time zone s.time_zone)::date between f.until_day - 2 and f.until_day - 1
      and extract(hour from at at time zone s.time_zone) >= 16
      and (f.reminded_at is null or (f.reminded_at at time zone s.time_zone)::date < f.until_day - 2)
      and exists (select from unanswered_of_form(f.school_id, f.id))
    returning f.school_id, f.id
  ), published as (
    insert into outbox (event, school_id, payload)
    select 'form waits', school_id, jsonb_build_object('formId', id) from due
    returning 1
  )
  select count(*)::integer from published;
end;
revoke execute on function remind_of_forms(timestamptz) from public;
