-- How many agreed to a form before an answer, of all families, who do not see each other's answers. It decides who has a place.
create or replace function agreed_before(at_school uuid, form uuid, since timestamptz, answer uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select count(*)::integer from form_answers a
  where a.school_id = at_school and a.form_id = form and a.agreed_at is not null and (a.agreed_at, a.id) < (since, answer)
    and at_school = any ((select acting_schools())::uuid[]));
revoke execute on function agreed_before(uuid, uuid, timestamptz, uuid) from public;
grant execute on function agreed_before(uuid, uuid, timestamptz, uuid) to kashkool_app;
