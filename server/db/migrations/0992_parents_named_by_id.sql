-- A parent whom a school linked by an id alone is shown with their first and last name until they answered: the school did not write the
-- number, so it does not learn it, nor the picture (decision 081).
alter table student_parents add column named_by_id boolean not null default false;

-- Whether a person accepted a bond with a school or signed in since, or the school wrote their number. Only of the schools of the call.
create function has_answered(school uuid, person uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_act_in(array[school], false);
  return exists (select from public.bonds_of(person) b
      where b.school_id = school and (b.accepted or public.has_signed_in_since(person, b.since)))
    or exists (select from public.student_parents sp
      where sp.school_id = school and sp.parent_id = person and sp.ended_at is null and not sp.named_by_id);
end $$;
