-- As before (0860), school by school: entries are merged within one, and a database that is spread by school follows them there alone.
create or replace function entries_of(children uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := acting_children();
  there uuid;
  followed uuid[] := '{}';
begin
  if children is null then
    return followed;
  end if;
  for there in select unnest(acting_schools()) loop
    with recursive entries (id) as (
      select st.id from students st
      where st.school_id = there and st.id = any (children) and (own is null or st.id = any (own))
      union
      select st.id from entries e join students st on st.school_id = there and st.merged_into = e.id
    )
    select followed || coalesce(array_agg(e.id), '{}') into followed from entries e;
  end loop;
  return followed;
end $$;
